// Says in plain words what is wrong with the Node that runs this, before anything fails in a way nobody understands.
// Written for very old versions of Node too: no imports, no modern syntax.
'use strict';

var REQUIRED = [22, 13];
var version = process.versions.node.split('.').map(Number);
var fits = version[0] > REQUIRED[0] || (version[0] === REQUIRED[0] && version[1] >= REQUIRED[1]);

if (!fits) {
  console.error(
    'mcp-hub needs Node.js ' +
      REQUIRED.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      ' on ' +
      process.platform +
      ' ' +
      process.arch +
      '.\n' +
      'On Linux (x64 and arm64, glibc) "npm ci" installs a fitting one beside the project: run it without\n' +
      '--omit=optional, and start the project with npm. Elsewhere, install Node.js 24 from https://nodejs.org.',
  );
  process.exit(1);
}
