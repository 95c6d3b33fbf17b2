import { escapedText } from '@mcp-hub/analyzer/texts';
import { SourceError } from '../source-error.js';
import type { AddressScope } from './addresses.js';

/** Where the connections of a fetch may go. */
export interface DestinationRules {
  /** Hosts as in URLs (`github.com`, `git.example.com:8443`); `all` for any host on the default port. */
  readonly hosts: ReadonlySet<string> | 'all';
  /**
   * Origins that the administrator configured (`http://npm.internal:4873`). Their addresses may be private, and http is
   * allowed.
   */
  readonly trusted?: ReadonlySet<string>;
  /** For development and tests: hosts may have loopback addresses, with http too. */
  readonly allowLoopback?: boolean;
}

const refused = (message: string): SourceError => new SourceError('refused_address', message);

/** The refusal of an address with credentials. */
export const withCredentials = (host: string): SourceError =>
  refused(`the address of ${escapedText(host)} contains a user name or password`);

/** Decides by scheme, host and port which addresses a connection may go to. */
export class Destinations {
  private readonly trusted: ReadonlySet<string>;
  private readonly trustedHosts: ReadonlySet<string>;
  private readonly allowLoopback: boolean;
  private readonly hosts: ReadonlySet<string> | 'all';

  constructor({ hosts, trusted = new Set(), allowLoopback = false }: DestinationRules) {
    this.hosts = hosts;
    this.trusted = trusted;
    this.trustedHosts = new Set(
      [...trusted].filter((origin) => URL.canParse(origin)).map((origin) => new URL(origin).hostname),
    );
    this.allowLoopback = allowLoopback;
  }

  /**
   * The addresses that a request to `url` may go to.
   * @throws SourceError when it may not be sent at all
   */
  scopeOf(url: URL): AddressScope {
    if (url.username !== '' || url.password !== '') throw withCredentials(url.host);
    const host = escapedText(url.host);
    // All other schemes have the origin `null`.
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw refused(`sources are not fetched with ${escapedText(url.protocol)}//${host}`);
    if (this.trusted.has(url.origin)) return 'any';
    // Libraries keep credentials when only the port or the scheme changes.
    if (this.trustedHosts.has(url.hostname))
      throw refused(`${url.protocol}//${host} is not the address of ${url.hostname} that is configured`);
    if (!this.isHost(url)) throw refused(`sources are not fetched from ${host}`);
    if (url.protocol === 'https:') return this.allowLoopback ? 'public or loopback' : 'public';
    if (this.allowLoopback) return 'loopback';
    throw refused(`sources are fetched with https only, not with http://${host}`);
  }

  private isHost(url: URL): boolean {
    if (this.hosts !== 'all') return this.hosts.has(url.host);
    return url.port === '' || this.allowLoopback;
  }
}
