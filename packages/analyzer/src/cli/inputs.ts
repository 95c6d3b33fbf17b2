import { open, readFile, stat } from 'node:fs/promises';
import { printable } from '../findings/printable.js';
import type { Job } from '../isolation/protocol.js';
import { reasonOf } from '../isolation/reason-of.js';
import { BadBaseline, type Baseline, readBaseline } from '../report/baseline.js';
import { resolvePath, UsageError } from './paths.js';

/** The kind of source at a path: a folder or a packed file. */
export async function sourceAt(path: string): Promise<Job['source']> {
  const resolved = resolvePath(path);
  try {
    const entry = await stat(resolved);
    if (entry.isDirectory()) return { kind: 'directory', path: resolved };
    if (entry.isFile()) return { kind: 'archive', path: resolved };
  } catch (error) {
    throw new UsageError(`cannot read ${printable(path)}: ${reasonOf(error)}`);
  }
  throw new UsageError(`${printable(path)} is neither a folder nor a file`);
}

/** The size of the first block of a tar. */
const HEAD = 512;

/** The first bytes of a file; undefined for a folder or an unreadable file. */
export async function headOf({ kind, path }: Job['source']): Promise<Uint8Array | undefined> {
  if (kind === 'directory') return undefined;
  try {
    await using file = await open(path);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } catch {
    return undefined;
  }
}

/** The baseline of the `--baseline` option. */
export async function baselineAt(path: string | undefined): Promise<Baseline | undefined> {
  if (path === undefined) return undefined;
  const resolved = resolvePath(path);
  try {
    return readBaseline(await readFile(resolved, 'utf8'));
  } catch (error) {
    const hint = error instanceof BadBaseline ? '; make one with --format json --output FILE' : '';
    throw new UsageError(`cannot use the baseline ${printable(path)}: ${reasonOf(error)}${hint}`);
  }
}
