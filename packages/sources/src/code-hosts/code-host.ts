import { SourceError } from '../source-error.js';

/** A host of git repositories that gives out archives of commits without an account. */
export interface CodeHost {
  /** Whose addresses it uses. */
  readonly kind: 'github' | 'gitlab' | 'bitbucket';
  /** As in URLs: `github.com`, `git.example.com:8443`. */
  readonly host: string;
  /** Whether the operator has said that its addresses may be private ones. */
  readonly isPrivate?: boolean;
}

/** The addresses of a kind of host. */
export interface HostAddresses {
  /** The number of parts of a repository's path: owner and name, or groups of any depth. */
  readonly isPath: (parts: readonly string[]) => boolean;
  /** The path of the archive of a commit, a gzipped tar. */
  readonly archive: (repository: string, commit: string) => string;
  /** The hosts that its archives redirect to. */
  readonly redirects: (host: string) => readonly string[];
  readonly api: HostApi;
}

/** The parts of a kind of host's API that need no account. */
export interface HostApi {
  /** Host and first part of the path: `api.github.com`, `git.example.com/api/v4`. */
  readonly base: (host: string) => string;
  /** The path of what the host says of a repository. */
  readonly repository: (repository: string) => string;
  /** The path of how a commit and another one are related. */
  readonly relation: (repository: string, commit: string, other: string) => string;
}

const hasOwnerAndName = (parts: readonly string[]): boolean => parts.length === 2;

/** The public addresses of each kind, which need no token and have no limit of requests per hour as the APIs do. */
export const HOST_ADDRESSES: Readonly<Record<CodeHost['kind'], HostAddresses>> = {
  github: {
    isPath: hasOwnerAndName,
    archive: (repository, commit) => `${repository}/archive/${commit}.tar.gz`,
    redirects: (host) => [`codeload.${host}`],
    api: {
      base: (host) => (host === 'github.com' ? 'api.github.com' : `${host}/api/v3`),
      repository: (repository) => `repos/${repository}`,
      relation: (repository, commit, other) =>
        `repos/${repository}/compare/${other}...${commit}?per_page=1&page=2`,
    },
  },
  gitlab: {
    isPath: (parts) => parts.length >= 2 && !parts.includes('-'),
    archive: (repository, commit) =>
      `${repository}/-/archive/${commit}/${repository.slice(repository.lastIndexOf('/') + 1)}-${commit}.tar.gz`,
    redirects: () => [],
    api: {
      base: (host) => `${host}/api/v4`,
      repository: (repository) => `projects/${encodeURIComponent(repository)}`,
      relation: (repository, commit, other) =>
        `projects/${encodeURIComponent(repository)}/repository/merge_base?refs[]=${commit}&refs[]=${other}`,
    },
  },
  bitbucket: {
    isPath: hasOwnerAndName,
    archive: (repository, commit) => `${repository}/get/${commit}.tar.gz`,
    redirects: () => [],
    api: {
      base: (host) => `${host === 'bitbucket.org' ? 'api.bitbucket.org' : host}/2.0`,
      repository: (repository) => `repositories/${repository}`,
      relation: (repository, commit, other) => `repositories/${repository}/merge-base/${commit}..${other}`,
    },
  },
};

/** The hosts that sources may come from, unless the caller names others. */
export const CODE_HOSTS: readonly CodeHost[] = [
  { kind: 'github', host: 'github.com' },
  { kind: 'gitlab', host: 'gitlab.com' },
  { kind: 'bitbucket', host: 'bitbucket.org' },
];

const OWN_HOST = /^(github|gitlab|bitbucket):([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?)(\+private)?$/;

/**
 * Reads the name of a code host as settings have it: `github.com`, `gitlab:git.example.com` for a host of one's own, and
 * `gitlab:git.example.com+private` for one in a private network.
 * @throws SourceError for anything else
 */
export function parseCodeHost(text: string): CodeHost {
  const known = CODE_HOSTS.find(({ host }) => host === text);
  if (known) return known;
  const [, kind, host = '', mark] = OWN_HOST.exec(text) ?? [];
  if (kind === undefined || !URL.canParse(`https://${host}`))
    throw new SourceError(
      'invalid',
      'a code host must be github.com, gitlab.com, bitbucket.org, or github:, gitlab: or bitbucket: and a host name, which +private may follow',
    );
  return {
    kind: kind as CodeHost['kind'],
    host: new URL(`https://${host}`).host,
    ...(mark !== undefined && { isPrivate: true }),
  };
}
