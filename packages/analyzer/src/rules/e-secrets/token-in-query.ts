import type { Expression, FunctionDefinition, Pattern } from '../../ir/program.js';
import { lastNameOf, nodesOf, type Node } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import type { Lines } from '../../ir/program.js';
import type { Rule } from '../rule.js';
import names from './names.json' with { type: 'json' };

/** Parameters of a query that are credentials of the client. */
const CREDENTIALS = new Set(names.tokenInQuery.credentials);
const isCredential = (name: unknown): name is string =>
  typeof name === 'string' && CREDENTIALS.has(name.toLowerCase().replaceAll('-', '_'));

/** Fields of a request with the parsed query: `req.query`, `request.query_params`, `request.args`. */
const QUERIES = new Set(['query', 'query_params', 'args', 'searchParams', 'queryStringParameters']);
/** Methods that read one parameter. */
const READS = new Set(['get', 'Get', 'getAll', 'getlist']);
/** Methods of a request that read a parameter of the query: `c.req.query("token")`, gin's `c.Query("token")`. */
const QUERY_METHODS = new Set(['query', 'Query', 'DefaultQuery', 'GetQuery', 'QueryParam', 'FormValue']);

/** An object of an incoming request: other objects may have a query of their own. */
const REQUEST = /^(?:req|request|r|c|ctx|context|websocket|ws|conn|event|handshake|info|scope)$/u;

/** Whether an expression is the query of a request. */
function isQuery(expression: Expression): boolean {
  if (expression.kind === 'member') {
    const { property, object } = expression;
    if (property === 'searchParams') return true;
    return QUERIES.has(property) && REQUEST.test(lastNameOf(object));
  }
  if (expression.kind !== 'call') return false;
  // `r.URL.Query()`, `parse_qs(request.query)`, `new URLSearchParams(req.url)`
  const name = lastNameOf(expression.callee);
  if (name === 'Query' && expression.arguments.length === 0) return true;
  return /^(?:parse_qs|parse_qsl|URLSearchParams|ParseQuery)$/u.test(name);
}

/** The names without one of which no code reads a query. */
const MENTIONS: ReadonlySet<string> = new Set([
  ...QUERIES,
  ...QUERY_METHODS,
  'parse_qs',
  'parse_qsl',
  'URLSearchParams',
  'ParseQuery',
]);

/** Whether one of some nodes may be the query of a request. Few functions have one, and this is cheap to see. */
const mentionsQuery = (nodes: readonly Node[]): boolean =>
  nodes.some(
    (node) =>
      (node.kind === 'member' && MENTIONS.has(node.property)) ||
      (node.kind === 'name' && MENTIONS.has(node.name)),
  );

/** The names that a pattern takes from an object. */
const keysOf = (pattern: Pattern): unknown[] =>
  pattern.kind === 'fields'
    ? pattern.fields.map(({ key }) => (key.kind === 'constant' ? key.value : lastNameOf(key)))
    : [];

/** Whether an object is the query of a request, or a variable with one. */
const isOf = (object: Expression, queries: ReadonlySet<string>): boolean =>
  object.kind === 'name' ? queries.size > 0 && queries.has(object.name) : isQuery(object);

/** The credential that an expression or a declaration reads from a query. Few objects are one, which is cheap to see. */
function credentialRead(node: Node, queries: ReadonlySet<string>): string | undefined {
  if (node.kind === 'member')
    return isOf(node.object, queries) && isCredential(node.property) ? node.property : undefined;
  if (node.kind === 'declare' && node.value && isOf(node.value, queries))
    return keysOf(node.target).find(isCredential);
  if (node.kind !== 'call' || node.callee.kind !== 'member') return undefined;
  const { object, property } = node.callee;
  const isRead = READS.has(property)
    ? isOf(object, queries)
    : QUERY_METHODS.has(property) && REQUEST.test(lastNameOf(object));
  if (!isRead) return undefined;
  const [given] = node.arguments;
  const name = given?.value.kind === 'constant' ? given.value.value : undefined;
  return isCredential(name) ? name : undefined;
}

/** Whether a function decides about access: it refuses with 401 or 403, compares with a secret, or calls a check. */
const decides = (nodes: readonly Node[]): boolean =>
  nodes.some((node) => {
    if (node.kind === 'constant')
      return (
        node.value === 401 ||
        node.value === 403 ||
        /^(?:unauthori[sz]ed|forbidden)\b|invalid (?:token|api ?key|credential)/iu.test(String(node.value))
      );
    if (node.kind === 'member' || node.kind === 'name')
      return /^(?:StatusUnauthorized|StatusForbidden|HTTP_40[13]_\w+|timingSafeEqual|compare_digest|ConstantTimeCompare|(?:verify|validate|check|is_?valid)_?(?:api_?)?(?:token|key|jwt|credentials?)s?)$/iu.test(
        lastNameOf(node),
      );
    return false;
  });

/** A credential that a function accepts from a query. */
interface Accepted {
  readonly name: string;
  readonly lines: Lines;
}

/** The credentials that a function accepts from the query of a request. */
const acceptedBy = memoByNode((definition: FunctionDefinition): readonly Accepted[] => {
  const nodes = nodesOf(definition);
  const queries = new Set<string>();
  const found: Accepted[] = [];
  // FastAPI: `token: str = Query(…)`.
  for (const { pattern, default: fallback } of definition.parameters)
    if (pattern.kind === 'bind' && isCredential(pattern.name) && fallback?.kind === 'call')
      if (lastNameOf(fallback.callee) === 'Query') found.push({ name: pattern.name, lines: fallback });
  // Most nodes are none of these.
  for (const node of mentionsQuery(nodes) ? nodes : []) {
    const { kind } = node;
    if (kind !== 'member' && kind !== 'call' && kind !== 'declare' && kind !== 'assign') continue;
    if ((node.kind === 'declare' || node.kind === 'assign') && node.target.kind === 'bind' && node.value)
      if (isQuery(node.value)) queries.add(node.target.name);
    const name = credentialRead(node, queries);
    if (name !== undefined) found.push({ name, lines: node });
  }
  return found.length > 0 && decides(nodes) ? found : [];
});

/** Clients are asked for a credential where it is kept in logs. */
export const tokenInQuery: Rule = {
  id: 'MCP-E008',
  class: 'E',
  title: 'Credential accepted from the query of a URL',
  severity: 'medium',
  confidence: 'medium',
  cwe: 598,
  cvss: 'AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:N/A:N',
  what: 'A server takes the token, key or password of its client from the query of a request: `req.query.token`, `request.args.get("api_key")`, `url.searchParams.get("token")`, `r.URL.Query().Get("token")`.',
  why: 'URLs are kept where headers are not: in logs of servers and proxies, in histories, in the `Referer` header. Whoever reads one of these can call the server.',
  example: {
    language: 'javascript',
    bad: 'const token = req.query.token;\nif (token !== process.env.API_TOKEN) return res.status(401).end();',
    good: "const token = req.get('authorization');",
  },
  fix: 'Accept credentials in the `Authorization` header only.',
  notCounted: [
    'tokens of pages and cursors, codes of an OAuth callback',
    'functions that decide nothing by what they read',
  ],
  events: {
    run: ({ frame }, report) => {
      if (!frame.function) return;
      for (const { name, lines } of acceptedBy(frame.function))
        report({
          at: frame,
          lines: { line: lines.line, endLine: lines.endLine },
          sink: `query parameter ${name}`,
          description: `The server accepts the credential \`${name}\` from the query of the URL: logs of servers and proxies keep it.`,
        });
    },
  },
};
