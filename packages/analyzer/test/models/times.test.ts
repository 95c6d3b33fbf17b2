import { describe } from '@jest/globals';
import { flows, pythonHandler } from '../support/flow-rows.js';

describe('the text of a time', () => {
  flows('python', [
    ['in a format', 'harmless', 'HTML', pythonHandler('', 'sink(x.strftime("%H:%M:%S"))')],
    [
      'in the format of a client',
      'harmful',
      'HTML',
      pythonHandler('', 'sink(x["at"].strftime(x["format"]))'),
    ],
    ['in a standard format', 'harmless', 'SHELL', pythonHandler('', 'sink(x.isoformat())')],
    ['as it came', 'harmful', 'HTML', pythonHandler('', 'sink(x)')],
  ]);
  flows('javascript', [
    ['in a standard format', 'harmless', 'HTML', 'function handler(x) { sink(x.at.toISOString()); }'],
    ['as it came', 'harmful', 'HTML', 'function handler(x) { sink(x.at); }'],
  ]);
});
