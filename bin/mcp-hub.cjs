#!/usr/bin/env node
'use strict';

require('../scripts/run-compiled.cjs')('cli/main.js');
