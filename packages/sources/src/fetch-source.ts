import { mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { entryPath } from './archives/entry-path.js';
import { resolveRef } from './code-hosts/advertised-refs.js';
import { CODE_HOSTS, hostKind, type CodeHost } from './code-hosts/code-host.js';
import { fetchRepository } from './code-hosts/fetch-repository.js';
import { repositoryAddress, type RepositoryAddress } from './code-hosts/repository-address.js';
import type { FetchContext, FetchedSource } from './fetched-source.js';
import { SOURCE_LIMITS, type SourceLimits } from './limits.js';
import { Destinations } from './network/destinations.js';
import type { Lookup } from './network/guarded-agent.js';
import { HttpClient } from './network/http-client.js';
import { NpmPackage } from './npm/npm-package.js';
import type { NpmSettings } from './npm/npm-settings.js';
import { fetchPypi } from './pypi/fetch-pypi.js';
import { installable } from './pypi/distribution.js';
import { PYPI, PYPI_FILES, readRelease } from './pypi/index-api.js';
import { setDigest } from './pypi/release-files.js';
import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from './source-error.js';
import { digestOfMcpb, fetchMcpb } from './mcpb/fetch-mcpb.js';
import {
  checkSourceSpec,
  type McpbSpec,
  type PypiSpec,
  type RepositorySpec,
  type SourceSpec,
} from './source-spec.js';

export interface SourceOptions {
  /** The code hosts that repositories may be on; github.com, gitlab.com and bitbucket.org by default. */
  readonly hosts?: readonly CodeHost[];
  /** npm's configuration, from `readNpmSettings`; npm's defaults when it is absent. */
  readonly npm?: NpmSettings;
  /** The Python package index of the administrator, which may have a private address; PyPI when it is absent. */
  readonly pypiIndex?: string;
  readonly limits?: Partial<SourceLimits>;
  /** Ends the fetch. */
  readonly signal?: AbortSignal;
  /** For development and tests: hosts may have loopback addresses, and there http is allowed. */
  readonly allowLoopback?: boolean;
  /** Resolves host names; `dns.lookup` by default. Its answers are checked. */
  readonly lookup?: Lookup;
}

export interface FetchOptions extends SourceOptions {
  /** An existing folder that only this process writes to. The archive is `source.tar.gz` in it. */
  readonly folder: string;
}

/** A source that always means the same bytes. */
export type ExactSource<Spec extends SourceSpec = SourceSpec> = Spec extends RepositorySpec
  ? Spec & { readonly commit: string }
  : Spec extends McpbSpec
    ? Spec & { readonly sha256: string }
    : Spec & { readonly version: string };

/** One fetch: its options and its deadline. */
export class Fetch {
  readonly limits: SourceLimits;
  private readonly ending = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly onAbort = (): void => this.ending.abort(this.options.signal?.reason);

  constructor(private readonly options: SourceOptions) {
    this.limits = { ...SOURCE_LIMITS, ...options.limits };
    this.timer = setTimeout(() => {
      this.ending.abort(
        new SourceError('timeout', `the source did not arrive within ${this.limits.time / 1000} s`),
      );
    }, this.limits.time);
    if (options.signal?.aborted === true) this.onAbort();
    options.signal?.addEventListener('abort', this.onAbort);
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  /** An own timer, and not `AbortSignal.timeout`: libraries must not hear of a deadline after their work is done. */
  [Symbol.dispose](): void {
    clearTimeout(this.timer);
    this.options.signal?.removeEventListener('abort', this.onAbort);
  }

  repository({ url }: RepositorySpec): { address: RepositoryAddress; client: HttpClient } {
    const { hosts = CODE_HOSTS, allowLoopback } = this.options;
    const address = repositoryAddress(url, hosts, allowLoopback);
    const { host, isPrivate = false } = address.codeHost;
    const { redirects, api } = hostKind(address.codeHost);
    const [apiHost = host] = api.base(host).split('/');
    const own = new Set([host, apiHost, ...redirects(host)]);
    const trusted = isPrivate ? [...own].map((name) => `https://${name}`) : [];
    return { address, client: this.client(own, new Set(trusted)) };
  }

  async commit(spec: RepositorySpec): Promise<string> {
    const { address, client } = this.repository(spec);
    return spec.commit ?? (await resolveRef(client, address, spec.ref ?? undefined)).commit;
  }

  pypi({ name, version }: PypiSpec): PypiRequestAndClient {
    const { pypiIndex } = this.options;
    const index = pypiIndex ?? PYPI;
    if (!URL.canParse(index)) throw new SourceError('invalid', 'the Python package index must be a URL');
    const { host, origin } = new URL(index);
    const trusted = pypiIndex === undefined ? [] : [origin];
    return {
      request: { index, name, version: version ?? undefined },
      client: this.client(new Set([host, PYPI_FILES]), new Set(trusted)),
    };
  }

  /** The client for a file of a code host, which may redirect to where the host keeps its files. */
  mcpb({ url }: McpbSpec): HttpClient {
    const { hosts = CODE_HOSTS } = this.options;
    const { host } = new URL(url);
    const found = hosts.find((each) => each.host === host);
    if (found === undefined)
      throw new SourceError(
        'refused_address',
        `MCP bundles are not fetched from ${escapedText(host)}; the hosts are ${hosts.map((each) => each.host).join(', ')}`,
      );
    const { redirects, files } = hostKind(found);
    const own = new Set([host, ...redirects(host), ...files(host)]);
    const trusted = found.isPrivate === true ? [...own].map((name) => `https://${name}`) : [];
    return this.client(own, new Set(trusted));
  }

  npm(name: string, version: string, context: FetchContext): NpmPackage {
    const { npm: settings = {}, allowLoopback = false, lookup } = this.options;
    return new NpmPackage({ name, version, settings, allowLoopback, lookup }, context);
  }

  private client(hosts: ReadonlySet<string>, trusted?: ReadonlySet<string>): HttpClient {
    const { lookup, allowLoopback = false } = this.options;
    const destinations = new Destinations({ hosts, allowLoopback, ...(trusted && { trusted }) });
    return new HttpClient(destinations, { signal: this.signal, lookup });
  }
}

interface PypiRequestAndClient {
  readonly request: { readonly index: string; readonly name: string; readonly version: string | undefined };
  readonly client: HttpClient;
}

async function fetchInto(spec: SourceSpec, fetch: Fetch, folder: string): Promise<FetchedSource> {
  const { limits, signal } = fetch;
  const context = { folder, archive: join(folder, 'source.tar.gz'), limits, signal };
  switch (spec.kind) {
    case 'npm':
      return await fetch.npm(spec.name, spec.version, context).fetch();
    case 'pypi': {
      const { request, client } = fetch.pypi(spec);
      return await fetchPypi(request, { ...context, client });
    }
    case 'mcpb':
      return await fetchMcpb(spec, { ...context, client: fetch.mcpb(spec) });
    case 'repository': {
      const { address, client } = fetch.repository(spec);
      const path = spec.path ?? undefined;
      if (path !== undefined) entryPath(path);
      const commit = await fetch.commit(spec);
      return await fetchRepository({ address, commit, path }, { ...context, client });
    }
  }
}

/**
 * Fetches source code as a gzipped tar: the archive of an npm registry and an MCP bundle, which is a zip, byte for byte, and from a Python release or a
 * repository one that depends on its files alone. Connections go to public addresses only, and to what the operator has
 * configured (ADR 50), and nothing of what is fetched runs. Whatever else was written is deleted.
 * @throws SourceError; errors of the file system and the reason of an aborted `signal` unchanged
 */
export async function fetchSource(
  spec: SourceSpec,
  { folder, ...options }: FetchOptions,
): Promise<FetchedSource> {
  checkSourceSpec(spec);
  using fetch = new Fetch(options);
  const work = await mkdtemp(join(folder, '.fetch-'));
  try {
    const fetched = await fetchInto(spec, fetch, work);
    fetch.signal.throwIfAborted();
    const archive = join(folder, 'source.tar.gz');
    await rename(fetched.archive, archive);
    return { ...fetched, archive };
  } catch (error) {
    // What an ended fetch interrupts fails with errors that say less than its reason.
    fetch.signal.throwIfAborted();
    throw error;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/**
 * Finds out what a source means now, without fetching its code: the commit of a branch, tag or default branch, the
 * version of a range, tag or newest release.
 * @throws SourceError
 */
export async function resolveSource<Spec extends SourceSpec>(
  spec: Spec,
  options: SourceOptions = {},
): Promise<ExactSource<Spec>> {
  checkSourceSpec(spec);
  using fetch = new Fetch(options);
  return { ...spec, ...(await exactOf(spec, fetch)) } as unknown as ExactSource<Spec>;
}

async function exactOf(
  spec: SourceSpec,
  fetch: Fetch,
): Promise<{ commit: string } | { version: string } | { sha256: string }> {
  switch (spec.kind) {
    case 'npm': {
      // Nothing is written.
      const context = { folder: '', archive: '', limits: fetch.limits, signal: fetch.signal };
      return { version: await fetch.npm(spec.name, spec.version, context).resolve() };
    }
    case 'pypi': {
      const { request, client } = fetch.pypi(spec);
      return { version: (await readRelease(client, request.index, request.name, request.version)).version };
    }
    case 'mcpb':
      return {
        sha256: spec.sha256 ?? (await digestOfMcpb(spec, fetch.mcpb(spec), fetch.limits.archiveBytes)),
      };
    case 'repository':
      return { commit: await fetch.commit(spec) };
  }
}

/**
 * The digest of the set of files that an installer may choose from now for a version of a Python package, without fetching
 * them: another one means that files were added or removed.
 * @throws SourceError
 */
export async function releaseDigest(spec: PypiSpec, options: SourceOptions = {}): Promise<string> {
  checkSourceSpec(spec);
  using fetch = new Fetch(options);
  const { request, client } = fetch.pypi(spec);
  const { files } = await readRelease(client, request.index, request.name, request.version);
  return setDigest(installable(files).map(({ file }) => file));
}
