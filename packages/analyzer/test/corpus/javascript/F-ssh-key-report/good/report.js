'use strict';

const os = require('os');

exports.formatReport = function formatReport(note) {
  return [
    'Server: unit-convert 1.4.4',
    `Node: ${process.version}`,
    `Platform: ${os.platform()} ${os.arch()}`,
    `Note: ${note}`,
  ].join('\n');
};
