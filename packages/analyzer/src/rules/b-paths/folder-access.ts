import type { Rule } from '../rule.js';
import { FOLDER_CALLS } from './file-calls.js';
import { pathChecks } from './path-flow.js';

/** A client's value leads out of the parent of a folder. */
export const folderAccess: Rule = {
  id: 'MCP-B002',
  class: 'B',
  title: 'Folder path built from what a client sends',
  severity: 'medium',
  confidence: 'high',
  cwe: 22,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:L/I:L/A:N',
  what: 'A parameter of a tool, or part of a request, becomes part of the path of a folder that is listed, searched or made, and nothing shows that it stays below its own.',
  why: 'A listing of any folder reveals the users, keys and programs of a machine; a folder that is made elsewhere can be where another program looks for its files.',
  example: {
    language: 'javascript',
    bad: 'const names = await fs.readdir(path.join(ROOT, args.folder));',
    good: 'const folder = await fs.realpath(path.join(ROOT, args.folder));\nif (folder !== ROOT && !folder.startsWith(ROOT + path.sep)) throw new Error("outside");\nconst names = await fs.readdir(folder);',
  },
  fix: 'Resolve the path with its links and refuse it unless it lies below the folder, or take the name from a fixed set.',
  notCounted: [
    'paths that were checked to lie below a folder',
    'the folders of a file whose own path is reported',
    'tools whose name and description promise any path of the machine: MCP-B007 reports those',
  ],
  calls: pathChecks(FOLDER_CALLS, { what: 'folder', side: 'other' }),
};
