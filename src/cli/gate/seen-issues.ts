import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SeenDecisions } from '@mcp-hub/client-configurations/decisions';
import { isObject } from '../../common/values/json.js';
import { systemMessage } from '../command-failure.js';

const FOLDERS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['Library', 'Caches'],
  win32: ['AppData', 'Local'],
};

/** The folder of the user for what can be made again. */
const cacheFolder = (): string => join(homedir(), ...(FOLDERS[process.platform] ?? ['.cache']), 'mcp-hub');

/**
 * The newest issue of decisions that this user has seen at each address, so that an older one is refused. The name of a file is a
 * hash of the address, which is a secret.
 */
export class SeenIssues {
  private readonly folder: string;

  /** @param cache a folder; undefined for that of the user */
  constructor(cache: string | undefined) {
    this.folder = join(cache ?? cacheFolder(), 'decisions');
  }

  /** Undefined if none was seen, or what is stored cannot be read. */
  async newest(address: URL): Promise<SeenDecisions | undefined> {
    try {
      const stored: unknown = JSON.parse(await readFile(this.fileOf(address), 'utf8'));
      if (!isObject(stored)) return undefined;
      const { revision, issued_at: issuedAt } = stored;
      return typeof revision === 'number' && typeof issuedAt === 'string'
        ? { revision, issued_at: issuedAt }
        : undefined;
    } catch {
      return undefined;
    }
  }

  /** Remembers an issue, unless another command has seen a newer one since; returns why that is not possible. */
  async remember(address: URL, seen: SeenDecisions): Promise<string | undefined> {
    if (((await this.newest(address))?.revision ?? 0) > seen.revision) return undefined;
    const file = this.fileOf(address);
    const temporary = `${file}.${randomUUID()}`;
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      await writeFile(temporary, JSON.stringify(seen), { mode: 0o600, flag: 'wx' });
      await rename(temporary, file);
      return undefined;
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      return systemMessage(error);
    }
  }

  private fileOf({ href }: URL): string {
    return join(this.folder, `${createHash('sha256').update(href).digest('hex')}.json`);
  }
}
