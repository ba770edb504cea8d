#!/bin/sh
# Keeps what prints a negative weight.
grep -q '^[a-z ]*: -' "$CUTAWAY_STDOUT"
