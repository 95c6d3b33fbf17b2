import { memoByName } from '../../common/memo.js';
import type { CallEvent } from '../../engine/events.js';
import { SanitizedFor, type Taint } from '../../engine/values/taint.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Report, Rule, StoreEvent } from '../rule.js';
import { describeSource, flowInto } from '../support/flows.js';
import { sinkOf } from '../support/locations.js';
import { allHarmful } from '../support/pieces.js';
import { reportedFor, toolName } from '../support/purpose.js';
import { REQUESTS } from '../support/requests.js';
import { lastOf, reportBuiltQuery, textsGiven, queriesSent } from './built-query.js';
import { RUNS_QUERIES } from './query-purpose.js';
import { hasWords, isStatement } from './sql-text.js';
import names from './names.json' with { type: 'json' };

/** Stages of queries that are pipelines: of Kusto, Dynatrace, CloudWatch, Splunk. */
const STAGES =
  'where|project(?:-away|-rename)?|summarize|take|extend|mv-expand|make-series|evaluate|render|filter|fields(?:Add|Keep|Remove)?|makeTimeseries|stats|display|parse|rex|timechart|eval|lookup|distinct';
const PIPED = new RegExp(
  String.raw`\|\s*(?:${STAGES})\b|\|>\s*\w+\s*\(|^\s*from\s*\(\s*bucket\s*:|^\s*fetch\s+[\w.\uFFFC]+\s*(?:,|\||$)`,
  'iu',
);

const isClient = memoByName((name) => names.serviceQuery.clients.some((client) => name.includes(client)));
/** Methods that run queries, in clients that have no model. */
const RUNS = /quer(?:y|ies)|kql|dql|kusto|flux|insights|oneshot/iu;
/** Methods that only look at a query. */
const READS = /verif|validat|pars|format|complet|explain|build|escape/iu;
const runsQueries = memoByName(
  (name) => (isClient(name) || RUNS.test(lastOf(name))) && !READS.test(lastOf(name)),
);

const description = (taint: Taint): string =>
  `A query for a data service holds ${describeSource(taint)} in its text: a quote or \`|\` in it begins other stages, which read other tables.`;

/** The body of a request that asks a data service. */
const sent: CallCheck = (event, report) =>
  reportBuiltQuery(queriesSent(event), PIPED, event, description, report);

const check: CallCheck = (event, report) => {
  // What a function of the package does with the text is checked there.
  if (event.callee.targets.some(({ kind }) => kind === 'closure' || kind === 'class')) return;
  reportBuiltQuery(textsGiven(event), PIPED, event, description, report);
  if (event.names.some(isClient) && !READS.test(event.method ?? '')) reportWhole(event, report);
};

/** `{ query_string: { query: "status:active AND name:…" } }` of Elasticsearch. */
function searched({ frame, lines, value }: StoreEvent, report: Report): void {
  for (const { fields } of value.objects) {
    const query = fields.get('query');
    if (!query?.parts || !hasWords(query)) continue;
    const [taint] = allHarmful(query, frame, SanitizedFor.QUERY);
    if (!taint) continue;
    report({
      at: frame,
      lines,
      sink: 'query_string',
      taint,
      severity: 'medium',
      confidence: 'medium',
      description: `A query in the syntax of Lucene holds ${describeSource(taint)} in its text: \`OR\` and \`*\` in it match what the other conditions exclude.`,
    });
    return;
  }
}

/** A query that the client gives as a whole: by design, or in a tool that promises something else. */
function reportWhole(event: CallEvent, report: Report): void {
  const taints = textsGiven(event)
    .filter((value) => !hasWords(value))
    .flatMap((value) => allHarmful(value, event.frame, SanitizedFor.QUERY).filter(isStatement));
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
          ? `By design, the tool${tool === '' ? '' : ` \`${tool}\``} runs any query of the service that it is given: what its credential may read is all that limits it.`
          : `A query for a data service is ${describeSource(taint)} as a whole: it may read anything else.`,
    });
  }
}

/** A client's value becomes part of a query for a data service. */
export const serviceQuery: Rule = {
  id: 'MCP-D010',
  preview: true,
  class: 'D',
  title: 'Query of a data service built from what a client sends',
  severity: 'high',
  confidence: 'high',
  cwe: 943,
  cvss: 'AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N',
  what: 'A parameter of a tool is put into the text of a query in the languages of Kusto, Dynatrace, InfluxDB, CloudWatch or Splunk, or into a `query_string` of Elasticsearch (medium). A tool whose name and description promise to run whole queries is reported with severity medium.',
  why: "The value ends the literal that it is part of, and what follows is read as further stages: other tables and tenants are read with the server's credential.",
  example: {
    language: 'python',
    bad: 'client.execute(DB, f"Events | where User == \'{user}\'")',
    good: 'properties = ClientRequestProperties()\nproperties.set_parameter("user", user)\nclient.execute(DB, "declare query_parameters(user:string); Events | where User == user", properties)',
  },
  fix: 'Give values as parameters of the query where the language has them; otherwise allow only the characters that the value needs, or take it from a fixed set.',
  notCounted: [
    'parameters of queries',
    'values of letters, digits and `-` alone, and members of a fixed set',
  ],
  calls: byName(REQUESTS, sent),
  called: [{ names: runsQueries, check }],
  stores: [{ names: ['query_string', 'simple_query_string', 'queryString'], check: searched }],
};
