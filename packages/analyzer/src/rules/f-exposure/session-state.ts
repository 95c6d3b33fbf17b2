import type { CallEvent, Event } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { constantOf, surely, type Value } from '../../engine/values/value.js';
import type { Expression, FunctionDefinition, Lines } from '../../ir/program.js';
import { lastNameOf, nodesOf, nodesWithin } from '../../ir/walk.js';
import { memoByName, memoByNode } from '../../common/memo.js';
import { fieldOf } from '../../models/model.js';
import { inHandler } from '../support/locations.js';
import type { Checks, Rule } from '../rule.js';
import names from './names.json' with { type: 'json' };

const KEYED: ReadonlySet<string> = new Set(names.sessionState.methods);
const SESSION = /^(?:mcp_?)?session_?id$/iu;

/** Whether an expression is the id of a session: `extra.sessionId`, `ctx.session_id`, `req.Session.ID()`. */
function isSessionId(expression: Expression): boolean {
  const name = lastNameOf(expression);
  if (expression.kind === 'member' && SESSION.test(name)) return true;
  if (expression.kind !== 'call' || expression.callee.kind !== 'member') return false;
  return SESSION.test(name) || (name === 'ID' && /^Session$/u.test(lastNameOf(expression.callee.object)));
}

/** The variables of a function that hold the id of a session. */
const idsOf = memoByNode((definition: FunctionDefinition): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const node of nodesOf(definition))
    if (
      (node.kind === 'declare' || node.kind === 'assign') &&
      node.target.kind === 'bind' &&
      nodesWithin(node.value, false).some((part) => isSessionId(part as Expression))
    )
      found.add(node.target.name);
  return found;
});

/** Where a function keeps or finds something under the id of a session. */
const keyedIn = memoByNode((definition: FunctionDefinition): Lines | undefined => {
  const ids = idsOf(definition);
  const isId = (expression: Expression | undefined): boolean =>
    expression !== undefined &&
    (isSessionId(expression) || (expression.kind === 'name' && ids.has(expression.name)));
  return nodesOf(definition).find((node) => {
    if (node.kind === 'index') return isId(node.index);
    return (
      node.kind === 'call' &&
      node.callee.kind === 'member' &&
      KEYED.has(node.callee.property) &&
      isId(node.arguments[0]?.value)
    );
  });
});

const isTransport = memoByName((name) => /StreamableHTTP(?:Server)?Transport$/u.test(name));
const isStatelessEntry = memoByName((name) =>
  /^@modelcontextprotocol\/server(?:\/.*)?\.createMcpHandler$/u.test(name),
);
const isOption = memoByName((name) => name.endsWith('mcp-go/server.WithStateLess'));
const isHandler = memoByName((name) => name.endsWith('go-sdk/mcp.NewStreamableHTTPHandler'));

const makesServer = memoByName(
  (name) =>
    isTransport(name) ||
    isStatelessEntry(name) ||
    isOption(name) ||
    isHandler(name) ||
    /(?:^|[./])(?:FastMCP|MCPServer|StreamableHTTPSessionManager|run|run_async|run_http_async|http_app|streamable_http_app)$/u.test(
      name,
    ),
);

const isTrue = (value: Value | undefined): boolean => value !== undefined && surely(value, true);

/** Whether a call makes a server over HTTP without sessions, or one with them; undefined for any other call. */
function sessionsOf({
  names: called,
  arguments: { positional, named },
}: CallEvent): 'none' | 'kept' | undefined {
  if (called.some(isStatelessEntry)) return 'none';
  if (called.some(isTransport)) {
    const [options] = positional;
    const given = fieldOf(options, 'sessionIdGenerator');
    if (!options) return undefined;
    return given === undefined || constantOf(given) === null ? 'none' : 'kept';
  }
  if (called.some(isOption)) return isTrue(positional[0]) ? 'none' : undefined;
  if (called.some(isHandler)) return isTrue(fieldOf(positional[1], 'Stateless')) ? 'none' : 'kept';
  return isTrue(named.get('stateless_http')) || isTrue(named.get('stateless')) ? 'none' : undefined;
}

/** What is kept under the id of a session is that of all callers, where there are no sessions. */
export const sessionState: Rule = {
  id: 'MCP-F010',
  preview: true,
  class: 'F',
  title: 'State of a session in a server without sessions',
  severity: 'medium',
  confidence: 'medium',
  cwe: 488,
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:H/I:L/A:N',
  what: 'A handler keeps data under the id of the session, and the server runs without sessions, as all do from version 2026-07-28 of the protocol on.',
  why: 'Without sessions the id is the same for all: undefined, empty, or that of a new session for each call. What one caller has left is read by the next one, or is lost.',
  example: {
    language: 'typescript',
    bad: 'const carts = new Map();\nserver.registerTool("add", config, async ({ item }, extra) => { carts.get(extra.sessionId).push(item); … });\nnew StreamableHTTPServerTransport({ sessionIdGenerator: undefined });',
    good: 'server.registerTool("add", config, async ({ cart, item }, extra) => { store.of(extra.authInfo.clientId, cart).push(item); … });',
  },
  fix: 'Give the client a handle that it sends as an argument, bound to its verified identity, or `requestState` that the server has signed.',
  notCounted: ['servers with sessions', 'ids of sessions in logs'],
  remembering: (): Checks => {
    const found = new Map<FunctionDefinition, { readonly frame: Frame; readonly lines: Lines }>();
    const kinds = new Set<'none' | 'kept'>();
    return {
      called: [
        {
          names: makesServer,
          check: (event) => {
            const sessions = sessionsOf(event);
            if (sessions) kinds.add(sessions);
          },
        },
      ],
      events: {
        run: ({ frame }: Extract<Event, { kind: 'run' }>) => {
          const definition = frame.function;
          if (!definition || found.has(definition) || !inHandler(frame) || frame.entry.kind === 'route')
            return;
          const lines = keyedIn(definition);
          if (lines) found.set(definition, { frame, lines });
        },
      },
      package: (_view, report) => {
        if (!kinds.has('none') || kinds.has('kept')) return;
        for (const { frame, lines } of found.values())
          report({
            at: frame,
            lines,
            sink: 'sessionId',
            description:
              'Data is kept under the id of the session, and the server has no sessions: all callers share one entry, or lose theirs.',
          });
      },
    };
  },
};
