import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tarGzOf } from './bundles.js';
import { zipOf } from './zips.js';

type Files = Readonly<Record<string, string>>;

/** A file of a release. */
export interface PypiFile {
  readonly filename: string;
  readonly bytes: Uint8Array;
  /** Yanked files are installed where the exact version is asked for. */
  readonly yanked?: boolean;
  /** Whether the index names it without having it. */
  readonly isGone?: boolean;
}

const hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** An index of Python packages on the loopback interface. The releases may be changed at any time. */
export class PypiIndex {
  /** By `name==version`. */
  readonly releases = new Map<string, PypiFile[]>();
  /** Names of the files that were downloaded. */
  readonly downloads: string[] = [];
  /** Whether every request fails. */
  isAway = false;
  /** How it answers then. */
  awayStatus = 503;
  /** Names of packages whose requests fail. */
  readonly failing = new Set<string>();

  private constructor(private readonly server: Server) {
    server.on('request', (req, res) => {
      const [, kind = '', name = '', version = ''] = decodeURIComponent(req.url ?? '').split('/');
      const release = this.releases.get(`${name}==${version}`);
      const file = release?.find(({ filename }) => filename === req.url?.split('/').at(-1));
      if (this.isAway || this.failing.has(name)) res.writeHead(this.awayStatus).end();
      else if (kind === 'pypi' && release !== undefined)
        res.setHeader('content-type', 'application/json').end(this.description(name, version, release));
      else if (kind === 'files' && file !== undefined && file.isGone !== true) {
        this.downloads.push(file.filename);
        res.end(file.bytes);
      } else res.writeHead(404).end();
    });
  }

  static async start(): Promise<PypiIndex> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PypiIndex(server);
  }

  /** The variables that make the hub use it. */
  get settings(): Readonly<Record<string, string>> {
    return { ANALYSIS_PYPI_INDEX: this.url };
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private description(name: string, version: string, files: readonly PypiFile[]): string {
    return JSON.stringify({
      info: { name, version },
      urls: files.map(({ filename, bytes, yanked = false }) => ({
        filename,
        url: `${this.url}/files/${name}/${version}/${filename}`,
        digests: { sha256: hex(bytes) },
        size: bytes.length,
        yanked,
      })),
    });
  }
}

/** A wheel with these files. */
export function wheelOf(name: string, files: Files, tag = 'py3-none-any'): PypiFile {
  const stem = name.replaceAll('-', '_');
  const info = `${stem}-1.0.dist-info`;
  const all: Files = {
    [`${info}/METADATA`]: `Metadata-Version: 2.4\nName: ${name}\nVersion: 1.0\nLicense-Expression: MIT\nRequires-Dist: mcp==1.20.0\n\n`,
    [`${info}/entry_points.txt`]: `[console_scripts]\n${name} = ${stem}.server:main\n`,
    [`${info}/WHEEL`]: `Wheel-Version: 1.0\nTag: ${tag}\n`,
    ...files,
  };
  return {
    filename: `${stem}-1.0-${tag}.whl`,
    bytes: zipOf(Object.entries(all).map(([path, content]) => ({ name: path, content }))),
  };
}

/** A source distribution with these files. */
export async function sdistOf(name: string, files: Files): Promise<PypiFile> {
  const stem = name.replaceAll('-', '_');
  const project = `[project]\nname = "${name}"\nversion = "1.0"\nlicense = "MIT"\ndependencies = ["mcp==1.20.0"]\n[project.scripts]\n${name} = "${stem}.server:main"\n`;
  const all: Files = { 'pyproject.toml': project, ...files };
  const entries = Object.entries(all).map(([path, content]) => ({ name: `${stem}-1.0/${path}`, content }));
  return { filename: `${stem}-1.0.tar.gz`, bytes: await tarGzOf(entries) };
}
