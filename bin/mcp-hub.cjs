#!/usr/bin/env node
'use strict';

var path = require('path');

require('../scripts/run-compiled.cjs')(path.join(__dirname, '../dist/cli/main.js'));
