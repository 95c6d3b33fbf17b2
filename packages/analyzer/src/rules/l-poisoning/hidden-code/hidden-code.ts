import { lineIn, sinkOf } from '../../support/locations.js';
import type { CallCheck, Report, Rule } from '../../rule.js';
import type { TextFile } from '../../../files/text-file.js';
import { codeCalls } from '../command-conduct.js';
import { runsDecoded, obfuscationOf } from './obfuscation.js';

const decodedCode: CallCheck = (event, report) => {
  if (!runsDecoded(event) || event.names.includes('setTimeout')) return;
  const sink = sinkOf(event);
  report({
    at: event.frame,
    lines: event.node,
    description: `\`${sink}\` runs code that is decoded just before: what it does cannot be read in the package.`,
    sink,
  });
};

function obfuscated(file: TextFile, report: Report): void {
  if (!file.language || (file.role !== 'product' && file.role !== 'minified')) return;
  const obfuscation = obfuscationOf(file.text, file.lines);
  if (!obfuscation) return;
  report({
    ...lineIn(file.path, obfuscation.line),
    description: `The source is made unreadable (${obfuscation.kind}): what it does cannot be read.`,
    sink: obfuscation.kind,
    severity: 'medium',
    confidence: 'medium',
  });
}

/** Code that is unreadable until it runs. */
export const hiddenCode: Rule = {
  id: 'MCP-L006',
  class: 'L',
  title: 'Obfuscated code that is decoded and run',
  severity: 'critical',
  confidence: 'high',
  cwe: 506,
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:C/C:H/I:H/A:H',
  what: 'Code is decoded (base64, hex, packed, encrypted, numbers) and run at once. Sources that an obfuscator has made unreadable, or that are written far to the right of what an editor shows, are reported as medium.',
  why: 'Honest code has no reason to be hidden from those who run it. Code hidden this way is usually malicious, and a review would have found it.',
  example: {
    language: 'python',
    bad: 'exec(zlib.decompress(base64.b64decode(_TABLES)))',
    good: 'TABLES = json.loads(zlib.decompress(base64.b64decode(_TABLES)))',
  },
  fix: 'Ship readable sources. Decode data into data, never into code.',
  notCounted: ['minified code', 'data that is decoded and not run', 'tables of bytes in escapes'],
  calls: codeCalls(decodedCode),
  file: obfuscated,
};
