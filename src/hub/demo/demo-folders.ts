import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DemoServer } from './demo-servers.js';

/** The folder of the examples in this installation. */
export const EXAMPLES = fileURLToPath(new URL('../../../examples', import.meta.url));

async function versionIn(folder: string): Promise<string | undefined> {
  try {
    const text = await readFile(join(folder, 'package.json'), 'utf8');
    return (JSON.parse(text) as { readonly version?: string }).version;
  } catch {
    return undefined;
  }
}

/** The folder of this installation that has a server of the demo in its version; undefined if none has. */
export async function demoFolder({ name, npm, version }: DemoServer): Promise<string | undefined> {
  const folders =
    npm === undefined
      ? [join(EXAMPLES, name.slice(name.indexOf('/') + 1))]
      : (createRequire(import.meta.url).resolve.paths(npm) ?? []).map((modules) => join(modules, npm));
  for (const folder of folders) {
    if ((await versionIn(folder)) === version) return folder;
  }
  return undefined;
}
