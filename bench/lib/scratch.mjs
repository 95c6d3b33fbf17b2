import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs `work` with a temporary folder and a function to register cleanups, which run in reverse order, whatever happens.
 * @template T
 * @param {(scratch: {folder: string, defer: (undo: () => unknown) => void}) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withScratch(work) {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-bench-'));
  const undo = [() => rm(folder, { recursive: true, force: true })];
  try {
    return await work({ folder, defer: (action) => void undo.push(action) });
  } finally {
    for (const action of undo.reverse()) await action();
  }
}
