// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "search_tree.h"

#include <cassert>

namespace shop {

SearchTree::~SearchTree() { destroy(root_); }

void SearchTree::destroy(Node* node) {
  if (node == nullptr) return;
  destroy(node->left);
  destroy(node->right);
  delete node;
}

SearchTree::Node* SearchTree::find(int key) const {
  Node* node = root_;
  while (node != nullptr && node->key != key) node = key < node->key ? node->left : node->right;
  return node;
}

SearchTree::Node* SearchTree::leftmost(Node* node) {
  while (node->left != nullptr) node = node->left;
  return node;
}

// In ascending order; null after the last.
SearchTree::Node* SearchTree::next(Node* node) {
  if (node->right != nullptr) return leftmost(node->right);
  while (node->parent != nullptr && node->parent->right == node) node = node->parent;
  return node->parent;
}

bool SearchTree::insert(int key) {
  Node* parent = nullptr;
  Node** link = &root_;
  while (*link != nullptr) {
    parent = *link;
    if (parent->key == key) return false;
    link = key < parent->key ? &parent->left : &parent->right;
  }
  *link = new Node{key, parent};
  ++size_;
  return true;
}

// Hangs `child` (may be null) where `node` is.
void SearchTree::replace(Node* node, Node* child) {
  Node* parent = node->parent;
  if (child != nullptr) child->parent = parent;
  if (parent == nullptr) {
    root_ = child;
  } else if (parent->left == node) {
    parent->left = child;
  } else {
    assert(parent->right == node);
    parent->right = child;
  }
}

bool SearchTree::remove(int key) {
  Node* node = find(key);
  if (node == nullptr) return false;
  if (node->left != nullptr && node->right != nullptr) {
    Node* successor = leftmost(node->right);
    node->key = successor->key;
    // The first defect: the right subtree of the successor is lost, but stays counted.
    replace(successor, nullptr);
    node = successor;
  } else {
    replace(node, node->left != nullptr ? node->left : node->right);
  }
  delete node;
  --size_;
  return true;
}

// Exchanges `node` with its parent.
void SearchTree::rotate_up(Node* node) {
  Node* parent = node->parent;
  replace(parent, node);
  if (parent->left == node) {
    parent->left = node->right;
    if (node->right != nullptr) node->right->parent = parent;
    node->right = parent;
  } else {
    // The second defect: the subtree that changes sides keeps its old parent.
    parent->right = node->left;
    node->left = parent;
  }
  parent->parent = node;
}

bool SearchTree::promote(int key) {
  Node* node = find(key);
  if (node == nullptr) return false;
  while (node->parent != nullptr) rotate_up(node);
  return true;
}

std::vector<int> SearchTree::keys() const {
  std::vector<int> keys;
  keys.reserve(size_);
  Node* node = root_ == nullptr ? nullptr : leftmost(root_);
  for (std::size_t i = 0; i < size_; ++i) {
    const int key = node->key;
    keys.push_back(key);
    node = next(node);
  }
  return keys;
}

}  // namespace shop
