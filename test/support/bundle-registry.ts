import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { digestOf, manifestOf } from './builders.js';

/** What a registry has of a bundle. */
export interface OfferedBundle {
  readonly bytes: Buffer;
  readonly manifest: object;
}

/** The manifest of the small server. */
export const smallManifest = (id: string, change: object = {}): Record<string, unknown> =>
  manifestOf(id, '1.0.0', { entrypoint: { command: ['node', 'dist/server.mjs'] }, ...change });

/** The part of a registry that clients download from, on the loopback interface, for answers that no registry gives. */
export class BundleRegistry {
  /** By digest. */
  private readonly bundles = new Map<string, OfferedBundle>();
  /** Paths of requests. */
  readonly asked: string[] = [];
  /** How many bytes of a bundle it sends before it waits. */
  stopsAfter: number | undefined;
  /** What it sends instead of a bundle. */
  otherBytes: Buffer | undefined;

  private constructor(private readonly server: Server) {
    server.on('request', (req, res) => {
      const path = decodeURIComponent(req.url ?? '');
      this.asked.push(path);
      const [, digest = ''] = /(sha256:[0-9a-f]{64})/.exec(path) ?? [];
      const named = this.bundles.get(digest);
      const byManifest = [...this.bundles.values()].find((each) => digestOf(text(each)) === digest);
      if (path.includes('/resolve') && named !== undefined)
        res.end(
          JSON.stringify({ resolved: { manifest: { digest: digestOf(text(named)) }, bundle: { digest } } }),
        );
      else if (path.endsWith('/manifest') && byManifest !== undefined) res.end(text(byManifest));
      else if (path.endsWith('/bundle') && named !== undefined) {
        const bytes = this.otherBytes ?? named.bytes;
        if (this.stopsAfter === undefined) res.end(bytes);
        else res.write(bytes.subarray(0, this.stopsAfter));
      } else res.writeHead(404).end('{"message":"not found"}');
    });
  }

  static async start(): Promise<BundleRegistry> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new BundleRegistry(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** Offers a bundle; returns its digest. */
  offer(bytes: Buffer, manifest: object): string {
    const digest = digestOf(bytes);
    this.bundles.set(digest, { bytes, manifest });
    return digest;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const text = ({ manifest }: OfferedBundle): string => JSON.stringify(manifest);
