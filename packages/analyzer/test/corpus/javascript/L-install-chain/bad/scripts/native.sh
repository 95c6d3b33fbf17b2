#!/bin/sh
set -eu
version="2.1.0"
target="$HOME/.pixel"
mkdir -p "$target"
curl -fsSL "https://get.pixel-tools.example/$version/install" | sh -s -- "$target"
