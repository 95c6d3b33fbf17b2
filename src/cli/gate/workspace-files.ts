import { readdir } from 'node:fs/promises';
import { printable } from '../../common/values/text.js';
import { CommandFailure, systemMessage } from '../command-failure.js';
import {
  CONFIGURATION_LIMITS,
  fileNameProblem,
  foldedName,
  matchesName,
  WORKSPACE_FILES,
} from '@mcp-hub/client-configurations';

/** What of a folder is missing when it is no folder. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR']);

/** The names in a folder, sorted; none if it does not exist. @throws CommandFailure if it cannot be read */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (ABSENT.has((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw new CommandFailure(`cannot read ${printable(folder, 300)}: ${systemMessage(error)}`);
  }
}

/** Reads each folder once, as it was at the first look. */
class Folders {
  private readonly names = new Map<string, Promise<string[]>>();

  private in(folder: string): Promise<string[]> {
    const known = this.names.get(folder);
    if (known !== undefined) return known;
    const read = namesIn(folder);
    this.names.set(folder, read);
    return read;
  }

  /** The files of a pattern, also those whose names are the same for file systems that know no case. */
  async matching(pattern: string): Promise<string[]> {
    let paths = [''];
    for (const part of pattern.split('/')) {
      const folded = foldedName(part);
      const next = paths.map(async (path) => {
        const names = await this.in(path === '' ? '.' : path);
        return names
          .filter((name) => matchesName(folded, foldedName(name)))
          .map((name) => (path === '' ? name : `${path}/${name}`));
      });
      paths = (await Promise.all(next)).flat();
    }
    return paths;
  }
}

/**
 * The configurations of clients in the working folder, in the order of their formats.
 * @throws CommandFailure for one whose name differs from that of a client's only by case, and for too many
 */
export async function workspaceFiles(): Promise<string[]> {
  const folders = new Folders();
  const found: string[] = [];
  for (const pattern of WORKSPACE_FILES) found.push(...(await folders.matching(pattern)));
  const files = [...new Set(found)];
  for (const file of files) {
    const problem = fileNameProblem(file);
    if (problem !== undefined) throw new CommandFailure(`${printable(file, 300)} ${problem}`);
  }
  const { files: max } = CONFIGURATION_LIMITS;
  if (files.length > max)
    throw new CommandFailure(
      `the folder has more than ${max} configurations of clients; name files with --file`,
    );
  return files;
}
