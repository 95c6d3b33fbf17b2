import { Fetch, type SourceOptions } from '../fetch-source.js';
import type { HttpClient } from '../network/http-client.js';
import { SourceError } from '../source-error.js';
import { checkSourceSpec } from '../source-spec.js';
import { resolveRef, type ResolvedRef } from './advertised-refs.js';
import { hostKind } from './code-host.js';
import { textAt } from './host-kind.js';
import type { RepositoryAddress } from './repository-address.js';

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

/** What a code host says of the repository at an address. */
export interface RepositoryFacts {
  /** As in URLs: `github.com`. */
  readonly host: string;
  /** The host's id of the repository, which stays when its name changes. */
  readonly id: string;
  /** Its web page, which has its current name. */
  readonly url: string;
}

function apiAnswer(
  client: HttpClient,
  { codeHost, origin, repository }: RepositoryAddress,
  path: string,
): Promise<unknown> {
  const base = hostKind(codeHost).api.base(codeHost.host);
  return client.json({
    url: new URL(`${new URL(origin).protocol}//${base}/${path}`),
    accept: 'application/json',
    maxBytes: MAX_ANSWER_BYTES,
    what: `the repository ${repository}`,
  });
}

/**
 * Asks a code host which repository is at an address. Hosts redirect the address of a renamed repository to it until
 * another one has its name.
 * @throws SourceError if the host does not say
 */
export async function repositoryFacts(url: string, options: SourceOptions = {}): Promise<RepositoryFacts> {
  using fetch = new Fetch(options);
  const { address, client } = fetch.repository({ kind: 'repository', url });
  const { api } = hostKind(address.codeHost);
  const answer = await apiAnswer(client, address, api.repository(address.repository));
  const [id, page] = [textAt(answer, api.facts.id), textAt(answer, api.facts.url)];
  if (id === undefined || page === undefined)
    throw new SourceError('unavailable', `the answer for the repository ${address.repository} has no id`);
  return { host: address.codeHost.host, id, url: page };
}

/**
 * Asks a code host whether a commit is another one, or one of those before it.
 * @throws SourceError if the host does not say
 */
export async function isBefore(
  url: string,
  { commit, other }: { readonly commit: string; readonly other: string },
  options: SourceOptions = {},
): Promise<boolean> {
  checkSourceSpec({ kind: 'repository', url, commit });
  checkSourceSpec({ kind: 'repository', url, commit: other });
  using fetch = new Fetch(options);
  const { address, client } = fetch.repository({ kind: 'repository', url });
  const { api } = hostKind(address.codeHost);
  const path = api.relation(address.repository, commit, other);
  const said = api.isBefore(await apiAnswer(client, address, path), commit);
  if (said === undefined)
    throw new SourceError('unavailable', `the answer about two commits of ${address.repository} is not one`);
  return said;
}

/**
 * Finds a branch or tag of a repository as it is now; its default branch without a name.
 * @throws SourceError
 */
export async function findRef(
  url: string,
  ref: string | undefined,
  options: SourceOptions = {},
): Promise<ResolvedRef> {
  checkSourceSpec({ kind: 'repository', url, ...(ref !== undefined && { ref }) });
  using fetch = new Fetch(options);
  const { address, client } = fetch.repository({ kind: 'repository', url });
  return await resolveRef(client, address, ref);
}
