import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { HOSTS, idOf, type Host } from './code-hosts.js';
import { tarOf } from './bundles.js';
import type { Certificates } from './certificates.js';

const packet = (text: string): string => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;

/** What git's smart protocol answers first. */
const advertisement = (refs: readonly (readonly [string, string])[], defaultBranch: string): string =>
  [
    packet('# service=git-upload-pack\n'),
    '0000',
    ...refs.map(([name, commit], index) =>
      packet(
        `${commit} ${name}${index === 0 ? `\0multi_ack symref=HEAD:refs/heads/${defaultBranch}` : ''}\n`,
      ),
    ),
    '0000',
  ].join('');

/** A repository of a fake code host. */
export class FakeRepository {
  defaultBranch = 'main';
  /** Full names and commits. */
  readonly refs = new Map<string, string>();
  private readonly parents = new Map<string, string | undefined>();
  readonly files = new Map<string, Readonly<Record<string, string>>>();

  constructor(
    readonly id: number,
    public path: string,
  ) {}

  /** A new commit after another one, which no branch has yet. */
  commit(parent?: string, files: Readonly<Record<string, string>> = {}): string {
    const commit = randomBytes(20).toString('hex');
    this.parents.set(commit, parent);
    this.files.set(commit, { 'README.md': commit, ...files });
    return commit;
  }

  /** Whether a commit is another one, or in its history. */
  isBefore(commit: string, other: string): boolean {
    for (let at: string | undefined = other; at !== undefined; at = this.parents.get(at)) {
      if (at === commit) return true;
    }
    return false;
  }

  /** The commit before another one. */
  parentOf(commit: string): string | undefined {
    return this.parents.get(commit);
  }
}

/** A code host for tests, on a loopback address. */
export class FakeCodeHost {
  readonly repositories: FakeRepository[] = [];
  /** Paths that repositories had before, and which the host redirects. */
  readonly redirects = new Map<string, FakeRepository>();
  readonly requests: string[] = [];
  /** Whether it answers nothing. */
  isAway = false;
  /** What it answers to everything. */
  refusal: { readonly status: number; readonly headers?: Readonly<Record<string, string>> } | undefined;
  /** Whether its API refuses to answer, as beyond its limit of requests. */
  isSilent = false;
  private ids = 1000;
  private readonly server;

  private constructor(
    readonly kind: Host,
    private readonly tls?: { readonly cert: Buffer; readonly key: Buffer },
  ) {
    const listener = (request: IncomingMessage, response: ServerResponse): void => {
      void this.answer(request, response);
    };
    this.server = tls === undefined ? createServer(listener) : createSecureServer(tls, listener);
  }

  /** With certificates it takes https alone, as a process of the product demands. */
  static async start(kind: Host, certificates?: Certificates): Promise<FakeCodeHost> {
    const tls = certificates && {
      cert: await readFile(certificates.certificate),
      key: await readFile(certificates.key),
    };
    const host = new FakeCodeHost(kind, tls);
    host.server.listen(0, '127.0.0.1');
    await once(host.server, 'listening');
    return host;
  }

  /** `127.0.0.1:port`, or with https `localhost:port` */
  get host(): string {
    const { port } = this.server.address() as AddressInfo;
    return `${this.tls === undefined ? '127.0.0.1' : 'localhost'}:${port}`;
  }

  /** As `ANALYSIS_SOURCE_HOSTS` has it. */
  get setting(): string {
    return `${this.kind}:${this.host}${this.tls === undefined ? '' : '+private'}`;
  }

  url(path: string): string {
    return `http${this.tls === undefined ? '' : 's'}://${this.host}/${path}`;
  }

  /** A new repository, with a first commit on its default branch. */
  repository(path: string, files: Readonly<Record<string, string>> = {}): FakeRepository {
    const repository = new FakeRepository((this.ids += 1), path);
    repository.refs.set('refs/heads/main', repository.commit(undefined, files));
    this.repositories.push(repository);
    this.redirects.delete(path);
    return repository;
  }

  /** Renames a repository; its old address leads to it until another one has it. */
  rename(repository: FakeRepository, path: string): void {
    this.redirects.set(repository.path, repository);
    this.redirects.delete(path);
    repository.path = path;
  }

