/** Path of the official registry's API. */
export const REGISTRY_API_PATH = '/v0.1';

const SERVERS = 'servers';
const VERSIONS = 'versions';

/**
 * The target of a request in the form of the routes. A base address may end in `/v0.1` or a slash, to which clients add
 * their whole path, and the slash in a name may be sent as it is.
 */
export function normalListUrl(url: string): string {
  const end = url.search(/[?#]/);
  const [path, rest] = end < 0 ? [url, ''] : [url.slice(0, end), url.slice(end)];
  const segments = path.split('/').filter((segment) => segment !== '');
  const list = segments[0] === 'allow' ? segments.splice(0, 2) : [];
  while (segments[0] === 'v0.1') segments.shift();
  if (segments[0] !== SERVERS) return list.length === 0 ? url : `/${[...list, ...segments].join('/')}${rest}`;
  return `/${[...list, 'v0.1', ...withNameInOne(segments)].join('/')}${rest}`;
}

/** `servers/owner/name/versions/…` as `servers/owner%2Fname/versions/…`. */
function withNameInOne([servers = '', owner, name, versions, ...more]: readonly string[]): readonly string[] {
  const isInTwo = name !== undefined && name !== VERSIONS && versions === VERSIONS;
  const parts = isInTwo ? [`${owner ?? ''}%2F${name}`, versions, ...more] : [owner, name, versions, ...more];
  return [servers, ...parts.filter((part) => part !== undefined)];
}
