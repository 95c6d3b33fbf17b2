import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** An in-memory file system that a single process sees in place of a folder. */
export class OwnMount {
  constructor(private readonly folder: string) {}

  /** The prefix of a command that runs it, in the same process, with the file system mounted. */
  get words(): string[] {
    const mount = 'mount -t tmpfs -o size=64m none "$0" && exec "$@"';
    return ['unshare', '--mount', 'bash', '-c', mount, this.folder];
  }

  /** Remounts it read-only or writable. */
  async remount(pid: number, how: 'ro' | 'rw'): Promise<void> {
    await run('nsenter', [`--mount=/proc/${pid}/ns/mnt`, 'mount', '-o', `remount,${how}`, this.folder]);
  }

  /** The path of a process's file as seen by the test. */
  static seenBy(pid: number, path: string): string {
    return `/proc/${pid}/root${path}`;
  }
}
