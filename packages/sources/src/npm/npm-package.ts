import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FetchContext, FetchedSource } from '../fetched-source.js';
import { mebibytes, METADATA_BYTES } from '../limits.js';
import { Destinations } from '../network/destinations.js';
import { GuardedAgent, type Lookup } from '../network/guarded-agent.js';
import type { Download } from '../network/http-client.js';
import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from '../source-error.js';
import { IntegrityCheck } from './integrity-check.js';
import { npmError, wrongBytes } from './npm-error.js';
import { defaultRegistry, registryOrigins, type NpmSettings } from './npm-settings.js';

export interface NpmRequest {
  readonly name: string;
  /** A version, a range or a tag. */
  readonly version: string;
  readonly settings: NpmSettings;
  readonly allowLoopback: boolean;
  readonly lookup: Lookup | undefined;
}

/** The list of versions, the archive, and five redirects of each. */
const CONNECTIONS = 12;

/** One package of an npm registry. pacote fetches it, through connections that the agent makes. */
export class NpmPackage {
  private readonly spec: string;
  private readonly what: string;
  private readonly destinations: Destinations;

  constructor(
    private readonly request: NpmRequest,
    private readonly context: FetchContext,
  ) {
    this.spec = `${request.name}@${request.version}`;
    this.what = `the package ${escapedText(this.spec)}`;
    const trusted = registryOrigins({ registry: defaultRegistry(), ...request.settings });
    this.destinations = new Destinations({ hosts: 'all', trusted, allowLoopback: request.allowLoopback });
  }

  /**
   * The exact version that a version, range or tag means now.
   * @throws SourceError
   */
  async resolve(): Promise<string> {
    return await this.connected(async (options) => (await this.manifest(options)).version);
  }

  /**
   * Writes the registry's archive to the context's path, byte for byte.
   * @throws SourceError
   */
  async fetch(): Promise<FetchedSource> {
    return await this.connected(async (options) => {
      const { version, integrity } = await this.manifest(options);
      const { name } = this.request;
      const { default: pacote } = await import('pacote');
      const download = await pacote.tarball.stream(
        `${name}@${version}`,
        (stream) => this.write(stream, integrity),
        { ...options, integrity },
      );
      return { archive: this.context.archive, ...download, package: { name, version } };
    });
  }

  private async manifest(options: object): Promise<{ version: string; integrity: string }> {
    const { default: npa } = await import('npm-package-arg');
    const { default: pacote } = await import('pacote');
    // Any other kind would be a file, a repository or another package.
    if (!['version', 'range', 'tag'].includes(npa(this.spec).type))
      throw new SourceError('invalid', `${escapedText(this.spec)} is no version of a package in a registry`);
    const manifest = await pacote.manifest(this.spec, options);
    const { name, version } = manifest;
    const { _integrity: integrity = '' } = manifest as { readonly _integrity?: string };
    if (name !== this.request.name)
      throw new SourceError('unavailable', `the registry answered for ${this.what} with another package`, {
        isRetryable: false,
      });
    if (IntegrityCheck.of(integrity) === undefined)
      throw new SourceError('integrity', `the registry states no digest for ${this.what}`);
    return { version, integrity };
  }

  /** Runs requests of pacote, whose connections all end with them. */
  private async connected<Result>(work: (options: object) => Promise<Result>): Promise<Result> {
    const { signal, limits } = this.context;
    const agent = new GuardedAgent(this.destinations, {
      lookup: this.request.lookup,
      connections: CONNECTIONS,
      bytes: limits.archiveBytes + METADATA_BYTES,
    });
    const options = {
      ...this.request.settings,
      agent,
      signal,
      packumentCache: new Map(),
      fetchRetries: 0,
      timeout: limits.time,
      userAgent: 'mcp-hub',
      ignoreScripts: true,
      // Newer versions of pacote ask for these before they fetch something else than a package of a registry.
      ...{ allowGit: 'none', allowRemote: 'none', allowFile: 'none', allowDirectory: 'none' },
    };
    try {
      return await work(options);
    } catch (error) {
      throw agent.failure ?? npmError(error, this.what, signal);
    } finally {
      agent.destroy();
    }
  }

  private async write(stream: NodeJS.ReadableStream, integrity: string): Promise<Download> {
    const { archive, limits } = this.context;
    const hash = createHash('sha256');
    const check = IntegrityCheck.of(integrity);
    const { what } = this;
    let size = 0;
    // The pipeline listens until it ends, and the connection may fail after that.
    stream.on('error', () => undefined);
    try {
      await pipeline(
        Readable.from(stream as AsyncIterable<Buffer>),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            size += chunk.length;
            if (size > limits.archiveBytes)
              throw new SourceError('too_large', `${what} is larger than ${mebibytes(limits.archiveBytes)}`);
            hash.update(chunk);
            check?.update(chunk);
            yield chunk;
          }
        },
        createWriteStream(archive, { flags: 'wx', mode: 0o600 }),
      );
    } catch (error) {
      // An error that pacote does not know: it would fetch wrong bytes a second time.
      throw npmError(error, what, this.context.signal);
    }
    // npm's libraries compare the bytes of ordinary answers only (status 200).
    if (check?.matches() !== true) throw wrongBytes(what);
    return { sha256: hash.digest('hex'), size };
  }
}
