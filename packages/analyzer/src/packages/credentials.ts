import type { DeclaredDependency, Lockfile, Manifest, ResolvedDependency } from './package-facts.js';

/** `://user:password@`. What is no port after a colon goes on to the next `@`: passwords are written with a `/` in them, too. */
const USER = /:\/\/(?:([^\s/?#]*)@|[^\s/?#:@]{0,200}:(?!\d*(?:[/?#\s]|$))[^\s@]{0,300}@)/g;
/** `github:user:password@owner/name`, which npm knows. */
const SHORT_USER = /^(github|gitlab|bitbucket|gist):[^\s/@]*@/;
/** `user@host.org:owner/name`, as of ssh. */
const SSH_USER = /^([a-z]+\+)?([^\s/@]+)@(?=[^\s/@:]+\.[^\s/@:]+:)/i;
/** Everyone is called that who comes with a key of ssh. */
const NOBODY = new Set(['git', 'hg']);
/** What a query may say: which state of the code is meant. All else may be a token. */
const DISTINGUISHING = new Set(['ref', 'rev', 'branch', 'tag', 'commit', 'path', 'subdirectory', 'version']);
const QUERY = /\?([^\s#]*)/g;
const FRAGMENT = /#(\S*)/g;
const SECRET_NAME = /token|key|secret|passw|pwd|auth|sig|cred/i;

/** The parameters that may be shown, behind their character. */
function kept(character: string, parameters: string, isShown: (name: string) => boolean): string {
  const shown = parameters.split('&').filter((parameter) => isShown(parameter.split('=', 1)[0] ?? ''));
  return shown.length === 0 ? '' : character + shown.join('&');
}

/**
 * A place that a dependency is taken from, without what is needed to be let in there: user and password, and what a query
 * holds beyond a state of the code. A range of versions, a path or a name stays as it is.
 */
export function withoutCredentials(place: string): string {
  const bare = place
    .replace(SHORT_USER, '$1:')
    .replace(SSH_USER, (all: string, protocol: string | undefined, user: string) =>
      NOBODY.has(user) || place.startsWith('npm:') ? all : (protocol ?? ''),
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

const openDeclared = (dependency: DeclaredDependency): DeclaredDependency => ({
  ...dependency,
  name: withoutCredentials(dependency.name),
  range: withoutCredentials(dependency.range),
});

const openResolved = (dependency: ResolvedDependency): ResolvedDependency => ({
  ...dependency,
  name: withoutCredentials(dependency.name),
  version: withoutCredentials(dependency.version),
});

/** A manifest that reveals no credentials of the addresses it names. */
export const openManifest = (manifest: Manifest): Manifest => ({
  ...manifest,
  ...(manifest.repository !== undefined && { repository: withoutCredentials(manifest.repository) }),
  dependencies: manifest.dependencies.map(openDeclared),
});

/** A lockfile that reveals none. */
export const openLockfile = (lockfile: Lockfile): Lockfile => ({
  ...lockfile,
  dependencies: lockfile.dependencies.map(openResolved),
  missing: lockfile.missing.map(withoutCredentials),
});
