import { ALPHANUMERIC, sanitizedByCharacters } from '../../../engine/values/characters.js';
import { derive } from '../../../engine/values/derive.js';
import { guarded, negate, NO_GUARDS, shows } from '../../../engine/values/guards.js';
import { taintsWithin } from '../../../engine/values/objects.js';
import { Doubt, SanitizedFor, SANITIZED_FOR_ALL, sanitize } from '../../../engine/values/taint.js';
import { concatenate } from '../../../engine/expressions/texts.js';
import {
  constantValue,
  externalValue,
  join,
  textOf,
  UNKNOWN,
  type Value,
} from '../../../engine/values/value.js';
import { fresh } from '../../../models/data.js';
import { byName, decoded, made, mixed, sanitizedFor, showing, type Model } from '../../../models/model.js';
import { type ArgumentIndex, argument } from '../../../engine/expressions/call-arguments.js';
import { sameUrl } from '../../../models/urls.js';
import { guardsConnections } from './clients.js';
import { errorUnless, readOf, results } from './results.js';

const QUOTED =
  sanitizedByCharacters(new Set([...ALPHANUMERIC, '%', '_', '.', '-', '~', '+'])) | SanitizedFor.URL;
const ESCAPED = (QUOTED | SanitizedFor.SHELL) & ~SanitizedFor.ARGUMENT;
/** Characters with a meaning to shells remain in an escaped path segment. */
const ESCAPED_IN_PATH =
  (sanitizedByCharacters(new Set([...ALPHANUMERIC, '%', '_', '.', '-', '~', '+', '$', '&', '=', ':', '@'])) |
    SanitizedFor.URL) &
  ~SanitizedFor.ARGUMENT;

/** What a text in the form of an IP address is sanitized for; whether the address itself is allowed is another question. */
const PLAIN_ADDRESS =
  SanitizedFor.SHELL |
  SanitizedFor.ARGUMENT |
  SanitizedFor.SQL |
  SanitizedFor.PATH |
  SanitizedFor.LINKS |
  SanitizedFor.CODE |
  SanitizedFor.TEMPLATE;

/** `net.ParseIP(text)`: nil unless the text is an address. */
const address: Model = (event, machine) => {
  const value = argument(event, 0);
  const derived = derive(value, event.frame, machine, {
    sanitizedFor: PLAIN_ADDRESS,
    checks: SanitizedFor.URL,
  });
  return guarded({ ...derived, targets: externalValue('net.IP()').targets }, shows(value, PLAIN_ADDRESS));
};

/** The addresses of a host: checks of all of them count for the host. */
const lookedUp = (index: number): Model => made(index, { checks: SanitizedFor.URL });

/** `ip.IsPrivate()`. */
const isPrivate: Model = (event) =>
  showing(negate(shows(argument(event, 'receiver'), SanitizedFor.URL | SanitizedFor.HOP)));
const isOther: Model = (event) => showing(negate(shows(argument(event, 'receiver'), Doubt.INTERNAL)));

/** `network.Contains(ip)`: for networks of the program, either answer is a check. */
const contains: Model = (event) => {
  const ip = argument(event, 0);
  const isOurs = (event.receiver?.taints.length ?? 0) === 0;
  const { whenTrue } = isOurs ? shows(ip, SanitizedFor.URL | SanitizedFor.HOP) : NO_GUARDS;
  return showing({ whenTrue, whenFalse: whenTrue });
};

/** `host, port, err := net.SplitHostPort(address)`. */
const hostAndPort: Model = (event, machine) => {
  const value = argument(event, 0);
  const host = derive(value, event.frame, machine, { suffix: '.Host', checks: SanitizedFor.URL });
  return results([host, derive(value, event.frame, machine, { suffix: '.Port' }), UNKNOWN], machine);
};

const joinedHost: Model = (event, machine) => {
  const [host = UNKNOWN, port = UNKNOWN] = event.arguments.positional;
  return concatenate([host, constantValue(':'), port], event.frame, machine);
};

/**
 * `conn, err := dialer.DialContext(ctx, network, address)`: the connection leads where the address does. A dialer with
 * a control function returns an error for the addresses that the function refuses.
 */
