import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A version of a package in an npm registry. */
export interface NpmRelease {
  readonly name: string;
  readonly version: string;
  /** Fields of its manifest that launchers read, such as `bin`. */
  readonly manifest?: object;
  /** The tarball. */
  readonly bytes: Uint8Array;
}

/** An npm registry on the loopback interface, with one version of each of its packages. */
export class NpmRegistry {
  /** Paths of the tarballs that were downloaded. */
  readonly downloads: string[] = [];

  private constructor(
    private readonly server: Server,
    private readonly releases: readonly NpmRelease[],
  ) {
    server.on('request', (req, res) => {
      const path = decodeURIComponent(req.url ?? '').slice(1);
      const packument = this.releases.find(({ name }) => name === path);
      const tarball = this.releases.find((release) => tarballOf(release) === path);
      if (tarball !== undefined) this.downloads.push(path);
      if (packument !== undefined)
        res.setHeader('content-type', 'application/json').end(this.metadata(packument));
      else if (tarball !== undefined) res.end(tarball.bytes);
      else res.writeHead(404).end();
    });
  }

  static async start(releases: readonly NpmRelease[]): Promise<NpmRegistry> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new NpmRegistry(server, releases);
  }

  /** The variables that make npm, and the hub, use it. */
  get settings(): Readonly<Record<string, string>> {
    return { npm_config_registry: this.url };
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  private metadata(release: NpmRelease): string {
    const { name, version, bytes, manifest } = release;
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
    const dist = { tarball: this.url + tarballOf(release), integrity };
    return JSON.stringify({
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { ...manifest, name, version, dist } },
    });
  }
}

const tarballOf = ({ name, version }: NpmRelease): string => `${name}/-/${version}.tgz`;
