import { ALPHANUMERIC, neutralOfCharacters } from '../../../engine/characters.js';
import { derive } from '../../../engine/derive.js';
import { guarded, negate, NO_GUARDS, shows } from '../../../engine/guards.js';
import { taintsWithin } from '../../../engine/objects.js';
import { Neutral, NEUTRAL_ALL, neutralize } from '../../../engine/taint.js';
import { concatenate } from '../../../engine/texts.js';
import { constantValue, externalValue, join, textOf, UNKNOWN, type Value } from '../../../engine/value.js';
import { fresh } from '../../../models/data.js';
import {
  all,
  decoded,
  given,
  made,
  mixed,
  neutral,
  showing,
  type Model,
  type Place,
} from '../../../models/model.js';
import { sameUrl } from '../../../models/urls.js';
import { guardsConnections } from './clients.js';
import { errorUnless, readOf, results } from './results.js';

const QUOTED = neutralOfCharacters(new Set([...ALPHANUMERIC, '%', '_', '.', '-', '~', '+'])) | Neutral.URL;
const ESCAPED = (QUOTED | Neutral.SHELL) & ~Neutral.ARGUMENT;
/** Signs that mean something to shells stay in a part of a path. */
const ESCAPED_IN_PATH =
  (neutralOfCharacters(new Set([...ALPHANUMERIC, '%', '_', '.', '-', '~', '+', '$', '&', '=', ':', '@'])) |
    Neutral.URL) &
  ~Neutral.ARGUMENT;

/** What a text in the form of an address cannot do; which address it is, is another question. */
const PLAIN_ADDRESS =
  Neutral.SHELL |
  Neutral.ARGUMENT |
  Neutral.SQL |
  Neutral.PATH |
  Neutral.LINKS |
  Neutral.CODE |
  Neutral.TEMPLATE;

/** `net.ParseIP(text)`: nil unless the text is an address. */
const address: Model = (event, machine) => {
  const value = given(event, 0);
  const derived = derive(value, event.frame, machine, { neutral: PLAIN_ADDRESS, checks: Neutral.URL });
  return guarded({ ...derived, targets: externalValue('net.IP()').targets }, shows(value, PLAIN_ADDRESS));
};

/** The addresses of a host: what is checked of all of them is checked of the host. */
const lookedUp = (place: number): Model => made(place, { checks: Neutral.URL });

/** `ip.IsPrivate()`. */
const isPrivate: Model = (event) =>
  showing(negate(shows(given(event, 'receiver'), Neutral.URL | Neutral.HOP)));
const isOther: Model = (event) => showing(negate(shows(given(event, 'receiver'), Neutral.DOUBT)));

/** `network.Contains(ip)`: asked of networks that are the program's own, either answer is a check. */
const contains: Model = (event) => {
  const ip = given(event, 0);
  const isOurs = (event.receiver?.taints.length ?? 0) === 0;
  const { whenTrue } = isOurs ? shows(ip, Neutral.URL | Neutral.HOP) : NO_GUARDS;
  return showing({ whenTrue, whenFalse: whenTrue });
};

/** `host, port, err := net.SplitHostPort(address)`. */
const hostAndPort: Model = (event, machine) => {
  const value = given(event, 0);
  const host = derive(value, event.frame, machine, { suffix: '.Host', checks: Neutral.URL });
  return results([host, derive(value, event.frame, machine, { suffix: '.Port' }), UNKNOWN], machine);
};

const joinedHost: Model = (event, machine) => {
  const [host = UNKNOWN, port = UNKNOWN] = event.arguments.positional;
  return concatenate([host, constantValue(':'), port], event.frame, machine);
};

/**
 * `conn, err := dialer.DialContext(ctx, network, address)`: where the connection leads is where the address does. A dialer that
 * asks a function of its own before gives an error for what that refuses.
 */
const dialed =
  (place: number): Model =>
  (event, machine) => {
    const address = given(event, place);
    const dialers = event.receiver?.objects ?? [];
    const isGuarded = dialers.length > 0 && dialers.every((each) => guardsConnections(each, event, machine));
    const connection = derive(address, event.frame, machine, { suffix: '%connection', checks: Neutral.URL });
    const error = errorUnless(address, isGuarded ? Neutral.URL | Neutral.HOP : 0);
    return results([{ ...connection, targets: externalValue('net.Conn()').targets }, error], machine);
  };

/** `transport.Clone()`. */
const cloned: Model = (event, machine) => {
  const object = machine.allocate(event.node, event.frame, { path: 'net/http.Transport()' });
  for (const { fields } of event.receiver?.objects ?? [])
    for (const [name, value] of fields) object.fields.set(name, value);
  return { ...UNKNOWN, objects: [object] };
};

/** `values.Encode()`: all of them, quoted. */
const encoded: Model = (event, machine) => {
  const taints = neutralize(taintsWithin(given(event, 'receiver'), event.frame), ESCAPED);
  return taints.length === 0 ? UNKNOWN : { ...UNKNOWN, taints, key: machine.newKey() };
};

/** `values.Set(name, value)`. */
const set: Model = (event) => {
  const name = textOf(given(event, 0));
  const value = given(event, 1);
  for (const object of event.receiver?.objects ?? []) {
    if (name !== undefined) object.fields.set(name, value);
    else object.rest = object.rest ? join(object.rest, value) : value;
  }
  return UNKNOWN;
};

/** `http.NewRequest(method, url, body)`: a request, with what it is made of. */
const request =
  (from: number): Model =>
  (event, machine) => {
    const object = machine.allocate(event.node, event.frame, { path: 'net/http.Request()' });
    for (const [place, name] of ['Method', 'URL', 'Body'].entries())
      object.fields.set(name, given(event, from + place));
    if (from > 0) object.fields.set('Context', UNKNOWN);
    return { ...UNKNOWN, objects: [object] };
  };

