import { sanitizedByCharacters, ALPHANUMERIC } from '../../../engine/values/characters.js';
import { derive } from '../../../engine/values/derive.js';
import { shows } from '../../../engine/values/guards.js';
import { taintsWithin } from '../../../engine/values/objects.js';
import { SanitizedFor, SANITIZED_FOR_ALL, sanitize } from '../../../engine/values/taint.js';
import { constantOf, externalValue, textOf, UNKNOWN, type Value } from '../../../engine/values/value.js';
import { fresh } from '../../../models/data.js';
import { byName, decoded, made, mixed, type Model } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';
import { joinedUrl } from '../../../models/urls.js';
import names from './names.json' with { type: 'json' };

/** Checks of the result's parts count for the URL. */
const address = made(0, { checks: SanitizedFor.URL });

const QUOTED =
  sanitizedByCharacters(new Set([...ALPHANUMERIC, '%', '_', '.', '-', '~'])) | SanitizedFor.SHELL;

/** `quote(text, safe="/")`: safe characters are not quoted. */
const quoted =
  (initial: string): Model =>
  (event, machine) => {
    const given_ = event.arguments.named.get('safe') ?? event.arguments.positional[1];
    const safe = given_ ? textOf(given_) : initial;
    const slash = safe?.includes('/') ?? true;
    const bits =
      (QUOTED & ~SanitizedFor.ARGUMENT & (slash ? ~(SanitizedFor.PATH | SanitizedFor.LINKS) : -1)) |
      SanitizedFor.URL;
    return derive(argument(event, 0, 'string'), event.frame, machine, {
      sanitizedFor: bits,
      checks: SANITIZED_FOR_ALL,
    });
  };

/** `urlencode({…})`: all values, encoded. */
const encoded: Model = (event, machine) => {
  const taints = sanitize(taintsWithin(argument(event, 0), event.frame), QUOTED | SanitizedFor.URL);
  return taints.length === 0 ? UNKNOWN : { ...UNKNOWN, taints, key: machine.newKey() };
};

/** Digits, letters and colons, unless it is an IPv6 address with a zone ID. */
const PLAIN_ADDRESS =
  SanitizedFor.SHELL |
  SanitizedFor.ARGUMENT |
  SanitizedFor.SQL |
  SanitizedFor.PATH |
  SanitizedFor.LINKS |
  SanitizedFor.CODE |
  SanitizedFor.TEMPLATE;

/** `ip_address(text)` raises unless the text is an IP address; the address itself may still be harmful. */
const parsedAddress =
  (bits: number): Model =>
  (event, machine) => {
    const value = argument(event, 0);
    machine.learn(shows(value, bits).whenTrue, event.frame);
    const isNetwork = event.names.some((name) => /[nN]etwork$/u.test(name));
    const { targets } = externalValue(isNetwork ? 'ipaddress.ip_network()' : 'ipaddress.ip_address()');
    return {
      ...derive(value, event.frame, machine, { sanitizedFor: bits, checks: SanitizedFor.URL }),
      targets,
    };
  };

/** `uuid.UUID(text)` raises unless the text is a UUID, possibly with braces or separators. */
const identifier: Model = (event, machine) => {
  const value = argument(event, 0);
  const loose =
    SanitizedFor.SHELL | SanitizedFor.PATH | SanitizedFor.LINKS | SanitizedFor.SQL | SanitizedFor.URL;
  machine.learn(shows(value, loose).whenTrue, event.frame);
  return derive(value, event.frame, machine, { sanitizedFor: SANITIZED_FOR_ALL });
};

/** `strptime(text, format)` raises unless the text is a time in that format. */
const time: Model = (event, machine) => {
  const value = argument(event, 0);
  const format = constantOf(argument(event, 1));
  const isNarrow = typeof format === 'string' && !/[/\\;|&$`<>()'"]/u.test(format);
  if (isNarrow) machine.learn(shows(value, SANITIZED_FOR_ALL).whenTrue, event.frame);
  return {
    ...derive(value, event.frame, machine, { sanitizedFor: SANITIZED_FOR_ALL }),
    ...named(event.names),
  };
};

const named = (names: readonly string[]): Pick<Value, 'targets'> => ({
  targets: names.map((path) => ({ kind: 'external', path: `${path}()` })),
});

/** Functions for URLs and IP addresses, and other parsers of strict text formats. */
export const ADDRESSES: Readonly<Record<string, Model>> = {
  ...byName(
    ['urllib.parse.urlparse', 'urllib.parse.urlsplit', 'yarl.URL', 'httpx.URL', 'furl.furl'],
    address,
  ),
  'urllib.parse.quote': quoted('/'),
  'urllib.parse.quote_plus': quoted(''),
  'urllib.parse.urlencode': encoded,
  'urllib.parse.urljoin': joinedUrl,
  ...byName(['urllib.parse.urlunparse', 'urllib.parse.urlunsplit'], mixed),
  ...byName(
    ['urllib.parse.unquote', 'urllib.parse.unquote_plus', 'urllib.parse.unquote_to_bytes'],
    decoded(0),
  ),
  ...byName(['urllib.parse.parse_qs', 'urllib.parse.parse_qsl', 'urllib.parse.urldefrag'], made(0)),
  ...byName(names.addresses.lookups, address),
  ...byName(['socket.gethostname', 'socket.getfqdn'], fresh),
  ...byName(
    ['ipaddress.ip_address', 'ipaddress.ip_network', 'ipaddress.ip_interface', 'ipaddress.IPv6Address'],
    parsedAddress(0),
  ),
  ...byName(['ipaddress.IPv4Address', 'ipaddress.IPv4Network'], parsedAddress(PLAIN_ADDRESS)),
  'uuid.UUID': identifier,
  ...byName(['datetime.datetime.strptime', 'time.strptime', 'datetime.date.strptime'], time),
  ...byName(names.addresses.conversions, made(0, { sanitizedFor: SANITIZED_FOR_ALL })),
};