const dialed =
  (index: number): Model =>
  (event, machine) => {
    const address = argument(event, index);
    const dialers = event.receiver?.objects ?? [];
    const isGuarded = dialers.length > 0 && dialers.every((each) => guardsConnections(each, event, machine));
    const connection = derive(address, event.frame, machine, {
      suffix: '%connection',
      checks: SanitizedFor.URL,
    });
    const error = errorUnless(address, isGuarded ? SanitizedFor.URL | SanitizedFor.HOP : 0);
    return results([{ ...connection, targets: externalValue('net.Conn()').targets }, error], machine);
  };

/** `transport.Clone()`. */
const cloned: Model = (event, machine) => {
  const object = machine.allocate(event.node, event.frame, { path: 'net/http.Transport()' });
  for (const { fields } of event.receiver?.objects ?? [])
    for (const [name, value] of fields) object.fields.set(name, value);
  return { ...UNKNOWN, objects: [object] };
};

/** `values.Encode()`: all of them, encoded. */
const encoded: Model = (event, machine) => {
  const taints = sanitize(taintsWithin(argument(event, 'receiver'), event.frame), ESCAPED);
  return taints.length === 0 ? UNKNOWN : { ...UNKNOWN, taints, key: machine.newKey() };
};

/** `values.Set(name, value)`. */
const set: Model = (event) => {
  const name = textOf(argument(event, 0));
  const value = argument(event, 1);
  for (const object of event.receiver?.objects ?? []) {
    if (name !== undefined) object.fields.set(name, value);
    else object.rest = object.rest ? join(object.rest, value) : value;
  }
  return UNKNOWN;
};

/** `http.NewRequest(method, url, body)`: a request that holds its arguments. */
const request =
  (from: number): Model =>
  (event, machine) => {
    const object = machine.allocate(event.node, event.frame, { path: 'net/http.Request()' });
    for (const [index, name] of ['Method', 'URL', 'Body'].entries())
      object.fields.set(name, argument(event, from + index));
    if (from > 0) object.fields.set('Context', UNKNOWN);
    return { ...UNKNOWN, objects: [object] };
  };

const part =
  (name: string): Model =>
  (event, machine) =>
    derive(argument(event, 'receiver'), event.frame, machine, {
      suffix: `.${name}`,
      checks: SanitizedFor.URL,
    });

const URL = 'net/url.URL()';

/** `u.String()`: for a URL written as a struct, its parts in order. */
const written: Model = (event, machine) => {
  const [object] = event.receiver?.objects ?? [];
  const host = object?.fields.get('Host');
  if (!object || !host) return sameUrl('receiver')(event, machine);
  const part = (name: string): Value => object.fields.get(name) ?? constantValue('');
  const query = object.fields.has('RawQuery') ? [constantValue('?'), part('RawQuery')] : [];
  const path = [constantValue('/'), part('Path'), ...query];
  return concatenate([part('Scheme'), constantValue('://'), host, ...path], event.frame, machine);
};

/** `base.JoinPath(…segments)`, `url.JoinPath(base, …segments)`: the host is that of the base. */
const joinedPath =
  (index: ArgumentIndex): Model =>
  (event, machine) => {
    const { positional, spread } = event.arguments;
    const segments = [
      ...(index === 'receiver' ? positional : positional.slice(1)),
      ...(spread ? [spread] : []),
    ];
    const base = written({ ...event, receiver: argument(event, index) }, machine) ?? UNKNOWN;
    const parts = segments.flatMap((segment) => [constantValue('/'), segment]);
    // A base that is not known is one of the server's own.
    const text = concatenate([{ ...base, targets: [] }, ...parts], event.frame, machine);
    return { ...text, targets: externalValue(URL).targets };
  };

/** `uuid.Parse(text)` and the like accept braces and separators. */
const LOOSE =
  SanitizedFor.SHELL | SanitizedFor.PATH | SanitizedFor.LINKS | SanitizedFor.SQL | SanitizedFor.URL;

