import type { CallEvent } from '../../engine/events.js';
import { SanitizedFor, type SourceKind } from '../../engine/values/taint.js';
import { ARCHIVE_ENTRIES } from '../../models/archives.js';
import { flowInto } from '../support/flows.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { allHarmful } from '../support/pieces.js';
import { FILE_CALLS, type FileCall } from './file-calls.js';
import { sinkOf } from '../support/locations.js';

const FILES: ReadonlySet<SourceKind> = new Set(['file-content']);

function check(event: CallEvent, { operation, paths }: FileCall, report: Report): void {
  if (operation === 'read') return;
  for (const value of paths(event)) {
    const taint = allHarmful(value, event.frame, SanitizedFor.PATH, false, FILES).find(
      ({ source }) => source.name === ARCHIVE_ENTRIES,
    );
    // An archive from a client is reported by another rule.
    if (!taint || allHarmful(value, event.frame, SanitizedFor.PATH).length > 0) continue;
    report({
      ...flowInto(event, taint, sinkOf(event)),
      description: `A file is ${operation} at the path that an entry of an archive gives: a name such as \`../../.bashrc\` leads out of the folder.`,
    });
    return;
  }
}

/** Archive entries are written to the paths in their names. */
export const archiveNames: Rule = {
  id: 'MCP-B006',
  class: 'B',
  title: "File written where an archive's entry says",
  severity: 'high',
  confidence: 'high',
  cwe: 22,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:H/A:L',
  what: "The names of an archive's entries are joined to a folder and written, and nothing shows that the result lies below it.",
  why: "Whoever makes the archive chooses where files are written: a start-up script, a key, the server's own code.",
  example: {
    language: 'typescript',
    bad: 'await writeFile(path.join(folder, entry.entryName), entry.getData());',
    good: 'const target = path.resolve(folder, entry.entryName);\nif (!target.startsWith(path.resolve(folder) + path.sep)) throw new Error("outside");\nawait writeFile(target, entry.getData());',
  },
  fix: 'Resolve each target and refuse those that do not lie below the folder; refuse links.',
  notCounted: ['entries whose target was checked, or whose name was reduced by `basename`'],
  calls: Object.fromEntries(
    Object.entries(FILE_CALLS).map(([name, call]): [string, CallCheck] => [
      name,
      (event, report) => check(event, call, report),
    ]),
  ),
};
