import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { pathsOf, UNKNOWN, type Value, maybe, surely } from '../../engine/values/value.js';
import type { Lines } from '../../ir/program.js';
import { argument, named } from '../../engine/expressions/call-arguments.js';
import { authenticates } from '../../facts/listening.js';
import { callersOf, sinkOf } from '../support/locations.js';
import type { CallCheck, Checks, Rule, StoreCheck } from '../rule.js';
import { acceptsEvery, reflectsOrigin } from './reflected-origin.js';
import type { Found } from '../../findings/found.js';

const HEADER = 'access-control-allow-origin';

/** `"*"`, or a list that contains it. */
const holdsAny = (value: Value | undefined): boolean =>
  value !== undefined &&
  (surely(value, '*') ||
    value.objects.some(({ items }) => items?.some((item) => surely(item, '*')) ?? false));

const isHeader = (value: Value | undefined): boolean => {
  const [name] = value?.constants ?? [];
  return typeof name === 'string' && name.toLowerCase() === HEADER;
};

/** Discovery documents of the server's own OAuth endpoints are public. */
const PUBLIC = /well-?known|metadata|discovery|jwks/iu;

const isPublic = (frame: Frame): boolean =>
  [...callersOf(frame)].some((each) =>
    PUBLIC.test(`${each.module} ${each.entry.name} ${each.function?.name ?? ''}`),
  );

/** Whether the browser also sends credentials. */
const sendsCredentials = (event: Pick<CallEvent, 'arguments'>): boolean =>
  maybe(event.arguments.named.get('allow_credentials'), true) ||
  event.arguments.positional.some(({ objects }) =>
    objects.some(({ fields }) => maybe(fields.get('credentials'), true)),
  );

/** Calls that allow every origin. */
interface Opening extends Pick<Found, 'at' | 'lines' | 'sink'> {
  readonly credentials: boolean;
}

type Note = (frame: Frame, lines: Lines, sink: string, credentials?: boolean) => void;

/** `cors()`, `cors({ origin: "*" })`: without options, every origin is allowed. */
const middleware = (event: CallEvent, note: Note): void => {
  const [options] = event.arguments.positional;
  if (!options) {
    note(event.frame, event.node, 'cors');
    return;
  }
  const [object] = options.objects;
  if (!object) return;
  const origin = object.fields.get('origin');
  const isOpen =
    origin === undefined ? !object.rest : holdsAny(origin) || surely(origin, true) || acceptsEvery(origin);
  if (isOpen) note(event.frame, event.node, 'cors', sendsCredentials(event));
};

/** `app.register(cors, { origin: "*" })`. */
const registered = (event: CallEvent, note: Note): void => {
  const [plugin = UNKNOWN, options] = event.arguments.positional;
  if (!pathsOf(plugin).includes('@fastify/cors')) return;
  const origin = options?.objects[0]?.fields.get('origin');
  if (holdsAny(origin) || surely(origin, true) || acceptsEvery(origin))
    note(event.frame, event.node, '@fastify/cors', sendsCredentials(event));
};

/** `response.setHeader("Access-Control-Allow-Origin", "*")`. */
const header = (event: CallEvent, note: Note): void => {
  if (!isHeader(argument(event, 0))) return;
  const { frame, node } = event;
  if (surely(argument(event, 1), '*')) note(frame, node, HEADER);
  else if (reflectsOrigin(node.arguments[1]?.value, frame.function)) note(frame, node, HEADER, true);
};

/** `add_middleware(CORSMiddleware, allow_origins=["*"])`. */
const withOrigins =
  (name: string, orNone = false) =>
  (event: CallEvent, note: Note): void => {
    const origins = named(event, name);
    const isOpen = origins === undefined ? orNone && event.arguments.named.size === 0 : holdsAny(origins);
    const lines = event.node.arguments.find((each) => each.name === name)?.value ?? event.node;
    if (isOpen || maybe(named(event, 'allow_origin_regex'), '.*'))
      note(event.frame, lines, name, sendsCredentials(event));
  };

const always = (event: CallEvent, note: Note): void => note(event.frame, event.node, sinkOf(event));

const LISTS = ['AllowedOrigins', 'AllowOrigins'];

/** How each call can allow every origin. */
const CALLS: readonly (readonly [readonly string[], (event: CallEvent, note: Note) => void])[] = [
  [['cors', '@koa/cors', 'hono/cors.cors', 'koa2-cors'], middleware],
  [['.register'], registered],
  [['.setHeader', '.header', '.set', '.append', '.Set', '.Header', '.Add'], header],
  [
    [
      '.add_middleware',
      'starlette.middleware.Middleware',
      'starlette.middleware.cors.CORSMiddleware',
      'fastapi.middleware.cors.CORSMiddleware',
      'fastapi.middleware.Middleware',
    ],
    withOrigins('allow_origins'),
  ],
  [['flask_cors.CORS'], withOrigins('origins', true)],
  [
    ['github.com/rs/cors.AllowAll', 'github.com/rs/cors.Default', 'github.com/gin-contrib/cors.Default'],
    always,
  ],
];

const DESCRIPTION =
  'Pages of every origin may read the answers of this server: a page that the user has open can call the tools with the user’s network and see what they return.';

/** Browsers let any page read the answers. */
export const openCors: Rule = {
  id: 'MCP-H004',
  class: 'H',
  title: 'CORS allows every origin',
  severity: 'medium',
  confidence: 'medium',
  cwe: 942,
  cvss: 'AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:L/A:N',
  what: 'CORS settings or a header of an HTTP server that allow the origin `*`, or send back whichever asks.',
  why: 'A server on the user’s own machine is out of reach for strangers, but not for the pages in the user’s browser; this setting lets them in.',
  example: {
    language: 'javascript',
    bad: 'app.use(cors({ origin: "*" }));',
    good: 'app.use(cors({ origin: ["https://console.example.com"] }));',
  },
  fix: 'List the origins that need to call the server from a browser; leave CORS away when none does.',
  notCounted: ['the discovery documents below `/.well-known/`'],
  remembering: (): Checks => {
    const openings: Opening[] = [];
    const note: Note = (frame, lines, sink, credentials = false) => {
      if (!isPublic(frame)) openings.push({ at: frame, lines, sink, credentials });
    };
    const noting =
      (look: (event: CallEvent, note: Note) => void): CallCheck =>
      (event) =>
        look(event, note);
    const storing = (names: StoreCheck['names'], isOpen: (value: Value) => boolean): StoreCheck => ({
      names,
      check: ({ frame, lines, name, value }) => {
        if (isOpen(value)) note(frame, lines, name);
      },
    });
    return {
      calls: Object.fromEntries(CALLS.flatMap(([names, look]) => names.map((name) => [name, noting(look)]))),
      stores: [
        storing(
          (name) => name.toLowerCase() === HEADER,
          (value) => surely(value, '*'),
        ),
        storing(LISTS, holdsAny),
        storing(['AllowAllOrigins'], (value) => surely(value, true)),
      ],
      package: (view, report) => {
        // A page does not have the required token, unless the browser adds credentials.
        const isGuarded = authenticates(view.surface);
        for (const { credentials, ...location } of openings)
          report({
            ...location,
            severity: isGuarded && !credentials ? 'low' : 'medium',
            description: DESCRIPTION,
          });
      },
    };
  },
};