/** `time.Parse(layout, text)`: only characters of the layout. */
const time: Model = (event, machine) => {
  const layout = textOf(argument(event, 0));
  const isNarrow = layout !== undefined && !/[/\\;|&$`<>()'"]/u.test(layout);
  return readOf(1, SANITIZED_FOR_ALL, isNarrow ? SANITIZED_FOR_ALL : 0)(event, machine);
};

/** `uuid.Validate(text)`: an error if it is not a UUID. */
const validated =
  (index: ArgumentIndex, bits: number): Model =>
  (event) =>
    showing(negate(shows(argument(event, index), bits)));

/** Functions for URLs and IP addresses, and other parsers of strict text formats. */
export const ADDRESSES: Readonly<Record<string, Model>> = {
  ...byName(['net/url.Parse', 'net/url.ParseRequestURI'], sameUrl(0)),
  ...byName([`${URL}.String`, `${URL}.Redacted`], written),
  [`${URL}.Hostname`]: part('Hostname'),
  [`${URL}.Port`]: made('receiver', { suffix: '.Port' }),
  [`${URL}.JoinPath`]: joinedPath('receiver'),
  'net/url.JoinPath': joinedPath(0),
  ...byName([`${URL}.ResolveReference`, `${URL}.Parse`], mixed),
  'net/url.QueryEscape': sanitizedFor(0, ESCAPED),
  'net/url.PathEscape': sanitizedFor(0, ESCAPED_IN_PATH),
  ...byName(['net/url.QueryUnescape', 'net/url.PathUnescape'], decoded(0)),
  'net/url.Values().Encode': encoded,
  ...byName(['net/url.Values().Set', 'net/url.Values().Add'], set),
  'net.ParseIP': address,
  ...byName(
    [
      'net/netip.ParseAddr',
      'net/netip.ParseAddrPort',
      'net/netip.AddrFromSlice',
      'net.ParseCIDR',
      'net/netip.ParsePrefix',
    ],
    made(0, { checks: SanitizedFor.URL }),
  ),
  ...byName(
    ['net/netip.ParseAddrPort().Addr', 'net/netip.AddrPort().Addr'],
    made('receiver', { checks: SanitizedFor.URL }),
  ),
  ...byName(
    ['net.LookupIP', 'net.LookupHost', 'net.LookupAddr', 'net.ResolveIPAddr', 'net.ResolveTCPAddr'],
    lookedUp(0),
  ),
  ...byName(['net.Resolver().LookupIPAddr', 'net.Resolver().LookupHost'], lookedUp(1)),
  ...byName(['net.Resolver().LookupIP', 'net.Resolver().LookupNetIP'], lookedUp(2)),
  ...byName(
    [
      'net.IPNet().Contains',
      'net.ParseCIDR().Contains',
      'net/netip.MustParsePrefix().Contains',
      'net/netip.Prefix().Contains',
    ],
    contains,
  ),
  ...byName(['net.Dial', 'net.DialTimeout', 'net.Dialer().Dial'], dialed(1)),
  'net.Dialer().DialContext': dialed(2),
  ...byName(
    ['net.Conn().RemoteAddr', 'net.Conn().RemoteAddr().String', 'net.IP().String', 'net/netip.Addr().String'],
    made('receiver', { checks: SanitizedFor.URL }),
  ),
  'net/http.Transport().Clone': cloned,
  'net.SplitHostPort': hostAndPort,
  'net.JoinHostPort': joinedHost,
  'net/http.NewRequest': request(0),
  'net/http.NewRequestWithContext': request(1),
  ...byName(
    ['github.com/google/uuid.Parse', 'github.com/gofrs/uuid.FromString'],
    readOf(0, SANITIZED_FOR_ALL, LOOSE),
  ),
  'github.com/google/uuid.MustParse': sanitizedFor(0, SANITIZED_FOR_ALL),
  'github.com/google/uuid.Validate': validated(0, LOOSE),
  ...byName(
    ['github.com/google/uuid.New', 'github.com/google/uuid.NewString', 'github.com/google/uuid.NewRandom'],
    fresh,
  ),
  'time.Parse': time,
};

/** Methods of addresses of any type. */
export const ADDRESS_METHODS: Readonly<Record<string, Model>> = {
  IsPrivate: isPrivate,
  ...byName(
    ['IsLoopback', 'IsLinkLocalUnicast', 'IsLinkLocalMulticast', 'IsUnspecified', 'IsMulticast'],
    isOther,
  ),
  ...byName(['To4', 'To16', 'Unmap', 'AsSlice'], made('receiver', { checks: SanitizedFor.URL })),
};
