#!/bin/bash
set -e
mkdir -p build
. ./tools/env.sh
