import { isIP } from 'node:net';
import { isEmailAddress } from '../common/values/email-address.js';

/** A value parsed from text, or the rule that the text violates. Rules never repeat the text, which may be a secret. */
export type Parsed<T> = { readonly value: T } | { readonly must: string };

/** Reads one configuration value from its text. */
export type ValueParser<T> = (text: string) => Parsed<T>;

/** A whole number within bounds, both included. */
export const integer =
  (min: number, max: number): ValueParser<number> =>
  (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? { value } : { must: `be a whole number from ${min} to ${max}` };
  };

/** `true` or `false`. */
export const boolean: ValueParser<boolean> = (text) =>
  text === 'true' || text === 'false' ? { value: text === 'true' } : { must: 'be true or false' };

/** One of a set of words. */
export const oneOf =
  <T extends string>(...words: readonly T[]): ValueParser<T> =>
  (text) =>
    words.includes(text as T) ? { value: text as T } : { must: `be one of ${words.join(', ')}` };

/** Any text that is not blank. */
export const text: ValueParser<string> = (given) =>
  given.trim() === '' ? { must: 'not be empty' } : { value: given };

/** A text that satisfies a rule, which begins with "must". */
export const matching =
  (fits: (text: string) => boolean, rule: string): ValueParser<string> =>
  (given) =>
    fits(given) ? { value: given } : { must: rule.replace(/^must /, '') };

/** A secret of at least `minBytes` bytes of UTF-8. */
export const secret =
  (minBytes: number): ValueParser<string> =>
  (given) =>
    Buffer.byteLength(given) >= minBytes ? { value: given } : { must: `be at least ${minBytes} bytes long` };

// Excludes spaces and backslashes, which the URL parser would silently normalize.
const ABSOLUTE_URL = /^[a-z]+:\/\/[^\s\\/?#][^\s\\]*$/;

const isPercentEncoded = (given: string): boolean => {
  try {
    decodeURIComponent(given);
    return true;
  } catch {
    return false;
  }
};

/** An absolute URL with one of the schemes; trailing slashes are dropped. */
export const url =
  (...schemes: readonly string[]): ValueParser<string> =>
  (given) =>
    ABSOLUTE_URL.test(given) &&
    isPercentEncoded(given) &&
    URL.canParse(given) &&
    schemes.includes(new URL(given).protocol.slice(0, -1))
      ? { value: given.replace(/\/+$/, '') }
      : {
          must: `be a URL that begins with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}, special characters percent-encoded`,
        };

/** A base URL: without user, query or fragment, which derived URLs could not keep. */
export const baseUrl =
  (...schemes: readonly string[]): ValueParser<string> =>
  (given) => {
    const parsed = url(...schemes)(given);
    if ('must' in parsed) return parsed;
    const { username, password } = new URL(parsed.value);
    const isBase = username === '' && password === '' && !/[?#]/.test(parsed.value);
    return isBase ? parsed : { must: 'be a URL without user, query and fragment' };
  };

/**
 * An http(s) URL, kept as written, because a trailing slash may matter. No user, because the log would show the
 * password.
 */
export const webUrl: ValueParser<string> = (given) => {
  const parsed = url('https', 'http')(given);
  if ('must' in parsed) return parsed;
  const { username, password } = new URL(given);
  return username === '' && password === ''
    ? { value: given }
    : { must: 'be a URL without user and password' };
};

const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/i;

/** The issuer for an identity provider's domain: `https://<host>/`, or the given URL. */
export const idpDomain: ValueParser<string> = (given) => {
  if (HOST_NAME.test(given)) return { value: `https://${given.toLowerCase()}/` };
  const parsed = webUrl(given);
  return 'value' in parsed ? parsed : { must: 'be a host name, or a URL without user and password' };
};

/** E-mail addresses, separated by commas. */
export const emails: ValueParser<readonly string[]> = (given) => {
  const value = given.split(',').map((item) => item.trim());
  return value.every(isEmailAddress) ? { value } : { must: 'be e-mail addresses, separated by commas' };
};

const NAME_AND_ADDRESS = /^([^<>]*)<([^<>]*)>$/;
const LINE_BREAKING = /\p{C}/u;

/** A sender or recipient of mail. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}

/** An e-mail address, alone or as `Name <address>`. */
export const mailbox: ValueParser<Mailbox> = (given) => {
  const [, name = '', address = given] = NAME_AND_ADDRESS.exec(given.trim()) ?? [];
  const value = { name: name.trim(), address: address.trim() };
  return isEmailAddress(value.address) && !LINE_BREAKING.test(value.name)
    ? { value }
    : { must: 'be an e-mail address, or a name and <address>' };
};

/** An SMTP server. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise once the server offers it. */
  readonly secure: boolean;
  readonly username?: string;
  readonly password?: string;
}

/** `smtp://` or `smtps://` with a host and, optionally, port, user and password; without a path, query or fragment. */
export const mailServer: ValueParser<MailServer> = (given) => {
  const parsed = url('smtp', 'smtps')(given);
  if ('must' in parsed) return parsed;
  const { protocol, hostname, port, username, password, pathname } = new URL(parsed.value);
  if (
    hostname === '' ||
    pathname !== '' ||
    /[?#]/.test(parsed.value) ||
    (username === '') !== (password === '')
  )
    return { must: 'be smtp:// or smtps:// with a host, and a user with a password or neither' };
  const secure = protocol === 'smtps:';
  return {
    value: {
      // Brackets around IPv6 addresses belong to URLs only.
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      ...(username !== '' && {
        username: decodeURIComponent(username),
        password: decodeURIComponent(password),
      }),
    },
  };
};

const isNetwork = (text: string): boolean => {
  const [address = '', length, ...more] = text.split('/');
  const family = isIP(address);
  // A zone (fe80::1%eth0) is specific to one machine's interfaces; an IPv4-mapped IPv6 address must be given as IPv4.
  if (family === 0 || (family === 6 && /[%.]/.test(address)) || more.length > 0) return false;
  const bits = family === 4 ? 32 : 128;
  // /0 would trust everyone.
  return length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= bits);
};

/** IP addresses and networks in CIDR form, separated by commas. */
export const networks: ValueParser<readonly string[]> = (given) => {
  const value = given.split(',').map((item) => item.trim());
  return value.every(isNetwork)
    ? { value }
    : { must: 'be IP addresses or networks such as 10.0.0.0/8, separated by commas' };
};
