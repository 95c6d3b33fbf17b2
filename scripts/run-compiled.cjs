// Runs a program for bin/: on the Node.js that runs this, or on the one among the dependencies where this one is
// too old. Written for very old versions of Node too.
'use strict';

var childProcess = require('child_process');
var fs = require('fs');
var path = require('path');
var url = require('url');

var runtime = require('./check-runtime.cjs');

// What a terminal or a service manager sends.
var SIGNALS = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'];

module.exports = function runCompiled(file) {
  if (!runtime.fits(process.versions.node)) {
    runOnInstalled();
    return;
  }
  if (!fs.existsSync(file)) {
    console.error('mcp-hub has not been compiled yet: run "npm run build" in ' + path.join(__dirname, '..'));
    process.exit(1);
  }
  import(url.pathToFileURL(file).href);
};

// The Node.js that npm has installed with this package (docs/decisions/0001); undefined where there is none that fits.
function installedNode() {
  var manifest;
  try {
    manifest = require.resolve('node-' + process.platform + '-' + process.arch + '/package.json');
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
  return runtime.fits(require(manifest).version)
    ? path.join(path.dirname(manifest), 'bin', 'node')
    : undefined;
}

// Versions of Node.js that are too old cannot replace themselves (process.execve came later), so this process stays: it
// hands on the signals that it is sent, and ends as the other one does.
function runOnInstalled() {
  var node = installedNode();
  if (node === undefined) return runtime.refuse();
  var child = childProcess.spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  // There, but not for this system: one without glibc.
  child.on('error', runtime.refuse);
  SIGNALS.forEach(function (signal) {
    process.on(signal, function () {
      child.kill(signal);
    });
  });
  child.on('exit', function (code, signal) {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
