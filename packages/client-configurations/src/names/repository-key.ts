// `git@host:owner/repo`, the scp-like form of ssh addresses; without a user only if no port can be meant.
const SCP_FORM = /^(?:[^@/:\s]+@([^@/:\s]+):|([^@/:\s]+):(?!\d+(?:\/|$)))(?!\/\/)(.+)$/;
const WITH_SCHEME = /^(?:git\+)?([a-z]+):\/\//i;

/**
 * Normalizes a repository's URL to `host/path` in lower case, without `.git`, `www.`, user, query and trailing slashes.
 * The https and ssh forms are equal, so that a push is matched whichever form its sender uses. An invalid address
 * yields a key that equals that of no repository.
 */
export function repositoryKey(address: string): string {
  const text = address.trim();
  const scp = WITH_SCHEME.test(text) ? null : SCP_FORM.exec(text);
  const { host, path } =
    scp === null ? locationOf(text) : { host: scp[1] ?? scp[2] ?? '', path: scp[3] ?? '' };
  const segments = [withoutPrefix(host), ...path.split('/')].filter((segment) => segment !== '');
  return segments
    .join('/')
    .toLowerCase()
    .replace(/\/?\.git$/, '');
}

/** Host and path of an address that is a URL, or one without the scheme. */
function locationOf(text: string): { host: string; path: string } {
  const scheme = WITH_SCHEME.exec(text)?.[1]?.toLowerCase();
  const isWeb = scheme === undefined || scheme === 'http' || scheme === 'https';
  // Parsed as https: URL normalizes host names only for "special" schemes.
  const url = `https://${text.replace(WITH_SCHEME, '')}`;
  if (!URL.canParse(url)) return { host: '', path: text };
  const { host, hostname, pathname } = new URL(url);
  // An ssh port differs from that of the same server's web pages.
  return { host: isWeb ? host : hostname, path: pathname };
}

const withoutPrefix = (host: string): string => host.replace(/^www\./i, '').replace(/\.$/, '');
