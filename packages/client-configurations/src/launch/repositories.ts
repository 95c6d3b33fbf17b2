import { valid } from 'semver';
import { EXACT, LATEST, type Reference } from '../server-entry.js';

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

/**
 * A repository on a code host, by its web address without `.git`.
 * @param version a commit, tag or branch; undefined for the default branch
 * @param folder that of a server in the repository; empty for the whole of it
 */
export function repository(url: string, version: string | undefined, folder = ''): Reference {
  const address = url.replace(/\/+$/, '').replace(/\.git$/, '');
  const path = folder.replace(/^\/+|\/+$/g, '');
  const name = path === '' ? address : `${address}#${path}`;
  if (version !== undefined && COMMIT.test(version))
    return { name, version: version.toLowerCase(), pin: EXACT, ref: version.toLowerCase() };
  // A tag that is a version can be looked up, although its owner can move it.
  if (version !== undefined && valid(version) !== null)
    return { name, version: version.replace(/^v/, ''), pin: { kind: 'movable' }, ref: version };
  return {
    name,
    version: LATEST,
    pin: { kind: 'none', prefix: `${address}@` },
    ...(version !== undefined && { ref: version }),
  };
}

/**
 * Reads `git+https://host/owner/repo@ref#subdirectory=folder`, as pip and uv write it, or the same with `#ref`, as npm does.
 * Undefined if it is no such address, or has a user, a password or a query.
 */
export function gitAddress(text: string, refAfter: '@' | '#'): Reference | undefined {
  const plain = text.replace(/^git\+/, '');
  if (!/^https:\/\//i.test(plain) || !URL.canParse(plain)) return undefined;
  const { username, password, search, host, pathname, hash } = new URL(plain);
  if (username !== '' || password !== '' || search !== '') return undefined;
  const fragment = hash.slice(1);
  if (refAfter === '#')
    return repository(`https://${host}${pathname}`, fragment === '' ? undefined : fragment);
  const at = pathname.lastIndexOf('@');
  const [path, ref] = at < 0 ? [pathname, undefined] : [pathname.slice(0, at), pathname.slice(at + 1)];
  const folder = new URLSearchParams(fragment).get('subdirectory') ?? '';
  return repository(`https://${host}${path}`, ref, folder);
}
