import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { AppConfig } from '../../src/config/app-config.js';
import { loadConfig } from '../../src/config/load-config.js';
import { wholeObjects } from './s3-objects.js';

/** A bucket of an S3-compatible server on the loopback interface. */
export class S3Server {
  readonly bucket = 'artifacts';

  private constructor(
    private readonly server: S3rver,
    private readonly folder: string,
    readonly endpoint: string,
  ) {}

  static async start(): Promise<S3Server> {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-s3-'));
    const [directory, arriving] = [join(folder, 'buckets'), join(folder, 'arriving')];
    await Promise.all([mkdir(directory), mkdir(arriving)]);
    const server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory,
      configureBuckets: [{ name: 'artifacts', configs: [] }],
    });
    server.context.store = wholeObjects(server.context.store, arriving);
    const { port } = await server.run();
    return new S3Server(server, folder, `http://127.0.0.1:${port}`);
  }

  /** The variables that configure the product to use this bucket. */
  get settings(): Record<string, string> {
    return {
      STORAGE_TYPE: 's3',
      STORAGE_S3_BUCKET: this.bucket,
      STORAGE_S3_ENDPOINT: this.endpoint,
      STORAGE_S3_FORCE_PATH_STYLE: 'true',
      STORAGE_S3_ACCESS_KEY_ID: 'S3RVER',
      STORAGE_S3_SECRET_ACCESS_KEY: 'S3RVER',
    };
  }

  /** The configuration of a product that uses this bucket, overridden by the given settings. It writes nothing. */
  config(change: Readonly<Record<string, string>> = {}): AppConfig {
    const variables = { CONFIG_FILE: '/dev/null', ...this.settings, ...change };
    return loadConfig(variables, { needsSecrets: false });
  }

  private get objects(): string {
    return join(this.folder, 'buckets', this.bucket);
  }

  /** The keys of the stored objects. */
  async keys(): Promise<string[]> {
    const root = this.objects;
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('._S3rver_object'))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1, -'._S3rver_object'.length));
  }

  /** The ids of unfinished multipart uploads. */
  async unfinished(): Promise<string[]> {
    const folder = join(this.objects, '._S3rver_uploads');
    return readdir(folder).catch(() => []);
  }

  /** Sets the modification time of the objects whose keys end like this. */
  async age(end: string, time: Date): Promise<void> {
    for (const key of (await this.keys()).filter((name) => name.endsWith(end))) {
      await utimes(join(this.objects, `${key}._S3rver_object`), time, time);
    }
  }

  async close(): Promise<void> {
    this.server.httpServer.closeAllConnections();
    await this.server.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}
