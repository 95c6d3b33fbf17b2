import type { CallEvent } from '../../engine/events.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import { isForAll, modeOf } from '../support/file-modes.js';
import { lineIn, sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import type { TextFile } from '../../files/text-file.js';

const DESCRIPTION =
  'Every user and program of the machine gets all rights on the file or folder: others may change what the server reads or runs.';

const reportFinding = (event: CallEvent, report: Report): void =>
  report({ at: event.frame, lines: event.node, sink: sinkOf(event), description: DESCRIPTION });

const changed =
  (index: number): CallCheck =>
  (event, report) => {
    const mode = modeOf(argument(event, index, 'mode'));
    if (mode !== undefined && isForAll(mode)) reportFinding(event, report);
  };

const COMMAND = /\bchmod\s+(?:-[A-Za-z]+\s+)*(?:0?777|a\+rwx|ugo\+rwx|o\+w)\b/u;

/** Shell scripts and Dockerfiles. */
function check({ path, role, language, lines }: TextFile, report: Report): void {
  const isScript =
    (role === 'product' && language === undefined) ||
    (role === 'data' && /(?:^|\/)Dockerfile[^/]*$/u.test(path));
  if (!isScript) return;
  lines.forEach((line, index) => {
    if (COMMAND.test(line) && !/^\s*#/u.test(line))
      report({ ...lineIn(path, index + 1), sink: 'chmod', severity: 'low', description: DESCRIPTION });
  });
}

/** Full permissions for everyone. */
export const openRights: Rule = {
  id: 'MCP-C005',
  class: 'C',
  title: 'All rights on a file for everybody',
  severity: 'medium',
  confidence: 'high',
  cwe: 732,
  cvss: 'AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:N',
  what: '`chmod 777` in code, in a script or in a Dockerfile.',
  why: 'Other users of the machine change files that the server reads or runs, and act with its rights.',
  example: {
    language: 'javascript',
    bad: 'await chmod(folder, 0o777);',
    good: 'await chmod(folder, 0o750);',
  },
  fix: 'Give rights to the owner, and to a group where others need them: 750 for folders and programs, 640 for files.',
  notCounted: ['modes of folders as they are made, which the umask narrows'],
  file: check,
  calls: {
    ...byName(['fs.chmod', 'fs.chmodSync', 'fs.fchmod', 'os.chmod', 'os.fchmod', 'os.Chmod'], changed(1)),
    'pathlib.Path().chmod': changed(0),
  },
};