const part =
  (name: string): Model =>
  (event, machine) =>
    derive(given(event, 'receiver'), event.frame, machine, { suffix: `.${name}`, checks: Neutral.URL });

const URL = 'net/url.URL()';

/** `u.String()`: of an address that was written as a struct, its parts in their order. */
const written: Model = (event, machine) => {
  const [object] = event.receiver?.objects ?? [];
  const host = object?.fields.get('Host');
  if (!object || !host) return sameUrl('receiver')(event, machine);
  const part = (name: string): Value => object.fields.get(name) ?? constantValue('');
  const query = object.fields.has('RawQuery') ? [constantValue('?'), part('RawQuery')] : [];
  const path = [constantValue('/'), part('Path'), ...query];
  return concatenate([part('Scheme'), constantValue('://'), host, ...path], event.frame, machine);
};

/** `uuid.Parse(text)` and its like accept braces and signs between. */
const LOOSE = Neutral.SHELL | Neutral.PATH | Neutral.LINKS | Neutral.SQL | Neutral.URL;

/** `time.Parse(layout, text)`: no other signs than those of the layout. */
const time: Model = (event, machine) => {
  const layout = textOf(given(event, 0));
  const isNarrow = layout !== undefined && !/[/\\;|&$`<>()'"]/u.test(layout);
  return readOf(1, NEUTRAL_ALL, isNarrow ? NEUTRAL_ALL : 0)(event, machine);
};

/** `uuid.Validate(text)`: an error unless it is one. */
const validated =
  (place: Place, bits: number): Model =>
  (event) =>
    showing(negate(shows(given(event, place), bits)));

/** Addresses of other hosts, and what else is read of texts in one form alone. */
export const ADDRESSES: Readonly<Record<string, Model>> = {
  ...all(['net/url.Parse', 'net/url.ParseRequestURI'], sameUrl(0)),
  ...all([`${URL}.String`, `${URL}.Redacted`], written),
  [`${URL}.Hostname`]: part('Hostname'),
  [`${URL}.Port`]: made('receiver', { suffix: '.Port' }),
  ...all([`${URL}.JoinPath`, `${URL}.ResolveReference`, `${URL}.Parse`, 'net/url.JoinPath'], mixed),
  'net/url.QueryEscape': neutral(0, ESCAPED),
  'net/url.PathEscape': neutral(0, ESCAPED_IN_PATH),
  ...all(['net/url.QueryUnescape', 'net/url.PathUnescape'], decoded(0)),
  'net/url.Values().Encode': encoded,
  ...all(['net/url.Values().Set', 'net/url.Values().Add'], set),
  'net.ParseIP': address,
  ...all(
    [
      'net/netip.ParseAddr',
      'net/netip.ParseAddrPort',
      'net/netip.AddrFromSlice',
      'net.ParseCIDR',
      'net/netip.ParsePrefix',
    ],
    made(0, { checks: Neutral.URL }),
  ),
  ...all(
    ['net/netip.ParseAddrPort().Addr', 'net/netip.AddrPort().Addr'],
    made('receiver', { checks: Neutral.URL }),
  ),
  ...all(
    ['net.LookupIP', 'net.LookupHost', 'net.LookupAddr', 'net.ResolveIPAddr', 'net.ResolveTCPAddr'],
    lookedUp(0),
  ),
  ...all(['net.Resolver().LookupIPAddr', 'net.Resolver().LookupHost'], lookedUp(1)),
  ...all(['net.Resolver().LookupIP', 'net.Resolver().LookupNetIP'], lookedUp(2)),
  ...all(
    [
      'net.IPNet().Contains',
      'net.ParseCIDR().Contains',
      'net/netip.MustParsePrefix().Contains',
      'net/netip.Prefix().Contains',
    ],
    contains,
  ),
  ...all(['net.Dial', 'net.DialTimeout', 'net.Dialer().Dial'], dialed(1)),
  'net.Dialer().DialContext': dialed(2),
  ...all(
    ['net.Conn().RemoteAddr', 'net.Conn().RemoteAddr().String', 'net.IP().String', 'net/netip.Addr().String'],
    made('receiver', { checks: Neutral.URL }),
  ),
  'net/http.Transport().Clone': cloned,
  'net.SplitHostPort': hostAndPort,
  'net.JoinHostPort': joinedHost,
  'net/http.NewRequest': request(0),
  'net/http.NewRequestWithContext': request(1),
  ...all(['github.com/google/uuid.Parse', 'github.com/gofrs/uuid.FromString'], readOf(0, NEUTRAL_ALL, LOOSE)),
  'github.com/google/uuid.MustParse': neutral(0, NEUTRAL_ALL),
  'github.com/google/uuid.Validate': validated(0, LOOSE),
  ...all(
    ['github.com/google/uuid.New', 'github.com/google/uuid.NewString', 'github.com/google/uuid.NewRandom'],
    fresh,
  ),
  'time.Parse': time,
};

/** Methods of addresses, wherever they come from. */
export const ADDRESS_METHODS: Readonly<Record<string, Model>> = {
  IsPrivate: isPrivate,
  ...all(
    ['IsLoopback', 'IsLinkLocalUnicast', 'IsLinkLocalMulticast', 'IsUnspecified', 'IsMulticast'],
    isOther,
  ),
  ...all(['To4', 'To16', 'Unmap', 'AsSlice'], made('receiver', { checks: Neutral.URL })),
};
