/** What the locations of dependencies say about their versions. */

/** The last part of a location's path, without query and fragment, decoded. */
export function archiveName(location: string): string {
  const path = location.replace(/[?#].*$/su, '').replace(/\/+$/u, '');
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A tag that is a version: `v1.2.3`, `2.0`. */
const VERSION_TAG = /^v?(\d+(?:\.\d+)+(?:[-.+]?[A-Za-z0-9][A-Za-z0-9.+-]{0,60})?)$/u;
const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;

/** What a Git reference is. */
export interface GitReference {
  readonly kind: 'commit' | 'tag' | 'reference' | 'default branch';
  readonly name: string;
  /** For a tag that is a version. */
  readonly version?: string;
}

/** Classifies a reference: the digest of a commit, a tag that is a version, or something that may move. */
export function gitReference(name: string): GitReference {
  if (name === '') return { kind: 'default branch', name };
  if (COMMIT.test(name)) return { kind: 'commit', name };
  const version = VERSION_TAG.exec(name.replace(/^refs\/tags\//u, ''))?.[1];
  return version === undefined ? { kind: 'reference', name } : { kind: 'tag', name, version };
}

/** The reference in the address of a code host's archive: `/archive/refs/tags/v1.2.zip`, `/tarball/v1.2`, `/tar.gz/v1.2`. */
export function hostedReference(location: string): string | undefined {
  const path = location.replace(/[?#].*$/su, '');
  const found =
    /\/(?:archive|tarball|zipball)\/(.+)$/u.exec(path)?.[1] ??
    /\/(?:legacy\.)?(?:tar\.gz|zip)\/(.+)$/u.exec(path)?.[1];
  if (found === undefined) return undefined;
  const reference = found
    .replace(/\.(?:tar\.(?:gz|bz2|xz)|tgz|zip)$/u, '')
    .replace(/^refs\/(?:tags|heads)\//u, '');
  // GitLab: `/-/archive/v1.2/name-v1.2.tar.gz`.
  return reference.split('/', 1)[0];
}
