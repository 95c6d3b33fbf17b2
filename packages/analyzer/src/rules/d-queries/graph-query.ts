import type { CallEvent } from '../../engine/events.js';
import { SanitizedFor, type Taint } from '../../engine/values/taint.js';
import { flowInto, describeSource } from '../support/flows.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { allHarmful } from '../support/pieces.js';
import { reportedFor, toolName } from '../support/purpose.js';
import { RUNS_QUERIES } from './query-purpose.js';
import { lastOf, reportBuiltQuery, textsGiven, queriesSent } from './built-query.js';
import { calledOn } from './called-on.js';
import { hasWords, isStatement } from './sql-text.js';
import { sinkOf } from '../support/locations.js';
import { memoByName } from '../../common/memo.js';
import { byName } from '../../models/model.js';
import { REQUESTS } from '../support/requests.js';

const CYPHER =
  /^\s*(?:(?:optional\s+)?match\s*(?:\w+\s*=\s*)?\(|merge\s*\(|create\s*\(|unwind\s+\S+\s+as\b|call\s+(?:\w+\.|\{)|load\s+csv\b|create\s+(?:index|constraint)\s)|\b(?:match|merge)\s*\([\s\S]*\breturn\b/iu;
const SPARQL =
  /^\s*(?:prefix\s+\w*:\s*<|(?:select|construct|describe|ask)\b[\s\S]*\bwhere\s*\{|insert\s+data\s*\{|delete\s+(?:data|where)\s*\{)/iu;
const GRAPH = new RegExp(`${CYPHER.source}|${SPARQL.source}`, 'iu');

const isGraph = (names: readonly string[]): boolean =>
  names.some((name) => /neo4j|falkordb|memgraph/iu.test(name));

const description = (taint: Taint): string =>
  `A query for a graph holds ${describeSource(taint)} in its text: a quote or bracket in it begins another query.`;

/** Methods that run queries, in the many clients of graphs. */
const RUNS = /cypher|sparql|quer(?:y|ies)|^(?:run|submit|execute|update|exec)(?:$|[A-Z_])/iu;
const runsQueries = memoByName((name) => RUNS.test(lastOf(name)));

/** `{ statement: "MATCH …" }` in the body of a request. */
const sent: CallCheck = (event, report) =>
  reportBuiltQuery(queriesSent(event), GRAPH, event, description, report);

const check: CallCheck = (event, report) => {
  // What a function of the package does with the text is checked there.
  if (event.callee.targets.some(({ kind }) => kind === 'closure' || kind === 'class')) return;
  reportBuiltQuery(textsGiven(event), GRAPH, event, description, report);
  if (!isGraph(event.names) && !/^(?:session|tx|driver|graph)$/iu.test(calledOn(event))) return;
  for (const value of event.arguments.positional.slice(0, 3)) {
    const taints = allHarmful(value, event.frame, SanitizedFor.QUERY).filter(isStatement);
    if (taints.length === 0 || hasWords(value)) continue;
    reportWhole(taints, event, report);
    return;
  }
};

/** A query that the client gives as a whole: by design, or in a tool that promises something else. */
function reportWhole(taints: readonly Taint[], event: CallEvent, report: Report): void {
  for (const side of ['design', 'other'] as const) {
    const reported = reportedFor(taints, event.frame, RUNS_QUERIES, side);
    if (!reported) continue;
    const { taint, designed } = reported;
    const tool = toolName(event.frame, taint);
    report({
      ...flowInto(event, taint, sinkOf(event)),
      ...(designed && { designed }),
      ...(side === 'design' && { severity: 'medium' as const }),
      description:
        side === 'design'
          ? `By design, the tool${tool === '' ? '' : ` \`${tool}\``} runs any query of the graph that it is given: what the database's user may do is all that limits it.`
          : `A query for a graph is ${describeSource(taint)} as a whole: it may be any other query.`,
    });
  }
}

/** A client's value becomes part of a graph query. */
export const graphQuery: Rule = {
  id: 'MCP-D006',
  class: 'D',
  title: 'Cypher or SPARQL built from what a client sends',
  severity: 'high',
  confidence: 'high',
  cwe: 943,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:N',
  what: 'A parameter of a tool is put into the text of a Cypher or SPARQL query. A tool whose name and description promise to run whole queries is reported with severity medium.',
  why: 'The value ends the literal or label that it is part of, and the rest is read as another query, which may delete the graph.',
  example: {
    language: 'javascript',
    bad: 'session.run(`MATCH (n:Person {name: "${name}"}) RETURN n`)',
    good: 'session.run("MATCH (n:Person {name: $name}) RETURN n", { name })',
  },
  fix: 'Bind values as parameters; choose labels and types of relations from a fixed set.',
  notCounted: ['bound parameters', 'labels from a fixed set'],
  calls: byName(REQUESTS, sent),
  called: [{ names: runsQueries, check }],
};
