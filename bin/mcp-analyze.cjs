#!/usr/bin/env node
'use strict';

require('../scripts/run-compiled.cjs')('packages/analyzer/dist/cli/main.js');
