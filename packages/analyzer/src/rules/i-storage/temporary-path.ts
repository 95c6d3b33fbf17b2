import { taintsHere } from '../../engine/values/derive.js';
import type { Frame } from '../../engine/frame.js';
import { constantPrefix } from '../../engine/expressions/texts.js';
import { pathsOf, type Value } from '../../engine/values/value.js';
import { FILE_WRITES, fileWrite } from '../support/file-writes.js';
import { harmfulWithin } from '../support/flows.js';
import { lineIn, sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Rule } from '../rule.js';
import { secretIn } from '../support/secrets.js';
import { temporaryWrites } from './shell-writes.js';

const SHARED = /^\/(?:tmp|var\/tmp|dev\/shm)\/./u;
const FOLDER = /^(?:os\.tmpdir|tempfile\.gettempdir|os\.TempDir)\(\)$/u;
/** Predictable parts of a name: the time, the process id. */
const GUESSED = /^(?:Date\.now\(\)|time\.time\(\)|process\.pid|os\.getpid\(\)|time\.Now\(\)|os\.Getpid\(\))/u;

const isGuessed = (part: Value): boolean =>
  part.constants !== undefined || pathsOf(part).some((path) => GUESSED.test(path));

/** Whether a path in a shared folder is predictable. */
function isPredictable(path: Value, frame: Frame): boolean {
  if (taintsHere(path, frame).length > 0) return false;
  const parts = path.parts ?? [path];
  if (SHARED.test(constantPrefix(path))) return parts.every(isGuessed);
  const [folder, ...rest] = parts;
  return (
    folder !== undefined &&
    rest.length > 0 &&
    pathsOf(folder).some((each) => FOLDER.test(each)) &&
    rest.every(isGuessed)
  );
}

const write: CallCheck = (event, report) => {
  const found = fileWrite(event);
  if (!found?.path || found.exclusive || !isPredictable(found.path, event.frame)) return;
  const { data, mode } = found;
  const secret = data && secretIn(data, event.frame);
  const given = data && harmfulWithin(data, event.frame, 0);
  report({
    at: event.frame,
    lines: event.node,
    sink: sinkOf(event),
    ...(secret && { taint: secret }),
    severity: secret && mode !== 0o600 ? 'high' : secret || given ? 'medium' : 'low',
    description:
      'A file with a predictable name is written in the folder for temporary files: another user of the machine can read it, or put a link in its place before.',
  });
};

const made: CallCheck = (event, report) => {
  report({
    at: event.frame,
    lines: event.node,
    sink: sinkOf(event),
    description: '`mktemp` only returns a name; another process can create the file first.',
  });
};

/** A predictable file name in a folder shared by all users. */
export const temporaryPath: Rule = {
  id: 'MCP-I002',
  class: 'I',
  title: 'Predictable file in the folder for temporary files',
  severity: 'medium',
  confidence: 'medium',
  cwe: 377,
  cvss: 'AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:L/A:N',
  what: 'A file that is written below `/tmp` or the system’s temporary folder under a fixed name, or one made of the time or the process; in shell scripts too.',
  why: 'The folder belongs to all users of the machine: others read the file, or set a link there that makes the server write over something else.',
  example: {
    language: 'python',
    bad: 'Path("/tmp/session.json").write_text(token)',
    good: 'with tempfile.NamedTemporaryFile("w") as file: file.write(token)',
  },
  fix: 'Use `mktemp`, `fs.mkdtemp`, `tempfile.NamedTemporaryFile`, `os.CreateTemp`, or a folder of the user’s own.',
  notCounted: ['names with a random part', 'files that must not be there before (`wx`, `x`)'],
  calls: { ...byName(FILE_WRITES, write), 'tempfile.mktemp': made },
  file: (file, report) => {
    for (const { line, path } of temporaryWrites(file))
      report({
        ...lineIn(file.path, line),
        sink: path,
        severity: 'low',
        description: `The script writes to \`${path}\`, a predictable name in the folder for temporary files: another user of the machine can put a link in its place before.`,
      });
  },
};
