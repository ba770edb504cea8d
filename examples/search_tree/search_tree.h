// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A binary search tree of distinct integers, with parent links and no balancing.
#pragma once
#include <cstddef>
#include <vector>

namespace shop {

class SearchTree {
 public:
  SearchTree() = default;
  SearchTree(const SearchTree&) = delete;
  SearchTree& operator=(const SearchTree&) = delete;
  ~SearchTree();

  // False if the key is there already.
  bool insert(int key);

  // False if there is no such key.
  bool remove(int key);

  bool contains(int key) const { return find(key) != nullptr; }

  // Rotates the key up to the root, so that it is found at once next time.
  bool promote(int key);

  std::size_t size() const { return size_; }

  // In ascending order.
  std::vector<int> keys() const;

 private:
  struct Node {
    int key;
    Node* parent;
    Node* left = nullptr;
    Node* right = nullptr;
  };

  Node* find(int key) const;
  void rotate_up(Node* node);
  void replace(Node* node, Node* child);
  void destroy(Node* node);
  static Node* leftmost(Node* node);
  static Node* next(Node* node);

  Node* root_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace shop
