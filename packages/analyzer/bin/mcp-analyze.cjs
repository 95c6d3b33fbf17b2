#!/usr/bin/env node
// Written for very old versions of Node.js too, so that they can say that they are too old.
'use strict';

var fs = require('fs');
var path = require('path');
var url = require('url');

var PROGRAM = path.join(__dirname, '../dist/cli/main.js');
var REQUIRED = require('../package.json').engines.node.replace('>=', '');

function fits(version) {
  var required = REQUIRED.split('.').map(Number);
  return version[0] > required[0] || (version[0] === required[0] && version[1] >= required[1]);
}

// 2 is the exit code for "used wrongly"; 1 would mean findings.
function giveUp(message) {
  console.error(message);
  process.exit(2);
}

if (!fits(process.versions.node.split('.').map(Number)))
  giveUp('mcp-analyze needs Node.js ' + REQUIRED + ' or newer; this is ' + process.versions.node + '.');
else if (!fs.existsSync(PROGRAM)) giveUp('mcp-analyze has not been compiled yet: run "npm run build".');
else import(url.pathToFileURL(PROGRAM).href);