  remove(repository: FakeRepository): void {
    this.repositories.splice(this.repositories.indexOf(repository), 1);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private find(path: string): FakeRepository | undefined {
    return this.repositories.find((each) => each.path === path) ?? this.redirects.get(path);
  }

  private async answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push(url);
    if (this.isAway) {
      response.destroy();
      return;
    }
    if (this.refusal !== undefined) {
      response.writeHead(this.refusal.status, this.refusal.headers).end();
      return;
    }
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const path = decodeURIComponent(pathname.slice(1));
    const [, refs] = /^(.+)\.git\/info\/refs$/.exec(path) ?? [];
    if (refs !== undefined) {
      this.sendRefs(refs, response);
      return;
    }
    const [, api] = /^(?:api\/v3\/repos|api\/v4\/projects|2\.0\/repositories)\/(.+)$/.exec(path) ?? [];
    if (api !== undefined) {
      this.sendApi(api, searchParams.getAll('refs[]'), response);
      return;
    }
    const [, of = '', commit = ''] =
      /^([^/]+\/[^/]+)\/(?:-\/)?(?:archive|get)\/([0-9a-f]{40})(?:\/[^/]+)?\.tar\.gz$/.exec(path) ??
      /^([^/]+\/[^/]+)\/(?:-\/)?(?:archive|get)\/([0-9a-f]{40})/.exec(path) ??
      [];
    await this.sendArchive(of, commit, response);
  }

  private sendRefs(path: string, response: ServerResponse): void {
    const repository = this.find(path);
    if (repository === undefined) {
      response.writeHead(404).end();
      return;
    }
    const head = repository.refs.get(`refs/heads/${repository.defaultBranch}`) ?? '';
    const refs = [['HEAD', head], ...repository.refs] as const;
    response.writeHead(200).end(advertisement(refs, repository.defaultBranch));
  }

  private sendApi(path: string, compared: readonly string[], response: ServerResponse): void {
    const [, of = '', question = ''] = /^([^/]+\/[^/]+)(?:\/(.*))?$/.exec(path) ?? [];
    const repository = this.find(of);
    if (this.isSilent || repository === undefined) {
      response.writeHead(this.isSilent ? 403 : 404).end();
      return;
    }
    const answer = question === '' ? this.facts(repository) : this.relation(repository, question, compared);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }

  private facts({ id, path }: FakeRepository): object {
    const url = this.url(path);
    return {
      github: { id, html_url: url },
      gitlab: { id, web_url: url },
      bitbucket: { uuid: idOf('bitbucket', id), links: { html: { href: url } } },
    }[this.kind];
  }

  private relation(repository: FakeRepository, question: string, compared: readonly string[]): object {
    if (this.kind === 'github') {
      const [, base = '', head = ''] = /^compare\/([0-9a-f]+)\.\.\.([0-9a-f]+)$/.exec(question) ?? [];
      if (repository.isBefore(head, base)) return { status: head === base ? 'identical' : 'behind' };
      return { status: repository.isBefore(base, head) ? 'ahead' : 'diverged' };
    }
    const [, from = '', to = ''] = /^merge-base\/([0-9a-f]+)\.\.([0-9a-f]+)$/.exec(question) ?? [];
    const [one = '', other = ''] = this.kind === 'gitlab' ? compared : [from, to];
    let base: string | undefined = one;
    while (base !== undefined && !repository.isBefore(base, other)) base = repository.parentOf(base);
    return { id: base, hash: base };
  }

  private async sendArchive(path: string, commit: string, response: ServerResponse): Promise<void> {
    const files = this.find(path)?.files.get(commit);
    if (files === undefined) {
      response.writeHead(404).end();
      return;
    }
    const entries = Object.entries(files).map(([name, content]) => ({
      name: `files-${commit}/${name}`,
      content,
    }));
    response.writeHead(200).end(gzipSync(await tarOf(entries)));
  }
}

/** One of each kind. */
export async function fakeCodeHosts(): Promise<Readonly<Record<Host, FakeCodeHost>>> {
  const [github, gitlab, bitbucket] = await Promise.all(HOSTS.map((kind) => FakeCodeHost.start(kind)));
  if (github === undefined || gitlab === undefined || bitbucket === undefined)
    throw new Error('a host is missing');
  return { github, gitlab, bitbucket };
}
