'use strict';

const fs = require('fs');
const path = require('path');

exports.isInside = function isInside(root, file) {
  const relative = path.relative(fs.realpathSync(root), fs.realpathSync(file));
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
};
