import { together } from '../support/flow-reports.js';
import type { Rule } from '../rule.js';
import { FILE_CALLS, FOLDER_CALLS } from './file-calls.js';
import { LIBRARY_FILES } from './library-files.js';
import { pathChecks } from './path-flow.js';

/** A tool designed to work on any file. */
export const anyPathByDesign: Rule = {
  id: 'MCP-B007',
  class: 'B',
  title: 'Tool that works on any path of the machine',
  severity: 'medium',
  confidence: 'medium',
  cwe: 73,
  cvss: 'AV:N/AC:L/PR:L/UI:R/S:U/C:H/I:H/A:N',
  what: "A tool whose name and description promise to work on any path (`any file`, `an absolute path`, `the file system`) uses its parameter as it is: it reaches every file that the server's user can.",
  why: 'The code does what the tool is for. It also means that a model that was misled reads keys and configuration, or writes files that are run at the next login.',
  example: {
    language: 'python',
    bad: '@mcp.tool()\ndef read_table(path: str) -> str:\n    """Reads a table from any file."""\n    return pandas.read_csv(path).to_json()',
    good: 'file = Path(path).resolve()\nif not any(file.is_relative_to(root) for root in ROOTS):\n    raise ValueError("outside of the folders that may be used")',
  },
  fix: 'Limit the tool to folders that the operator names at start or that the client offers as roots, and refuse every path outside of them.',
  notCounted: [
    'paths that were checked to lie below a folder',
    'names that are joined to a folder, and tools that do not promise any path: MCP-B001 and MCP-B002 report those',
  ],
  calls: together(
    pathChecks({ ...FILE_CALLS, ...LIBRARY_FILES }, { what: 'file', side: 'design' }),
    pathChecks(FOLDER_CALLS, { what: 'folder', side: 'design' }),
  ),
};
