import { withEnvironmentFile, type ServerEntry } from '@mcp-hub/client-configurations';
import type { Folder } from './folder.js';

const WORKSPACE = /^(?:\$\{workspaceFolder\}|\.)[/\\]/;

/** Reads the files of variables that entries name; those that cannot be read stay unread, which denies the entry. */
export async function withEnvironmentFiles(
  entries: readonly ServerEntry[],
  folder: Folder,
): Promise<readonly ServerEntry[]> {
  const texts = new Map<string, string | undefined>();
  const read: ServerEntry[] = [];
  for (const entry of entries) {
    let { launch } = entry;
    for (const file of launch.environmentFiles ?? []) {
      if (!texts.has(file)) texts.set(file, await folder.text(file.replace(WORKSPACE, '')));
      const text = texts.get(file);
      if (text !== undefined) launch = withEnvironmentFile(launch, file, text);
    }
    read.push(launch === entry.launch ? entry : { ...entry, launch });
  }
  return read;
}
