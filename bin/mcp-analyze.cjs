#!/usr/bin/env node
'use strict';

require('../scripts/run-compiled.cjs')('analyzer/cli/main.js');
