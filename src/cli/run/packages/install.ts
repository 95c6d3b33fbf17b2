import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { filesBelow, hashFile } from '../cache/write-entry.js';
import { Refusal } from '../refusal.js';

/** A package manager that is run. */
export interface Installation {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Runs a package manager that adds files to a folder of verified ones, and checks that it changed none of these.
 * @throws Refusal
 */
export async function installInto(
  folder: string,
  { program, arguments: words, cwd, variables }: Installation,
): Promise<void> {
  const before = new Map<string, string>();
  for await (const path of filesBelow(folder)) before.set(path, await hashFile(path));
  // Standard output belongs to the server.
  const child = spawn(program, words, { cwd, env: { ...variables }, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await Promise.race([
    once(child, 'exit'),
    once(child, 'error').then(([error]) => {
      throw new Refusal(`${program} cannot be started`, { cause: error });
    }),
  ])) as [number | null];
  if (code !== 0) throw new Refusal('the dependencies could not be installed; the lines above say why');
  for (const [path, hash] of before)
    if ((await hashFile(path).catch(() => '')) !== hash)
      throw new Refusal('installing the dependencies changed a file of the package itself');
}
