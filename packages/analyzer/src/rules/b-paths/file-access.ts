import type { Rule } from '../rule.js';
import { FILE_CALLS } from './file-calls.js';
import { LIBRARY_FILES } from './library-files.js';
import { pathChecks } from './path-flow.js';

/** A client's value leads out of the folder of a file. */
export const fileAccess: Rule = {
  id: 'MCP-B001',
  class: 'B',
  title: 'File path built from what a client sends',
  severity: 'high',
  confidence: 'high',
  cwe: 22,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:N',
  what: "A parameter of a tool, a resource's URI or part of a request becomes part of the path of a file that is read, written, deleted, moved or sent, and nothing shows that it stays below its folder.",
  why: "`../../.ssh/id_rsa` leads out of any folder that it is joined to, and an absolute path replaces the folder in Python's `join` and in `path.resolve`.",
  example: {
    language: 'python',
    bad: 'text = (NOTES / name).read_text()',
    good: 'path = (NOTES / name).resolve()\nif not path.is_relative_to(NOTES):\n    raise ValueError("outside of the notes")\ntext = path.read_text()',
  },
  fix: 'Resolve the path with its links (`realpath`, `Path.resolve`, `EvalSymlinks`) and then refuse it unless it lies below the folder: `is_relative_to`, `relative` without `..`, or a prefix that ends with a separator. Or take the name from a fixed set.',
  notCounted: [
    'names reduced by `basename`, or of a form without slashes',
    'paths that were checked to lie below a folder after they had been resolved',
    '`os.Root`, `sendFile` with a root, `send_from_directory`, `secure_filename`',
    'tools whose name and description promise any path of the machine: MCP-B007 reports those',
  ],
  calls: pathChecks({ ...FILE_CALLS, ...LIBRARY_FILES }, { what: 'file', side: 'other' }),
};
