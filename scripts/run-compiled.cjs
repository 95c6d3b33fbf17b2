// Runs a program for bin/ on the current Node.js, or on the installed one when the current one is too old. Must run on very old
// versions of Node.js.
'use strict';

var childProcess = require('child_process');
var fs = require('fs');
var path = require('path');
var url = require('url');

var runtime = require('./check-runtime.cjs');

// The signals that terminals and service managers send.
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

// The Node.js that npm installed with this package (docs/decisions/0001); undefined when there is none for this system.
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

// Old versions of Node.js lack process.execve, so this process stays: it forwards signals to the child and exits with its status.
function runOnInstalled() {
  var node = installedNode();
  if (node === undefined) return runtime.refuse();
  var child = childProcess.spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  // Installed, but not for this system: one without glibc.
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
