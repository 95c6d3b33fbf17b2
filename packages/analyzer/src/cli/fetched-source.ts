import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { FetchedSource } from '@mcp-hub/sources';
import { printable } from '../findings/printable.js';
import type { Job } from '../isolation/protocol.js';
import { removeOwnFolders, temporaryFolder } from '../temporary/index.js';
import { sourceAt } from './inputs.js';
import type { CliOptions } from './options.js';
import { ENVIRONMENT, resolvePath, UsageError } from './paths.js';
import type { Progress } from './progress.js';
import { endingOnSignals } from './signals.js';

/** A source could not be fetched, although the command was used correctly. */
export class FetchFailure extends Error {}

/** `https://…`, `git@host:…`, `npm:…`, `pypi:…` and `name@version`. */
const REMOTE = /^(?:[a-z][a-z+]*:\/\/|git@|(?:npm|pypi):|(?:@[^/@\s]+\/)?[^/@\s]+@[^/@]+$)/i;
/** The failures that another argument avoids. */
const MISUSE = new Set(['invalid', 'not_found', 'refused_address']);

const isFetched = (text: string): boolean => REMOTE.test(text) && !existsSync(resolvePath(text));

async function library(): Promise<typeof import('@mcp-hub/sources')> {
  try {
    return await import('@mcp-hub/sources');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(
      'fetching needs the package @mcp-hub/sources: install it beside @mcp-hub/analyzer, or name a folder or a .tgz file',
      { cause: error },
    );
  }
}

function described(fetched: FetchedSource, text: string): string {
  const { package: identity, commit } = fetched;
  if (identity) return `${identity.name} ${identity.version}`;
  const [address = ''] = text.split('#');
  return commit === undefined ? address : `${address} at ${commit}`;
}

/** Fetches a source into a folder. */
async function fetchInto(
  folder: string,
  text: string,
  { path, index }: CliOptions,
  progress: Progress,
): Promise<Job['source']> {
  const { fetchSource, parseSourceSpec, readNpmSettings, SourceError } = await library();
  progress.start('fetching');
  try {
    const spec = parseSourceSpec(text);
    if (path !== undefined && spec.kind !== 'repository')
      throw new UsageError('--path names a folder of a repository, not of a package');
    const fetched = await fetchSource(spec.kind === 'repository' ? { ...spec, path: path ?? null } : spec, {
      folder,
      ...(spec.kind === 'npm' && { npm: await readNpmSettings(ENVIRONMENT) }),
      ...(index !== undefined && { pypiIndex: index }),
    });
    progress.say(`fetched ${printable(described(fetched, text))}`);
    if (fetched.release) return { kind: 'release', path: fetched.archive };
    return { kind: 'archive', path: fetched.archive, layout: spec.kind === 'npm' ? 'npm' : 'plain' };
  } catch (error) {
    progress.end();
    if (!(error instanceof SourceError)) throw error;
    const message = `cannot fetch ${printable(text)}: ${error.message}`;
    throw MISUSE.has(error.code) ? new UsageError(message) : new FetchFailure(message);
  }
}

/**
 * Works on the source that an argument names: a folder or file of that name, or else one that is fetched into a private temporary
 * folder, which is deleted when the work ends, also by a signal.
 */
export async function withSource<Result>(
  text: string,
  options: CliOptions,
  progress: Progress,
  work: (source: Job['source']) => Promise<Result>,
): Promise<Result> {
  if (!isFetched(text)) {
    if (options.path !== undefined || options.index !== undefined)
      throw new UsageError('--path and --index are for sources that are fetched, not for folders and files');
    return await work(await sourceAt(text));
  }
  const folder = await temporaryFolder('source');
  return await endingOnSignals(async () => {
    try {
      return await work(await fetchInto(folder, text, options, progress));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }, removeOwnFolders);
}
