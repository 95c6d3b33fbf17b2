import type { CallEvent } from '../../engine/events.js';
import { isForAll, modeOf, WRITABLE } from '../support/file-modes.js';
import { argument, option } from '../../engine/expressions/call-arguments.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule } from '../rule.js';

function reportFinding(event: CallEvent, report: Report): void {
  report({
    at: event.frame,
    lines: event.node,
    sink: sinkOf(event),
    description:
      'Every user of the machine may write the file: what the server reads from it later may be somebody else’s.',
  });
}

/** `chmod(path, 0o666)`. */
const changed =
  (index: number | 'receiver'): CallCheck =>
  (event, report) => {
    const mode = modeOf(argument(event, index === 'receiver' ? 0 : index, 'mode'));
    if (mode !== undefined && (mode & WRITABLE) !== 0 && !isForAll(mode)) reportFinding(event, report);
  };

const umask: CallCheck = (event, report) => {
  if (modeOf(argument(event, 0)) === 0 && event.arguments.positional.length > 0) reportFinding(event, report);
};

/** `writeFile(path, data, { mode: 0o666 })`. */
const written: CallCheck = (event, report) => {
  const mode = modeOf(option(event, 'mode'));
  if (mode !== undefined && (mode & WRITABLE) !== 0) reportFinding(event, report);
};

/** A world-writable file. */
export const openMode: Rule = {
  id: 'MCP-I003',
  class: 'I',
  title: 'File that every user may write',
  severity: 'medium',
  confidence: 'high',
  cwe: 276,
  cvss: 'AV:L/AC:L/PR:L/UI:N/S:U/C:L/I:H/A:N',
  what: 'A file made with mode 666, changed to it, or made after `umask(0)`.',
  why: 'Other users of the machine change the file, and with it what the server does or answers.',
  example: {
    language: 'python',
    bad: 'os.chmod(path, 0o666)',
    good: 'os.chmod(path, 0o600)',
  },
  fix: 'Give files mode 600 or 640, and leave the umask as it is.',
  notCounted: ['modes of Go’s functions that make files, which the umask narrows'],
  calls: {
    ...byName(['fs.chmod', 'fs.chmodSync', 'fs.fchmod', 'os.chmod', 'os.fchmod', 'os.Chmod'], changed(1)),
    'pathlib.Path().chmod': changed('receiver'),
    ...byName(['process.umask', 'os.umask', 'syscall.Umask'], umask),
    ...byName(['fs.writeFile', 'fs.writeFileSync', 'fs.appendFile', 'fs.appendFileSync'], written),
  },
};
