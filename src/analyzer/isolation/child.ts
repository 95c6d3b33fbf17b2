/**
 * The process that analyzes one package and ends. Its parent bounds its time and memory, and reads nothing of it but
 * messages: what is analyzed is hostile.
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { analyze } from '../analyze.js';
import { parseAdvisories, type Advisories } from '../dependencies/advisories.js';
import { readDirectory } from '../files/read-directory.js';
import { RefusedPackage } from '../files/source-file.js';
import { unpackArchive } from '../files/unpack.js';
import type { Job, Message } from './protocol.js';

const send = (message: Message): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, () => resolve());
  });

/** The job cannot be done as it was given. */
class UnusableJob extends Error {}

async function advisoriesAt(path: string | undefined): Promise<Advisories | undefined> {
  if (path === undefined) return undefined;
  try {
    return parseAdvisories(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new UnusableJob(
      `cannot use the advisories: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

async function work({ source, advisories }: Job): Promise<Message> {
  try {
    void send({ kind: 'phase', phase: 'reading' });
    const table = await advisoriesAt(advisories);
    const files =
      source.kind === 'directory'
        ? await readDirectory(source.path)
        : await unpackArchive(createReadStream(source.path));
    const analysis = await analyze(files, {
      ...(table && { advisories: table }),
      onPhase: (phase) => void send({ kind: 'phase', phase }),
    });
    return { kind: 'done', analysis };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof RefusedPackage) return { kind: 'refused', reason };
    // A file that is gone, or may not be read.
    const isFile = error instanceof Error && 'syscall' in error;
    if (isFile || error instanceof UnusableJob) return { kind: 'unusable', reason };
    throw error;
  }
}

process.once('message', (job: Job) => {
  void work(job)
    .then(send)
    .then(() => process.disconnect());
});
