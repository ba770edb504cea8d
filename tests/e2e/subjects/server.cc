// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A key-value server on loopback: 8 threads, each serves one connection after the other. The
// request handler is inside; sockets, threads and buffers are outside.
// usage: server PORT_FILE REQUESTS; ends when that many requests were served.
// inside: service::
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace service {

// Shared by all threads: a table under a mutex and counters without.
class Handler {
 public:
  // Answers "set KEY VALUE", "get KEY", "add KEY N", "count PREFIX"; anything else is an error.
  std::string answer(const std::string& request) {
    served_.fetch_add(1, std::memory_order_relaxed);
    try {
      return "ok " + dispatch(split(request));
    } catch (const std::exception& problem) {
      ++failed_;
      return std::string("error ") + problem.what();
    }
  }
  std::string summary() const {
    long hash = 0;
    for (const auto& [key, value] : table_)
      hash += static_cast<long>(key.size()) * 31 + std::stol(value);
    return std::to_string(served_) + " served, " + std::to_string(failed_) + " failed, " +
           std::to_string(table_.size()) + " keys, hash " + std::to_string(hash);
  }

 private:
  using Words = std::vector<std::string>;

  static Words split(const std::string& text) {
    Words words(1);
    for (char c : text) {
      if (c == ' ') words.emplace_back();
      else words.back() += c;
    }
    return words;
  }
  std::string dispatch(const Words& words) {
    const std::string& verb = words.at(0);
    std::lock_guard<std::mutex> lock(mutex_);
    if (verb == "set") return table_[words.at(1)] = words.at(2);
    if (verb == "get") return table_.at(words.at(1));
    if (verb == "add") return add(words.at(1), std::stol(words.at(2)));
    if (verb == "count") return count(words.at(1));
    throw std::invalid_argument("unknown verb " + verb);
  }
  std::string add(const std::string& key, long n) {
    std::string& value = table_[key];
    return value = std::to_string((value.empty() ? 0 : std::stol(value)) + n);
  }
  std::string count(const std::string& prefix) const {
    int n = 0;
    for (auto it = table_.lower_bound(prefix); it != table_.end() && it->first.starts_with(prefix);
         ++it)
      ++n;
    return std::to_string(n);
  }

  std::mutex mutex_;
  std::map<std::string, std::string> table_;
  std::atomic<long> served_{0};
  std::atomic<int> failed_{0};
};

}  // namespace service

namespace {

std::atomic<long> remaining;
service::Handler handler;

bool read_line(int fd, std::string& line) {
  line.clear();
  for (char c; read(fd, &c, 1) == 1;) {
    if (c == '\n') return true;
    line += c;
  }
  return false;
}

void serve(int connection) {
  for (std::string line; read_line(connection, line);) {
    const std::string reply = handler.answer(line) + "\n";
    if (write(connection, reply.data(), reply.size()) < 0) break;
    --remaining;
  }
  close(connection);
}

int listen_on_loopback(const char* port_file) {
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(listener, reinterpret_cast<sockaddr*>(&address), size) != 0 || listen(listener, 64) != 0)
    return -1;
  getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  std::string temporary = std::string(port_file) + ".new";
  FILE* file = std::fopen(temporary.c_str(), "w");
  std::fprintf(file, "%d\n", ntohs(address.sin_port));
  std::fclose(file);
  std::rename(temporary.c_str(), port_file);
  return listener;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  remaining = std::atol(argv[2]);
  int listener = listen_on_loopback(argv[1]);
  if (listener < 0) return 3;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([listener] {
      while (remaining > 0) {
        int connection = accept(listener, nullptr, nullptr);
        if (connection < 0) return;
        serve(connection);
        if (remaining <= 0) shutdown(listener, SHUT_RDWR);
      }
    });
  }
  for (auto& thread : threads) thread.join();
  std::printf("%s\n", handler.summary().c_str());
}
