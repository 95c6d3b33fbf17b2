import type { CallEvent } from '../../engine/events.js';
import { SanitizedFor, type Taint } from '../../engine/values/taint.js';
import { UNKNOWN, type Value } from '../../engine/values/value.js';
import type { Expression } from '../../ir/program.js';
import { flowInto } from '../support/flows.js';
import { argument } from '../../engine/expressions/call-arguments.js';
import type { CallCheck, Report, Rule } from '../rule.js';
import { REQUESTS } from '../support/requests.js';
import { memoByName } from '../../common/memo.js';
import { lastOf, queriesSent } from './built-query.js';
import { allHarmful } from '../support/pieces.js';
import { together, type CallTable } from '../support/flow-reports.js';
import { reportedFor } from '../support/purpose.js';
import { calledOn } from './called-on.js';
import { RUNS_QUERIES } from './query-purpose.js';
import { SQL_FIRST, SQL_METHODS, SQL_PIECES, SQL_SECOND, SQL_THIRD } from './sql-calls.js';
import { handedOver } from '../support/handed-over.js';
import { hasWords, isStatement, looksLikeSql, positions, type Position } from './sql-text.js';
import { sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import names from './names.json' with { type: 'json' };

/** How a rule describes the flows that it reports. */
interface SqlRule {
  /** A whole statement is by design if the tool promises to run statements, and otherwise as bad as a value in one. */
  readonly position: Position;
  readonly description: (taint: Taint, event: CallEvent) => string;
}

/** The text of a statement, given directly or in an object: `{ sql, values }`. */
function statementsIn(value: Value): readonly Value[] {
  const within = value.objects.flatMap(({ fields, items }) => [
    ...names.sqlCalls.statementFields.flatMap((name) => fields.get(name) ?? []),
    ...(items ?? []),
  ]);
  return value.objects.length === 0 ? [value] : within;
}

/** The worst of several tainted values in a statement: as values, as names, or as whole statements. */
const ORDER: readonly Position[] = ['value', 'name', 'whole'];

/** The source that a rule reports, and the condition for it; the rule for values has whole statements not by design, too. */
function reportedAt(
  { taint, position }: ReturnType<typeof positions>[number],
  wanted: Position,
  event: CallEvent,
): ReturnType<typeof reportedFor> {
  if (position !== 'whole') return position === wanted ? { taint } : undefined;
  if (wanted === 'name') return undefined;
  return reportedFor([taint], event.frame, RUNS_QUERIES, wanted === 'whole' ? 'design' : 'other');
}

function reportFinding(
  value: Value,
  event: CallEvent,
  rule: SqlRule,
  report: Report,
  { statement, isOnlyWhole = false }: { statement: Expression | undefined; isOnlyWhole?: boolean },
): boolean {
  if (allHarmful(value, event.frame, SanitizedFor.SQL).length === 0) return false;
  const found = positions(value, event.frame);
  const worst = ORDER.flatMap((position) => found.filter((each) => each.position === position))[0];
  const reported = worst && reportedAt(worst, rule.position, event);
  if (!reported || (isOnlyWhole && worst.position !== 'whole')) return false;
  const { designed } = reported;
  // The steps of the whole statement are those after it was put together.
  const { last } = value.taints.find(({ source }) => source === reported.taint.source) ?? reported.taint;
  const taint = { ...reported.taint, last };
  report({
    ...flowInto(event, taint, sinkOf(event)),
    ...handedOver(event, statement, taint),
    ...(designed && { designed }),
    ...(isOnlyWhole && { confidence: 'medium' }),
    description: rule.description(reported.taint, event),
  });
  return true;
}

/** A method whose argument is always SQL. */
const sure =
  (index: number, rule: SqlRule): CallCheck =>
  (event, report) => {
    const { arguments: nodes } = event.node;
    const named = (name: string): Expression | undefined => nodes.find((each) => each.name === name)?.value;
    for (const value of statementsIn(argument(event, index, 'sql')))
      if (reportFinding(value, event, rule, report, { statement: named('sql') ?? nodes[index]?.value }))
        return;
    for (const name of ['query', 'statement', 'operation'])
      reportFinding(event.arguments.named.get(name) ?? UNKNOWN, event, rule, report, {
        statement: named(name),
      });
  };

const DATABASE =
  /(?:cur|cursor|conn|connection|db|database|engine|session|pool|tx|trx|transaction|sqlite|postgres|pg|mysql|duckdb|sequelize|knex|prisma)\d*$/iu;

/** Whether something named like a database is given a whole statement. */
function isDatabase(event: CallEvent): boolean {
  if (event.names.some((name) => /neo4j|mongo|graphql/iu.test(name))) return false;
  return DATABASE.test(calledOn(event));
}

/**
 * A method of many libraries: it counts when the text is SQL, or when a database is given a whole statement.
 * @param isWide whether the method is only named like one that runs statements
 */
const likely =
  (rule: SqlRule, isWide = false): CallCheck =>
  (event, report) => {
    const ours = event.callee.targets.some(({ kind }) => kind === 'closure' || kind === 'class');
    if (ours || event.node.tagged) return;
    const values = [...event.arguments.positional.slice(0, 3), ...event.arguments.named.values()];
    let hasStatement = false;
    for (const value of values.flatMap(statementsIn)) {
      const isPiece = SQL_PIECES.includes(event.method ?? '');
      const isSql = hasWords(value) && looksLikeSql(value);
      // What follows a statement is bound to it.
      const isWhole =
        rule.position !== 'name' &&
        !isWide &&
        !isPiece &&
        !isSql &&
        !hasStatement &&
        allHarmful(value, event.frame, SanitizedFor.SQL).some(isStatement) &&
        isDatabase(event);
      const statement = event.node.arguments[event.arguments.positional.indexOf(value)]?.value;
      if (
        (isPiece || isSql || isWhole) &&
        reportFinding(value, event, rule, report, { statement, isOnlyWhole: isWhole })
      )
        return;
      hasStatement ||= isSql;
    }
  };

const KNOWN = new Set([
  ...SQL_FIRST,
  ...SQL_SECOND,
  ...SQL_THIRD,
  ...SQL_METHODS.map((name) => `.${name}`),
  ...REQUESTS,
]);
const COMMANDS = new Set(names.sqlCalls.commands);
const RUNS = /quer(?:y|ies)|sql|statement|^(?:run|execute)(?:$|[A-Z_])/iu;

/** Methods of wrappers and clients without a model that are named like those that run statements. */
const isNamedLike = memoByName(
  (name) => !KNOWN.has(name) && (COMMANDS.has(lastOf(name)) || RUNS.test(lastOf(name))),
);

/** `{ query: "SELECT …" }` in the body of a request. */
const sent =
  (rule: SqlRule): CallCheck =>
  (event, report) => {
    for (const value of queriesSent(event))
      if (hasWords(value) && looksLikeSql(value))
        if (reportFinding(value, event, rule, report, { statement: undefined })) return;
  };

const sqlCalls = (rule: SqlRule): CallTable =>
  together(
    byName(SQL_FIRST, sure(0, rule)),
    byName(SQL_SECOND, sure(1, rule)),
    byName(SQL_THIRD, sure(2, rule)),
    byName(
      SQL_METHODS.map((name) => `.${name}`),
      likely(rule),
    ),
    byName(REQUESTS, sent(rule)),
  );

/** Checks of the calls that run SQL, for one of the rules. */
export const sqlChecks = (rule: SqlRule): Pick<Rule, 'calls' | 'called'> => ({
  calls: sqlCalls(rule),
  called: [
    {
      names: isNamedLike,
      check: (event, report) => {
        // Where one of its names is known, the check of that name decides.
        if (!KNOWN.has(`.${event.method ?? ''}`) && !event.names.some((name) => KNOWN.has(name)))
          likely(rule, true)(event, report);
      },
    },
  ],
});
