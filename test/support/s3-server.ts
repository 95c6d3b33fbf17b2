import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** A bucket of an S3-compatible server on the loopback interface. */
export class S3Server {
  readonly bucket = 'artifacts';

  private constructor(
    private readonly server: S3rver,
    private readonly directory: string,
    readonly endpoint: string,
  ) {}

  static async start(): Promise<S3Server> {
    const directory = await mkdtemp(join(tmpdir(), 'mcp-hub-s3-'));
    const server = new S3rver({
      address: '127.0.0.1',
      port: 0,
      silent: true,
      directory,
      configureBuckets: [{ name: 'artifacts', configs: [] }],
    });
    const { port } = await server.run();
    return new S3Server(server, directory, `http://127.0.0.1:${port}`);
  }

  /** The variables that make the product use this bucket. */
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

  /** Keys of the objects whose bytes are there. */
  async keys(): Promise<string[]> {
    const root = join(this.directory, this.bucket);
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('._S3rver_object'))
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1, -'._S3rver_object'.length));
  }

  /** Identifiers of multipart uploads that have not ended. */
  async unfinished(): Promise<string[]> {
    const folder = join(this.directory, this.bucket, '._S3rver_uploads');
    return readdir(folder).catch(() => []);
  }

  /** Makes the objects whose keys end so look as if they had been written then. */
  async age(end: string, time: Date): Promise<void> {
    for (const key of (await this.keys()).filter((name) => name.endsWith(end))) {
      await utimes(join(this.directory, this.bucket, `${key}._S3rver_object`), time, time);
    }
  }

  async close(): Promise<void> {
    this.server.httpServer.closeAllConnections();
    await this.server.close();
    await rm(this.directory, { recursive: true, force: true });
  }
}
