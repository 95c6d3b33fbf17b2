import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchSource, type FetchOptions } from '../../src/fetch-source.js';
import type { FetchedSource } from '../../src/fetched-source.js';
import { SourceError } from '../../src/source-error.js';
import type { SourceSpec } from '../../src/source-spec.js';

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'mcp-sources-'));

export interface Fetched extends FetchedSource {
  readonly bytes: Buffer;
}

export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly isRetryable: boolean;
  /** What is left in the folder. */
  readonly left: readonly string[];
}

type Options = Partial<Omit<FetchOptions, 'folder'>>;

/** Fetches a source into a new folder. */
export async function fetched(spec: SourceSpec, options: Options = {}): Promise<Fetched> {
  const folder = await newFolder();
  const source = await fetchSource(spec, { ...options, folder });
  return { ...source, bytes: await readFile(source.archive) };
}

/** Expects that a source is not fetched. */
export async function refused(spec: SourceSpec, options: Options = {}): Promise<Refusal> {
  const folder = await newFolder();
  try {
    await fetchSource(spec, { ...options, folder });
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { code, message, isRetryable } = error;
    return { code, message, isRetryable, left: await readdir(folder) };
  }
  throw new Error('it was fetched');
}
