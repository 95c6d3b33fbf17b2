import { SourceError } from '../source-error.js';
import { BITBUCKET } from './bitbucket.js';
import { GITHUB } from './github.js';
import { GITLAB } from './gitlab.js';
import type { HostKind } from './host-kind.js';

/** The kinds of code hosts. */
const KINDS = [GITHUB, GITLAB, BITBUCKET] as const;

/** A host of git repositories that gives out archives of commits without an account. */
export interface CodeHost {
  /** Whose addresses it uses. */
  readonly kind: (typeof KINDS)[number]['kind'];
  /** As in URLs: `github.com`, `git.example.com:8443`. */
  readonly host: string;
  /** Whether the operator has said that its addresses may be private ones. */
  readonly isPrivate?: boolean;
}

/** Their names, in settings and in the registry's documents. */
export const HOST_KINDS: readonly CodeHost['kind'][] = KINDS.map(({ kind }) => kind);

const BY_KIND = new Map<string, HostKind>(KINDS.map((each) => [each.kind, each]));

/** What all hosts of a kind have in common. */
export const hostKind = ({ kind }: Pick<CodeHost, 'kind'>): HostKind => BY_KIND.get(kind) ?? GITHUB;

/** The public hosts, which sources may come from unless the caller names others. */
export const CODE_HOSTS: readonly CodeHost[] = KINDS.map(({ kind, host }) => ({ kind, host }));

/** The names of the public hosts. */
export const PUBLIC_HOSTS: readonly string[] = KINDS.map(({ host }) => host);

/** The public hosts by the first part of the names that the official registry gives to their repositories: `io.github`. */
export const HOSTS_BY_NAMESPACE: ReadonlyMap<string, string> = new Map(
  KINDS.map(({ namespace, host }) => [namespace, host]),
);

/** The source of a pattern for the name of a public host. */
export const PUBLIC_HOST = PUBLIC_HOSTS.map((host) => host.replaceAll('.', String.raw`\.`)).join('|');

const listed = (items: readonly string[]): string => `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`;

/** The public hosts in a sentence: `github.com, gitlab.com or bitbucket.org`. */
export const NAMED_HOSTS = listed(PUBLIC_HOSTS);

const OWN_HOST = new RegExp(
  `^(${HOST_KINDS.join('|')}):([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\\d{1,5})?)(\\+private)?$`,
);

/**
 * Reads the name of a code host as settings have it: `github.com`, `gitlab:git.example.com` for a host of one's own, and
 * `gitlab:git.example.com+private` for one in a private network.
 * @returns undefined for anything else
 */
export function readCodeHost(text: string): CodeHost | undefined {
  const known = CODE_HOSTS.find(({ host }) => host === text);
  if (known) return known;
  const [, kind, host = '', mark] = OWN_HOST.exec(text) ?? [];
  if (kind === undefined || !URL.canParse(`https://${host}`)) return undefined;
  return {
    kind: kind as CodeHost['kind'],
    host: new URL(`https://${host}`).host,
    ...(mark !== undefined && { isPrivate: true }),
  };
}

/**
 * The same for a text that must be a code host.
 * @throws SourceError for anything else
 */
export function parseCodeHost(text: string): CodeHost {
  const host = readCodeHost(text);
  if (host !== undefined) return host;
  const kinds = listed(HOST_KINDS.map((kind) => `${kind}:`));
  throw new SourceError(
    'invalid',
    `a code host must be ${PUBLIC_HOSTS.join(', ')}, or ${kinds} and a host name, which +private may follow`,
  );
}
