import type { CallEvent } from '../../engine/events.js';
import { CLIENT_SOURCES, SanitizedFor, type SourceKind } from '../../engine/values/taint.js';
import { textOf, UNKNOWN, type Value, maybe } from '../../engine/values/value.js';
import { flowInto, describeSource } from '../support/flows.js';
import { argument, named, option } from '../../engine/expressions/call-arguments.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { allHarmful } from '../support/pieces.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';

/** Sources of untrusted archives. */
const SOURCES: ReadonlySet<SourceKind> = new Set([...CLIENT_SOURCES, 'remote-content']);

function check(event: CallEvent, archive: Value, report: Report): void {
  const [taint] = allHarmful(archive, event.frame, SanitizedFor.DATA, true, SOURCES);
  if (!taint) return;
  report({
    ...flowInto(event, taint, sinkOf(event)),
    description: `An archive is unpacked that comes from ${describeSource(taint)}: names in it such as \`../../.bashrc\`, and links, lead out of the folder.`,
  });
}

/** `archive.extractall(path)`, `archive.extract(member)` of a tar file without a filter. */
const tar: CallCheck = (event, report) => {
  const filter = named(event, 'filter');
  if (filter && textOf(filter) !== 'fully_trusted') return;
  check(event, event.receiver ?? UNKNOWN, report);
};

/** `shutil.unpack_archive(file, folder)`. */
const unpack: CallCheck = (event, report) => {
  if (!named(event, 'filter')) check(event, argument(event, 0, 'filename'), report);
};

/** `tar.x({ file, preservePaths: true })`. */
const preserving: CallCheck = (event, report) => {
  if (maybe(option(event, 'preservePaths'), true)) check(event, argument(event, 0), report);
};

/** An untrusted archive is unpacked without checking its names. */
export const archiveExtraction: Rule = {
  id: 'MCP-B005',
  class: 'B',
  title: 'Archive extracted without checks of its paths',
  severity: 'high',
  confidence: 'high',
  cwe: 22,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:H/A:L',
  what: 'A tar archive that a client sends or names, or that was fetched, is unpacked by `extractall` or `unpack_archive` without a filter, or by `tar` with `preservePaths`.',
  why: 'Names in tar archives may be absolute or hold `..`, and links in them lead anywhere: unpacking writes outside of the folder.',
  example: {
    language: 'python',
    bad: 'archive.extractall(folder)',
    good: 'archive.extractall(folder, filter="data")',
  },
  fix: 'Unpack with `filter="data"`, or check each name and skip links.',
  notCounted: [
    '`filter="data"` and `filter="tar"`',
    'archives that the package itself brings along',
    '`zipfile`, `adm-zip`, `unzipper`, `extract-zip`: they keep names below the folder themselves',
  ],
  calls: {
    ...byName(
      [
        'tarfile.open().extractall',
        'tarfile.TarFile().extractall',
        'tarfile.TarFile.open().extractall',
        'tarfile.open().extract',
        'tarfile.TarFile().extract',
      ],
      tar,
    ),
    ...byName(['shutil.unpack_archive'], unpack),
    ...byName(['tar.x', 'tar.extract'], preserving),
  },
};
