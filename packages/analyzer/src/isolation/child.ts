/**
 * The process that analyzes one package and exits. Its parent limits its time and memory, reads its messages, and keeps the end
 * of its standard error, which shows why it failed and is printed with `--debug` only: the analyzed code is hostile.
 */
import './watchdog.js';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { analyze, type AnalysisOptions } from '../analysis/analyze.js';
import type { Advisories } from '../dependencies/advisories.js';
import { packagesOf, tableOf } from '../dependencies/advisory-lookup.js';
import { readAdvisories } from '../dependencies/read-advisories.js';
import { readDirectory } from '../files/read-directory.js';
import { readRelease, type Release } from '../files/release.js';
import type { LeftOut, PackageFiles } from '../files/source-file.js';
import { unpackArchive } from '../files/unpack.js';
import { isZip } from '../archives/is-zip.js';
import { readMcpBundle, type McpBundle } from '../mcpb/read-bundle.js';
import { activeClock } from './active-time.js';
import { MAX_PACKAGES, type Job, type Message, type Order } from './protocol.js';
import { readingFailure } from './reading-failure.js';
import { reasonOf } from './reason-of.js';

const send = (message: Message): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });

/** The advisories of the job, or a message that they cannot be used. */
async function advisoriesAt(path: string | undefined): Promise<Advisories | Message | undefined> {
  if (path === undefined) return undefined;
  void send({ kind: 'phase', phase: 'advisories' });
  try {
    const table = await readAdvisories(path);
    void send({ kind: 'advisories', size: table.size, skipped: table.skipped });
    return table;
  } catch (error) {
    return { kind: 'unusable', what: 'advisories', reason: reasonOf(error) };
  }
}

/** What there is to analyze. */
interface Input {
  readonly files: PackageFiles;
  /** What was not read. */
  readonly leftOut?: readonly LeftOut[];
  readonly release?: Release;
  readonly bundle?: McpBundle;
  /** Whether it is a package of npm's registry. */
  readonly isNpmPackage?: boolean;
}

async function readAt(source: Job['source']): Promise<Input> {
  const { kind, path } = source;
  if (kind === 'directory') return await readDirectory(path);
  if (kind === 'release') {
    const { files, leftOut } = await unpackArchive(createReadStream(path), 'plain');
    const read = readRelease(files);
    return { ...read, leftOut: [...leftOut, ...read.leftOut] };
  }
  // Nothing of npm is a zip.
  if (source.layout !== 'npm' && (await isZip(path))) return await readMcpBundle(createReadStream(path));
  return {
    ...(await unpackArchive(createReadStream(path), source.layout)),
    isNpmPackage: source.layout === 'npm',
  };
}

async function inputAt(source: Job['source']): Promise<Input | Message> {
  void send({ kind: 'phase', phase: 'reading' });
  try {
    return await readAt(source);
  } catch (error) {
    const failure = readingFailure(error, await realpath(source.path).catch(() => source.path));
    if (failure) return failure;
    throw error;
  }
}

/** There are more packages than the parent may be asked about. */
class TooManyPackages extends Error {}

/** Asks the parent. When it fails to answer, it ends this process. */
const askParent: AnalysisOptions['advisories'] = async (versions) => {
  const packages = packagesOf(versions);
  if (packages.length > MAX_PACKAGES)
    throw new TooManyPackages(`more than ${MAX_PACKAGES} packages to compare with advisories`);
  const answered = once(process, 'message') as Promise<[Order]>;
  await send({ kind: 'packages', packages });
  const [order] = await answered;
  if (order.kind !== 'advisories' || order.answer === undefined) return undefined;
  const table = tableOf(order.answer);
  void send({ kind: 'advisories', size: table.size, skipped: table.skipped });
  return table;
};

/** The time limit of this process, in milliseconds. */
const TIME = Number(process.argv[2]);
const clock = activeClock('self');

async function work({ source, advisories: path, previous }: Job, asks: boolean): Promise<Message> {
  const advisories = path === undefined && asks ? askParent : await advisoriesAt(path);
  if (advisories && 'kind' in advisories) return advisories;
  const input = await inputAt(source);
  if ('kind' in input) return input;
  const { files, leftOut, release, bundle, isNpmPackage = false } = input;
  const analysis = await analyze(files, {
    isNpmPackage,
    ...(leftOut && { leftOut }),
    ...(release && { release }),
    ...(bundle && { bundle }),
    ...(advisories && { advisories }),
    ...(previous && { previous }),
    onPhase: (phase) => void send({ kind: 'phase', phase }),
    timeLeft: () => 1 - clock() / TIME,
  });
  return { kind: 'done', analysis };
}

/** @throws an error of the analyzer itself, which ends the process */
function messageOf(error: unknown): Message {
  if (error instanceof TooManyPackages) return { kind: 'refused', reason: error.message };
  throw error;
}

process.once('message', (order: Order) => {
  if (order.kind !== 'job') return;
  void work(order.job, order.asks)
    .catch(messageOf)
    .then(send)
    .then(() => process.disconnect());
});
