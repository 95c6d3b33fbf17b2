import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A file system in memory that one process sees in place of a folder, and nobody else. */
export class OwnMount {
  constructor(private readonly folder: string) {}

  /** Words in front of a command: it sees the file system, and is the process that they start. */
  get words(): string[] {
    const mount = 'mount -t tmpfs -o size=64m none "$0" && exec "$@"';
    return ['unshare', '--mount', 'bash', '-c', mount, this.folder];
  }

  /** Lets that process read only, or write again. */
  async remount(pid: number, how: 'ro' | 'rw'): Promise<void> {
    await run('nsenter', [`--mount=/proc/${pid}/ns/mnt`, 'mount', '-o', `remount,${how}`, this.folder]);
  }

  /** Where the test finds a file of that process. */
  static seenBy(pid: number, path: string): string {
    return `/proc/${pid}/root${path}`;
  }
}
