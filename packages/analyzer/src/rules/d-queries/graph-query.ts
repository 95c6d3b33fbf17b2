import { SanitizedFor } from '../../engine/taint.js';
import { flowInto, describeSource } from '../support/flows.js';
import type { CallCheck, Rule } from '../rule.js';
import { allHarmful } from '../support/pieces.js';
import { toolName } from '../support/purpose.js';
import { reportBuiltQuery, textsGiven } from './built-query.js';
import { calledOn } from './called-on.js';
import { hasWords, isStatement } from './sql-text.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import names from './names.json' with { type: 'json' };

const CYPHER =
  /^\s*(?:(?:optional\s+)?match\s*(?:\w+\s*=\s*)?\(|merge\s*\(|create\s*\(|unwind\s+\S+\s+as\b|call\s+(?:\w+\.|\{)|load\s+csv\b|create\s+(?:index|constraint)\s)|\b(?:match|merge)\s*\([\s\S]*\breturn\b/iu;
const SPARQL =
  /^\s*(?:prefix\s+\w*:\s*<|(?:select|construct|describe|ask)\b[\s\S]*\bwhere\s*\{|insert\s+data\s*\{|delete\s+(?:data|where)\s*\{)/iu;
const GRAPH = new RegExp(`${CYPHER.source}|${SPARQL.source}`, 'iu');

const isGraph = (names: readonly string[]): boolean =>
  names.some((name) => /neo4j|falkordb|memgraph/iu.test(name));

const check: CallCheck = (event, report) => {
  reportBuiltQuery(
    textsGiven(event),
    GRAPH,
    event,
    (taint) =>
      `A query for a graph holds ${describeSource(taint)} in its text: a quote or bracket in it begins another query.`,
    report,
  );
  if (!isGraph(event.names) && !/^(?:session|tx|driver|graph)$/iu.test(calledOn(event))) return;
  for (const value of event.arguments.positional.slice(0, 3)) {
    const taint = allHarmful(value, event.frame, SanitizedFor.QUERY).find(isStatement);
    if (!taint || hasWords(value)) continue;
    const tool = toolName(event.frame, taint);
    report({
      ...flowInto(event, taint, sinkOf(event)),
      severity: 'medium',
      description: `By design, the tool${tool === '' ? '' : ` \`${tool}\``} runs any query of the graph that it is given: what the database's user may do is all that limits it.`,
    });
    return;
  }
};

/** A client's value becomes part of a graph query. */
export const graphQuery: Rule = {
  id: 'MCP-D006',
  class: 'D',
  title: 'Cypher or SPARQL built from what a client sends',
  severity: 'high',
  confidence: 'high',
  cwe: 943,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:N',
  what: 'A parameter of a tool is put into the text of a Cypher or SPARQL query. A tool that is there to run whole queries is reported with severity medium.',
  why: 'The value ends the literal or label that it is part of, and the rest is read as another query, which may delete the graph.',
  example: {
    language: 'javascript',
    bad: 'session.run(`MATCH (n:Person {name: "${name}"}) RETURN n`)',
    good: 'session.run("MATCH (n:Person {name: $name}) RETURN n", { name })',
  },
  fix: 'Bind values as parameters; choose labels and types of relations from a fixed set.',
  notCounted: ['bound parameters', 'labels from a fixed set'],
  calls: byName(names.graphQuery.methods, check),
};
