import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from '../source-error.js';
import { hostKind, type CodeHost } from './code-host.js';

/** Where a repository is. */
export interface RepositoryAddress {
  readonly codeHost: CodeHost;
  /** `https:`, or `http:` on a loopback address, where that is allowed. */
  readonly origin: string;
  /** `acme/files`, with all groups on GitLab. */
  readonly repository: string;
}

// The short form of ssh that git itself prints for remotes.
const SCP_FORM = /^git@([^@/:\s]+):(?!\/\/)(.+)$/;
const SCHEMES = /^(?:git\+)?(https?|ssh|git):\/\/(.*)$/is;
/** What code hosts allow in names. A part never begins with `-`, as options do, and never is `.` or `..`. */
const PART = /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443', ssh: '22', git: '9418' };
const LOOPBACK_HOSTS = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const invalid = (reason: string, text: string): SourceError =>
  new SourceError('invalid', `${reason}: ${escapedText(text)}`);

/** An address for a message: without credentials, whatever they contain, and without what follows its path. */
const shown = (text: string): string =>
  text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1').replace(/[?#].*$/s, '');

/** The address as a URL whose host and path are those of the repository's web page. */
function webAddress(text: string): { url: URL; scheme: string } {
  const scp = SCP_FORM.exec(text);
  const [, scheme = '', rest = ''] = scp
    ? ['', 'ssh', `${scp[1] ?? ''}/${scp[2] ?? ''}`]
    : (SCHEMES.exec(text) ?? []);
  if (scheme === '')
    throw invalid('a repository needs an http, https, ssh or git URL, or git@host:path', shown(text));
  const address = scheme.toLowerCase() === 'ssh' ? rest.replace(/^git@/, '') : rest;
  if (rest.includes('\\') || !URL.canParse(`https://${address}`))
    throw invalid('the address of the repository is not a URL', shown(rest));
  // With the syntax of https, which is the only one whose host names URL normalizes; and http keeps port 443.
  const url = new URL(`${scheme.toLowerCase() === 'https' ? 'https' : 'http'}://${address}`);
  if (url.username !== '' || url.password !== '')
    throw invalid('the address of a repository must not contain a user name or password', url.host);
  return { url, scheme: scheme.toLowerCase() };
}

/** `host` or `host:port`, without the default port of the scheme, `www.` and a trailing dot. */
function hostOf(url: URL, scheme: string): string {
  const name = url.hostname.replace(/^www\./, '').replace(/\.$/, '');
  // An ssh port says nothing about the web pages of that server.
  const isDefault = url.port === '' || scheme === 'ssh' || url.port === DEFAULT_PORTS[scheme];
  return isDefault ? name : `${name}:${url.port}`;
}

/**
 * Finds a repository on one of the code hosts. All forms of its URL give the same.
 * @throws SourceError for other hosts, for credentials, and for pages within a repository
 */
export function repositoryAddress(
  text: string,
  hosts: readonly CodeHost[],
  allowLoopback = false,
): RepositoryAddress {
  const { url, scheme } = webAddress(text.trim());
  const host = hostOf(url, scheme);
  const codeHost = hosts.find((known) => known.host === host);
  if (!codeHost)
    throw new SourceError(
      'refused_address',
      `sources are not fetched from ${escapedText(host)}; the hosts are ${hosts.map((known) => known.host).join(', ')}`,
    );
  const path = url.pathname.replace(/\/+$/, '').replace(/\.git$/, '');
  const parts = path.split('/').filter((part) => part !== '');
  if (!parts.every((part) => PART.test(part) && !/^\.+$/.test(part)) || !hostKind(codeHost).isPath(parts))
    throw invalid(
      `this is not the address of a repository on ${host}; name a folder of one with its path`,
      path,
    );
  const isPlain = allowLoopback && scheme === 'http' && LOOPBACK_HOSTS.test(url.hostname);
  return { codeHost, origin: `${isPlain ? 'http' : 'https'}://${host}`, repository: parts.join('/') };
}
