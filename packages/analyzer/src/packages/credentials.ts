import type { DeclaredDependency, Lockfile, Manifest, ResolvedDependency } from './package-facts.js';

/** `://user:password@`. Text after a colon that is not a port extends to the next `@`: passwords may contain a `/`, too. */
const USER = /:\/\/(?:([^\s/?#]*)@|[^\s/?#:@]{0,200}:(?!\d*(?:[/?#\s]|$))[^\s@]{0,300}@)/g;
/** `github:user:password@owner/name`, npm's shorthand. */
const SHORT_USER = /^(github|gitlab|bitbucket|gist):[^\s/@]*@/;
/** `user@host.org:owner/name`, SSH syntax. */
const SSH_USER = /^([a-z]+\+)?([^\s/@]+)@(?=[^\s/@:]+\.[^\s/@:]+:)/i;
/** Generic user names of SSH access by key. */
const NOBODY = new Set(['git', 'hg']);
/** Query parameters that select a revision of the code. Any other may be a token. */
const DISTINGUISHING = new Set(['ref', 'rev', 'branch', 'tag', 'commit', 'path', 'subdirectory', 'version']);
const QUERY = /\?([^\s#]*)/g;
const FRAGMENT = /#(\S*)/g;
const SECRET_NAME = /token|key|secret|passw|pwd|auth|sig|cred/i;

/** Filters query or fragment parameters, keeping their leading character. */
function kept(character: string, parameters: string, isShown: (name: string) => boolean): string {
  const shown = parameters.split('&').filter((parameter) => isShown(parameter.split('=', 1)[0] ?? ''));
  return shown.length === 0 ? '' : character + shown.join('&');
}

/**
 * The location of a dependency without credentials: no user, no password, and no query parameters other than those that select a
 * revision. A version range, a path or a name is left unchanged.
 */
export function withoutCredentials(location: string): string {
  const bare = location
    .replace(SHORT_USER, '$1:')
    .replace(SSH_USER, (all: string, protocol: string | undefined, user: string) =>
      NOBODY.has(user) || location.startsWith('npm:') ? all : (protocol ?? ''),
    );
  if (!bare.includes('://')) return bare;
  return bare
    .replaceAll(USER, (all: string, user: string | undefined) =>
      user !== undefined && NOBODY.has(user) ? all : '://',
    )
    .replaceAll(QUERY, (_, query: string) => kept('?', query, (name) => DISTINGUISHING.has(name)))
    .replaceAll(FRAGMENT, (_, fragment: string) =>
      kept('#', fragment, (name) => !SECRET_NAME.test(name) || !fragment.includes('=')),
    );
}

/** The optional fields that may have a location, without credentials. */
const openFields = <Key extends 'version' | 'location' | 'index'>(
  dependency: Readonly<Partial<Record<Key, string>>>,
  keys: readonly Key[],
): Partial<Record<Key, string>> =>
  Object.fromEntries(
    keys.flatMap((key) => {
      const value = dependency[key];
      return value === undefined ? [] : [[key, withoutCredentials(value)]];
    }),
  ) as Partial<Record<Key, string>>;

const openDeclared = (dependency: DeclaredDependency): DeclaredDependency => ({
  ...dependency,
  ...openFields(dependency, ['version', 'index']),
  name: withoutCredentials(dependency.name),
  range: withoutCredentials(dependency.range),
});

const openResolved = (dependency: ResolvedDependency): ResolvedDependency => ({
  ...dependency,
  ...openFields(dependency, ['location', 'index']),
  name: withoutCredentials(dependency.name),
  version: withoutCredentials(dependency.version),
});

/** A manifest without the credentials in its URLs. */
export const openManifest = (manifest: Manifest): Manifest => ({
  ...manifest,
  ...(manifest.repository !== undefined && { repository: withoutCredentials(manifest.repository) }),
  dependencies: manifest.dependencies.map(openDeclared),
  ...(manifest.constraints && { constraints: manifest.constraints.map(openDeclared) }),
});

/** A lockfile without the credentials in its URLs. */
export const openLockfile = (lockfile: Lockfile): Lockfile => ({
  ...lockfile,
  dependencies: lockfile.dependencies.map(openResolved),
  missing: lockfile.missing.map(withoutCredentials),
  ...(lockfile.excluded && { excluded: lockfile.excluded.map(openDeclared) }),
});
