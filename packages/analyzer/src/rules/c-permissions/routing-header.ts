import type { Event } from '../../engine/events.js';
import type { Expression, FunctionDefinition } from '../../ir/program.js';
import { lastNameOf, nodesOf, nodesWithin, type Node } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import type { Checks, Rule } from '../rule.js';
import { decidesRights } from '../support/decisions.js';

/** Headers that repeat what is in the body of a call. */
const HEADER = /^mcp-(?:name|method|param-[\w-]+)$/iu;

const isHeaderName = (node: Node): boolean =>
  node.kind === 'constant' && typeof node.value === 'string' && HEADER.test(node.value);

/** Whether an expression reads such a header: `headers["mcp-name"]`, `r.Header.Get("Mcp-Name")`. */
function readsHeader(node: Node): boolean {
  if (node.kind === 'call') return node.arguments.some(({ value }) => isHeaderName(value));
  return node.kind === 'member'
    ? HEADER.test(node.property)
    : node.kind === 'index' && isHeaderName(node.index);
}

/** The variables of a function that hold such a header. */
const variablesOf = memoByNode((definition: FunctionDefinition): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const node of nodesOf(definition))
    if (
      (node.kind === 'declare' || node.kind === 'assign') &&
      node.target.kind === 'bind' &&
      nodesWithin(node.value, false).some(readsHeader)
    )
      found.add(node.target.name);
  return found;
});

/** Whether a part of a program is or holds such a header. */
const usesHeader = (part: unknown, variables: ReadonlySet<string>): boolean =>
  nodesWithin(part, false).some(
    (node) => readsHeader(node) || (node.kind === 'name' && variables.has(node.name)),
  );

const EQUALITY: ReadonlySet<string> = new Set(['==', '!=', '===', '!==']);

/** Whether an operand is something that was computed: no text of the program, and no absence. */
const isComputed = (node: Expression): boolean =>
  node.kind !== 'constant' && !/^(?:undefined|nil|None)$/u.test(lastNameOf(node));

/** Whether a function compares such a header with what the call itself says. */
const compares = (nodes: readonly Node[], variables: ReadonlySet<string>): boolean =>
  nodes.some(
    (node) =>
      node.kind === 'operation' &&
      EQUALITY.has(node.operator) &&
      node.operands.some((each) => usesHeader(each, variables)) &&
      node.operands.some((each) => !usesHeader(each, variables) && isComputed(each)),
  );

/** The first condition of a function that decides about rights with such a header, if it is never compared with the body. */
const decisionOf = memoByNode((definition: FunctionDefinition): Node | undefined => {
  const nodes = nodesOf(definition);
  const variables = variablesOf(definition);
  if (variables.size === 0 && !nodes.some(readsHeader)) return undefined;
  const decision = nodes.find(
    (node) => node.kind === 'if' && usesHeader(node.test, variables) && decidesRights(node),
  );
  return decision && !compares(nodes, variables) ? decision : undefined;
});

/** What a call may do is decided by headers that only say what its body should hold. */
export const routingHeader: Rule = {
  id: 'MCP-C011',
  preview: true,
  class: 'C',
  title: 'Call allowed by a header that its body need not agree with',
  severity: 'high',
  confidence: 'medium',
  cwe: 436,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:N',
  what: 'Middleware or a proxy decides by `Mcp-Name`, `Mcp-Method` or `Mcp-Param-…` whether a call is allowed, and never compares the header with the body.',
  why: 'The server runs what the body names. A call with a harmless header and another tool in its body passes the check and runs that tool.',
  example: {
    language: 'javascript',
    bad: 'if (DENIED.has(req.headers["mcp-name"])) return res.status(403).end();\nnext();',
    good: 'const { params } = req.body;\nif (params.name !== req.headers["mcp-name"] || DENIED.has(params.name)) return res.status(403).end();\nnext();',
  },
  fix: 'Decide by the body, or refuse calls whose headers differ from it (error -32020), also those of clients of older versions of the protocol, which no SDK compares.',
  notCounted: [
    'headers in logs, metrics and routing without rights',
    'headers that are compared with the body',
  ],
  remembering: (): Checks => {
    const seen = new Set<Node>();
    return {
      events: {
        run: ({ frame }: Extract<Event, { kind: 'run' }>, report) => {
          const decision = frame.function && decisionOf(frame.function);
          if (!decision || seen.has(decision)) return;
          seen.add(decision);
          report({
            at: frame,
            lines: decision,
            sink: 'Mcp-Name',
            description:
              'What a call may do is decided by a header that repeats its body, and nothing compares the two: the body may name something else.',
          });
        },
      },
    };
  },
};
