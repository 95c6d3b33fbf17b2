import type { CallEvent, Event } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { pathsOf, textOf, type Value } from '../../engine/values/value.js';
import type { FunctionDefinition, Lines } from '../../ir/program.js';
import { nodesWithin } from '../../ir/walk.js';
import { memoByName, memoByNode } from '../../common/memo.js';
import { closuresOf } from '../../models/callbacks.js';
import { fieldOf } from '../../models/model.js';
import { callersOf } from '../support/locations.js';
import type { Checks, Report, Rule } from '../rule.js';
import names from './names.json' with { type: 'json' };

/** Names under which handlers find who calls. */
const CALLERS: ReadonlySet<string> = new Set(names.sharedCache.callers);
const SCOPES: readonly string[] = names.sharedCache.scopes;

/** Whether a value is the scope that lets every cache share an answer. */
const isPublic = (value: Value | undefined): boolean =>
  value !== undefined &&
  (textOf(value) === 'public' || pathsOf(value).some((path) => path.endsWith('.CacheScopePublic')));

const scopeIn = (value: Value | undefined): boolean => SCOPES.some((name) => isPublic(fieldOf(value, name)));

/** Where a function looks at who calls. */
const callerRead = memoByNode((definition: FunctionDefinition): Lines | undefined =>
  nodesWithin(definition.body).find(
    (node) =>
      (node.kind === 'member' && CALLERS.has(node.property)) ||
      (node.kind === 'name' && CALLERS.has(node.name)),
  ),
);

/** The operations that a server lets every cache share: `resources/read`, or all with `*`. */
type Operation = 'resource' | 'function' | '*';

const operationOf = (method: string): Operation | undefined => {
  if (method === 'resources/read' || method.endsWith('.MethodResourcesRead')) return 'resource';
  return /\/list$|List$/u.test(method) ? 'function' : undefined;
};

/** Calls that may say which answers caches share: of servers and their options, of resources, of results. */
const says = memoByName((name) =>
  /(?:^|[./])(?:McpServer|Server|FastMCP|MCPServer|WithCacheHints|WithMethodCacheHints|registerResource|\w+Result)$/u.test(
    name,
  ),
);
const isHint = memoByName((name) => name.endsWith('mcp-go/server.WithCacheHints'));
const isMethodHint = memoByName((name) => name.endsWith('mcp-go/server.WithMethodCacheHints'));

/** The operations that the options of a server name as public: `cacheHints: { "resources/read": { cacheScope: "public" } }`. */
function* sharedBy(event: CallEvent): Generator<Operation> {
  const { positional, named } = event.arguments;
  if (event.names.some(isHint) && isPublic(positional[1])) yield '*';
  if (event.names.some(isMethodHint) && isPublic(positional[2])) {
    const [method] = positional;
    for (const path of [...(method ? pathsOf(method) : []), textOf(method) ?? '']) {
      const operation = operationOf(path);
      if (operation) yield operation;
    }
  }
  for (const options of positional)
    for (const { fields } of fieldOf(options, 'cacheHints')?.objects ?? [])
      for (const [method, hint] of fields) {
        const operation = scopeIn(hint) ? operationOf(method) : undefined;
        if (operation) yield operation;
      }
  if (named.has('cache_hints')) yield* writtenHints(event);
}

/** `cache_hints={"resources/read": CacheHint(ttl_ms=1, scope="public")}`, as it is written. */
function* writtenHints({ node }: CallEvent): Generator<Operation> {
  const given = node.arguments.find(({ name }) => name === 'cache_hints')?.value;
  if (given?.kind !== 'object') return;
  for (const entry of given.entries) {
    if (!('key' in entry) || entry.key.kind !== 'constant') continue;
    const isShared = nodesWithin(entry.value, false).some(
      (part) =>
        part.kind === 'call' &&
        part.arguments.some(
          ({ name, value }) => name === 'scope' && value.kind === 'constant' && value.value === 'public',
        ),
    );
    const operation = isShared ? operationOf(String(entry.key.value)) : undefined;
    if (operation) yield operation;
  }
}

/** A handler that looks at who calls. */
interface Dependent {
  readonly frame: Frame;
  readonly lines: Lines;
}

/** An answer for one caller may be given to another one. */
export const sharedCache: Rule = {
  id: 'MCP-F009',
  preview: true,
  class: 'F',
  title: 'Answer for one caller that caches may give to all',
  severity: 'high',
  confidence: 'medium',
  cwe: 524,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  what: 'A resource or a list has the cache scope `public`, and its handler looks at who calls: at the token, the headers or the session.',
  why: 'Clients, gateways and proxies may store a `public` answer and give it to anybody, whatever their token is: one caller reads what is another one’s.',
  example: {
    language: 'typescript',
    bad: 'server.registerResource("inbox", "mail://inbox", { cacheHint: { ttlMs: 60_000, cacheScope: "public" } },\n  async (uri, ctx) => read(uri, ctx.http.authInfo));',
    good: 'server.registerResource("inbox", "mail://inbox", { cacheHint: { ttlMs: 60_000, cacheScope: "private" } },\n  async (uri, ctx) => read(uri, ctx.http.authInfo));',
  },
  fix: 'Use the scope `private`, which is the default of the SDKs, for everything that depends on who asks.',
  notCounted: ['answers that are the same for all callers', 'the scope `private`'],
  remembering: (): Checks => {
    const shared = new Set<Operation>();
    const registered = new Set<FunctionDefinition>();
    const handlers = new Map<FunctionDefinition, { readonly kind: Operation; readonly frame: Frame }>();
    const reported = new Set<FunctionDefinition>();
    const tell = ({ frame, lines }: Dependent, report: Report): void => {
      if (!frame.function || reported.has(frame.function)) return;
      reported.add(frame.function);
      report({
        at: frame,
        lines,
        sink: 'cacheScope',
        description:
          'The answer depends on who calls, and its cache scope is `public`: a cache may give it to every other caller.',
      });
    };
    /** An answer that says itself who may share it. */
    const answered = (frame: Frame, report: Report): void => {
      for (const each of callersOf(frame)) {
        const lines = each.function && callerRead(each.function);
        if (!lines) continue;
        tell({ frame: each, lines }, report);
        return;
      }
    };
    const call = (event: CallEvent, report: Report): void => {
      for (const operation of sharedBy(event)) shared.add(operation);
      if (isPublic(event.arguments.named.get('cache_scope'))) answered(event.frame, report);
      const { positional } = event.arguments;
      if (!positional.some((value) => scopeIn(fieldOf(value, 'cacheHint')))) return;
      for (const value of positional)
        for (const closure of closuresOf(value)) registered.add(closure.function);
    };
    return {
      called: [{ names: says, check: call }],
      stores: [
        {
          names: SCOPES,
          check: ({ frame, value }, report) => {
            if (isPublic(value)) answered(frame, report);
          },
        },
      ],
      events: {
        run: ({ frame }: Extract<Event, { kind: 'run' }>) => {
          const { kind } = frame.entry;
          const isHandler = frame.caller?.function === undefined;
          if (!frame.function || !isHandler || (kind !== 'resource' && kind !== 'function')) return;
          if (!handlers.has(frame.function)) handlers.set(frame.function, { kind, frame });
        },
      },
      package: (_view, report) => {
        for (const [definition, { kind, frame }] of handlers) {
          if (!registered.has(definition) && !shared.has('*') && !shared.has(kind)) continue;
          const lines = callerRead(definition);
          if (lines) tell({ frame, lines }, report);
        }
      },
    };
  },
};
