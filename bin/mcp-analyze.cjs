#!/usr/bin/env node
'use strict';

var path = require('path');

// The command of the package, found as npm finds it: by what its manifest says.
var manifest = require.resolve('@mcp-hub/analyzer/package.json');
var program = path.join(path.dirname(manifest), require(manifest).bin['mcp-analyze']);

require('../scripts/run-compiled.cjs')(program);
