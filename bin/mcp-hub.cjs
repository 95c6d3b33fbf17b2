#!/usr/bin/env node
'use strict';

require('../scripts/run-compiled.cjs')('dist/cli/main.js');
