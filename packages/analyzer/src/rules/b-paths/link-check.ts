import type { CallEvent } from '../../engine/events.js';
import { REAL } from '../../engine/values/path-keys.js';
import { SanitizedFor } from '../../engine/values/taint.js';
import { flowInto, describeSource } from '../support/flows.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { allHarmful } from '../support/pieces.js';
import { FILE_CALLS, type FileCall } from './file-calls.js';
import { sinkOf } from '../support/locations.js';

/** A path whose links were resolved last, and that has not been checked since. */
const FOLLOWED = new RegExp(`${REAL}(?:%same)*$`, 'u');

function check(event: CallEvent, { operation, paths }: FileCall, report: Report): void {
  for (const value of paths(event)) {
    if (!FOLLOWED.test(value.key ?? '')) continue;
    const taint = allHarmful(value, event.frame, SanitizedFor.LINKS).find(
      ({ sanitizedFor }) => (sanitizedFor & SanitizedFor.PATH) !== 0,
    );
    if (!taint) continue;
    report({
      ...flowInto(event, taint, sinkOf(event)),
      confidence: 'medium',
      description: `A file is ${operation} whose path holds ${describeSource(taint)} and was checked before its links were followed, not after: a link within the folder leads out of it.`,
    });
    return;
  }
}

/** A containment check before links are resolved. */
export const linkCheck: Rule = {
  id: 'MCP-B004',
  class: 'B',
  title: 'Path checked before its links are followed',
  severity: 'low',
  confidence: 'medium',
  cwe: 59,
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:L/I:L/A:N',
  what: 'A path was shown to lie below a folder as a text, and `realpath` was asked after that: the file that it leads to was not checked.',
  why: 'A symbolic link within the folder leads to any file. Whoever can make one there, with another tool, in an archive or by a commit, reads and writes outside.',
  example: {
    language: 'typescript',
    bad: 'const file = path.resolve(root, name);\nif (!file.startsWith(root + path.sep)) throw new Error("outside");\nreturn readFile(await realpath(file));',
    good: 'const file = await realpath(path.resolve(root, name));\nif (!file.startsWith(root + path.sep)) throw new Error("outside");\nreturn readFile(file);',
  },
  fix: 'Ask for the real path first and check that one.',
  notCounted: ['paths whose links were followed before the check', 'names without folders'],
  calls: Object.fromEntries(
    Object.entries(FILE_CALLS).map(([name, call]): [string, CallCheck] => [
      name,
      (event, report) => check(event, call, report),
    ]),
  ),
};
