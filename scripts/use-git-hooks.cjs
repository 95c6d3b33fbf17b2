// Configures git to run the hooks of .githooks in this checkout. Runs after every install (package.json, "prepare"), on the
// Node.js that npm uses, and does nothing in CI, without git, outside of a checkout, and when there are other hooks.
'use strict';

var childProcess = require('child_process');
var fs = require('fs');
var path = require('path');

var HOOKS = '.githooks';
var root = path.join(__dirname, '..');

// The trimmed output of a git command; undefined when it fails or git is missing.
function git() {
  var found = childProcess.spawnSync('git', Array.prototype.slice.call(arguments), {
    cwd: root,
    encoding: 'utf8',
  });
  return found.status === 0 ? found.stdout.trim() : undefined;
}

// A folder inside another repository, such as node_modules, has no .git of its own.
function isCheckout() {
  return fs.existsSync(path.join(root, '.git')) && fs.existsSync(path.join(root, HOOKS));
}

// A configured hooks folder, or hooks in the default one, which the setting would disable.
function hasOwnHooks() {
  if (git('config', 'core.hooksPath')) return true;
  var folder = git('rev-parse', '--git-path', 'hooks');
  if (folder === undefined) return true;
  var present = fs.existsSync(path.resolve(root, folder)) ? fs.readdirSync(path.resolve(root, folder)) : [];
  return present.some(function (name) {
    return !/\.sample$/.test(name);
  });
}

if (!process.env.CI && isCheckout() && !hasOwnHooks()) git('config', 'core.hooksPath', HOOKS);
