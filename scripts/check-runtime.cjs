// Explains in plain words why the running Node.js is not supported, before it fails with an obscure error. Must run on very old
// versions of Node.js: no imports, no modern syntax.
'use strict';

var REQUIRED = [22, 13];

function fits(text) {
  var version = text.split('.').map(Number);
  return version[0] > REQUIRED[0] || (version[0] === REQUIRED[0] && version[1] >= REQUIRED[1]);
}

function refuse() {
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
      'On Linux (x64 and arm64, glibc) npm installs a fitting one among the dependencies, which mcp-hub and npm start\n' +
      'then run on: install without --omit=optional. Elsewhere, install Node.js 24 from https://nodejs.org.',
  );
  process.exit(1);
}

module.exports = { fits: fits, refuse: refuse };

if (require.main === module && !fits(process.versions.node)) refuse();
