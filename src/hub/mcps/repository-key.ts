// `git@host:owner/repo`, as git itself writes ssh addresses; without a user only where no port can be meant.
const SCP_FORM = /^(?:[^@/:\s]+@([^@/:\s]+):|([^@/:\s]+):(?!\d+(?:\/|$)))(?!\/\/)(.+)$/;
const WITH_SCHEME = /^(?:git\+)?([a-z]+):\/\//i;

/**
 * What the spellings of one repository's address have in common: `host/path` in lower case, without `.git`, `www.`, user,
 * query and trailing slashes. Those of `https` and of ssh are the same, so that a push is recognized whatever its sender
 * writes. Of an address that is none, whatever is left of it: it equals that of no repository.
 */
export function repositoryKey(address: string): string {
  const text = address.trim();
  const scp = WITH_SCHEME.test(text) ? null : SCP_FORM.exec(text);
  const { host, path } = scp === null ? placeOf(text) : { host: scp[1] ?? scp[2] ?? '', path: scp[3] ?? '' };
  const segments = [withoutPrefix(host), ...path.split('/')].filter((segment) => segment !== '');
  return segments
    .join('/')
    .toLowerCase()
    .replace(/\/?\.git$/, '');
}

/** Host and path of an address that is a URL, or lacks only the scheme. */
function placeOf(text: string): { host: string; path: string } {
  const scheme = WITH_SCHEME.exec(text)?.[1]?.toLowerCase();
  const isWeb = scheme === undefined || scheme === 'http' || scheme === 'https';
  // The others are no "special" schemes, whose host names URL would leave as they are.
  const url = `https://${text.replace(WITH_SCHEME, '')}`;
  if (!URL.canParse(url)) return { host: '', path: text };
  const { host, hostname, pathname } = new URL(url);
  // The port of ssh is not that of the same server's web pages.
  return { host: isWeb ? host : hostname, path: pathname };
}

const withoutPrefix = (host: string): string => host.replace(/^www\./i, '').replace(/\.$/, '');
