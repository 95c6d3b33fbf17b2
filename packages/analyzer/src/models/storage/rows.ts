import { runCallbacks } from '../../engine/calls/calls.js';
import { chosenIn } from '../../engine/values/filled.js';
import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { guarded, NO_GUARDS, shows } from '../../engine/values/guards.js';
import type { ExternalStore, Machine, ValueFactory } from '../../engine/machine.js';
import { taintsWithin } from '../../engine/values/objects.js';
import { slot } from '../../engine/values/run-state.js';
import { Doubt, SANITIZED_FOR_ALL, sanitize, SanitizedFor, stepTaints } from '../../engine/values/taint.js';
import { outline } from '../../engine/expressions/texts.js';
import {
  join,
  objectValue,
  UNKNOWN,
  type Guards,
  type HeapObject,
  type Scope,
  type Value,
} from '../../engine/values/value.js';
import { lastNameOf } from '../../ir/walk.js';
import names from '../names.json' with { type: 'json' };
import { namesLookedUp, statementOf, type Statement } from './statements.js';

const RUNS = new Set(names.storage.runs);
const PREPARES = new Set(names.storage.prepares);
const ONE = new Set(names.storage.oneRow);
const ALL = new Set(names.storage.allRows);
const CELL = new Set(names.storage.oneValue);

/** A statement, and the placeholders of names that it looks up among those of tables. */
interface Known {
  readonly statement: Statement;
  readonly lookedUp: readonly (number | string)[];
}

/** What an analysis remembers of databases. */
const DATABASES = slot(() => ({
  /** The statements that prepared statements run, by the objects that represent them. */
  statements: new WeakMap<HeapObject, Known>(),
  /** The rows that a query gives, by the objects that represent its results. */
  rows: new WeakMap<HeapObject, HeapObject>(),
  /** What it shows that there is a row. */
  shown: new WeakMap<HeapObject, Guards>(),
  /** The rows of the last query of a cursor, by the scope that uses it and its name there. */
  cursors: new WeakMap<Scope, Map<string, HeapObject>>(),
  /** The columns that clients have written, by table. */
  columns: new Map<string, Set<string>>(),
}));

/** The statement among the arguments of a call, and its index. */
function args({ arguments: { positional } }: CallEvent): (Known & { index: number }) | undefined {
  for (const [index, value] of positional.slice(0, 2).entries()) {
    if (!value.constants && !value.parts) continue;
    const text = outline(value);
    const statement = statementOf(text);
    if (statement) return { statement, lookedUp: value.constants ? namesLookedUp(text) : [], index };
  }
  return undefined;
}

const columnOf = (table: string, column: string): string => `column ${table}.${column}`;

/** Stores what a client has sent, under the column's name. */
function storeColumn(
  table: string,
  column: string,
  value: Value,
  event: CallEvent,
  machine: ExternalStore,
): void {
  const { frame, node } = event;
  const taints = chosenIn(taintsWithin(value, frame)).filter(
    ({ sanitizedFor }) => (sanitizedFor & SANITIZED_FOR_ALL) !== SANITIZED_FOR_ALL,
  );
  if (taints.length === 0) return;
  const { columns } = frame.scope.run.of(DATABASES);
  columns.set(table, (columns.get(table) ?? new Set()).add(column));
  const message = `stored in the column \`${column}\` of \`${table}\``;
  const stored = stepTaints(sanitize(taints, Doubt.STORED), frame.module, node.line, message);
  machine.store(columnOf(table, column), { ...UNKNOWN, taints: stored }, frame);
  machine.store(columnOf(table, '*'), { ...UNKNOWN, taints: stored }, frame);
}

/** The values bound to a statement: a list of them, or each an argument. */
function boundValues(values: readonly Value[]): {
  list: readonly Value[];
  named: ReadonlyMap<string, Value>;
} {
  const [first] = values;
  const [object] = first?.objects ?? [];
  if (values.length === 1 && object?.items) return { list: object.items, named: new Map() };
  const named = new Map(
    values
      .flatMap(({ objects }) => objects.flatMap(({ fields }) => [...fields]))
      .map(([name, value]) => [name.replace(/^[:@$]/u, ''), value]),
  );
  return { list: values, named };
}

function write(
  { table, columns }: Extract<Statement, { kind: 'write' }>,
  values: readonly Value[],
  event: CallEvent,
  machine: ExternalStore,
): void {
  const { list, named } = boundValues(values);
  for (const { column, placeholder } of columns) {
    const value = typeof placeholder === 'number' ? list[placeholder] : named.get(placeholder);
    // Values in a list of unknown length may be in any column.
    const [only] = values;
    const open = values.length === 1 && only?.objects.some(({ items }) => !items) !== true ? only : undefined;
    const bound = value ?? (typeof placeholder === 'number' ? open : undefined);
    if (bound) storeColumn(table, column, bound, event, machine);
  }
}

/** The value of a column of one of several tables: what clients have stored there. */
function readColumn(tables: readonly string[], column: string, frame: Frame, machine: ExternalStore): Value {
  return tables
    .map((table) => machine.stored(columnOf(table, column), frame))
    .reduce((left, right) => (right.taints.length === 0 ? left : join(left, right)), UNKNOWN);
}

/** What the existence of a row shows of the names that a statement has looked up. */
function shownBy({ lookedUp }: Known, values: readonly Value[]): Guards | undefined {
  if (lookedUp.length === 0) return undefined;
  const { list, named } = boundValues(values);
  const names = lookedUp.flatMap((each) => (typeof each === 'number' ? list[each] : named.get(each)) ?? []);
  const whenTrue = names.flatMap((name) => shows(name, SanitizedFor.SQL).whenTrue);
  return whenTrue.length === 0 ? undefined : { whenTrue, whenFalse: [] };
}

/** A row that a query gives; undefined if clients have stored none of what it reads. */
function read(
  { tables, columns }: Extract<Statement, { kind: 'read' }>,
  { frame, node }: CallEvent,
  machine: ExternalStore & ValueFactory,
): HeapObject | undefined {
  // Reading all columns depends on which there are.
  const whole = readColumn(tables, '*', frame, machine);
  const listed =
    columns ??
    tables.flatMap((table) =>
      Array.from(frame.scope.run.of(DATABASES).columns.get(table) ?? [], (name) => ({
        names: [name],
        as: name,
      })),
    );
  const values = listed.map(({ names: within }) => {
    const value = within
      .map((name) => readColumn(tables, name, frame, machine))
      .reduce((left, right) => (right.taints.length === 0 ? left : join(left, right)), UNKNOWN);
    if (value.taints.length === 0) return UNKNOWN;
    const taints = stepTaints(value.taints, frame.module, node.line, 'read from the database');
    return { ...UNKNOWN, taints, key: machine.newKey() };
  });
  if (whole.taints.length === 0 || values.every(({ taints }) => taints.length === 0)) return undefined;
  const fields = new Map(listed.map(({ as }, index) => [as, values[index] ?? UNKNOWN]));
  const row: HeapObject = { id: machine.newId(), fields, ...(columns && { items: values }) };
  frame.scope.run.of(DATABASES).rows.set(row, row);
  return row;
}

const listOf = (row: HeapObject, machine: ValueFactory): Value =>
  objectValue({ id: machine.newId(), fields: new Map(), rest: objectValue(row) });

/** The result of a query: its rows, whichever way a library gives them. */
function resultOf(row: HeapObject, event: CallEvent, machine: ValueFactory): Value {
  const byName = fetched(event.method ?? '', row, event.frame, machine);
  if (byName) return byName;
  const rows = listOf(row, machine);
  const fields = new Map([
    ['rows', rows],
    ['recordset', rows],
  ]);
  // mysql's results start with the list of rows, those of other libraries are that list.
  const isPair = event.names.some((name) => name.startsWith('mysql'));
  const id = machine.newId();
  const result: HeapObject = isPair
    ? { id, fields: new Map(), items: [rows, UNKNOWN] }
    : { id, fields, rest: objectValue(row) };
  event.frame.scope.run.of(DATABASES).rows.set(result, row);
  return objectValue(result);
}

/** The row of a value that is a result. */
function rowOf(value: Value | undefined, { scope: { run } }: Frame): HeapObject | undefined {
  const { rows } = run.of(DATABASES);
  const result = value?.objects.find((object) => rows.has(object));
  return result && rows.get(result);
}

/** The name under which a scope uses the receiver of a call. */
function receiverName({ node: { callee } }: CallEvent): string {
  return callee.kind === 'member' ? lastNameOf(callee.object) : '';
}

/** Runs a statement: stores what it writes, and gives what it reads. */
function ran(known: Known, values: readonly Value[], event: CallEvent, machine: Machine): Value | undefined {
  const { frame } = event;
  const { statement } = known;
  if (statement.kind === 'write') {
    write(statement, values, event, machine);
    return undefined;
  }
  const established = shownBy(known, values);
  const row =
    read(statement, event, machine) ??
    (established && { id: machine.newId(), fields: new Map<string, Value>() });
  const { cursors, shown } = frame.scope.run.of(DATABASES);
  if (row && established) shown.set(row, established);
  const existing = cursors.get(frame.scope) ?? new Map<string, HeapObject>();
  cursors.set(frame.scope, existing);
  if (!row) {
    existing.delete(receiverName(event));
    return undefined;
  }
  existing.set(receiverName(event), row);
  const result = resultOf(row, event, machine);
  if (event.arguments.positional.at(-1)?.targets.some(({ kind }) => kind === 'closure') === true)
    runCallbacks(event, result, machine);
  return result;
}

/** A row, a list of rows, or a single value of one, as the name of a method says. */
function fetched(method: string, row: HeapObject, frame: Frame, machine: ValueFactory): Value | undefined {
  const established = frame.scope.run.of(DATABASES).shown.get(row) ?? NO_GUARDS;
  if (ONE.has(method)) return guarded(objectValue(row), established);
  if (CELL.has(method)) return guarded(row.items?.[0] ?? [...row.fields.values()][0] ?? UNKNOWN, established);
  return ALL.has(method) ? listOf(row, machine) : undefined;
}

/** The row that the receiver of a call holds: of a result, or of the cursor of an earlier query. */
function rowOfReceiver(event: CallEvent): HeapObject | undefined {
  const { frame, receiver } = event;
  const row = rowOf(receiver, frame);
  if (row) return row;
  // Most scopes have no cursor.
  const cursors = frame.scope.run.of(DATABASES).cursors.get(frame.scope);
  return cursors?.get(receiverName(event));
}

/**
 * What clients have stored in the columns that a call reads, and undefined for calls that read none. Stores what the call
 * writes.
 */
export function storedRows(event: CallEvent, machine: Machine): Value | undefined {
  const { method, frame, receiver } = event;
  if (method === undefined || !receiver) return undefined;
  const { statements } = frame.scope.run.of(DATABASES);
  if (PREPARES.has(method)) {
    const found = args(event);
    if (!found) return undefined;
    const made: HeapObject = { id: machine.newId(), fields: new Map() };
    statements.set(made, found);
    return objectValue(made);
  }
  const prepared = receiver.objects.find((object) => statements.has(object));
  const known = prepared && statements.get(prepared);
  if (known) {
    ran(known, event.arguments.positional, event, machine);
    const row = known.statement.kind === 'read' ? rowOfReceiver(event) : undefined;
    return row && resultOf(row, event, machine);
  }
  if (RUNS.has(method)) {
    const found = args(event);
    if (found)
      return ran(
        found,
        [...event.arguments.positional.slice(found.index + 1), ...event.arguments.named.values()],
        event,
        machine,
      );
  }
  const row = rowOfReceiver(event);
  return row && fetched(method, row, frame, machine);
}

/** What it shows that the receiver of a call has a row. */
export function shownByRow(event: CallEvent): Guards {
  const row = rowOfReceiver(event);
  return (row && event.frame.scope.run.of(DATABASES).shown.get(row)) ?? NO_GUARDS;
}

/** The values that clients have stored in the columns of the receiver's rows, in their order. */
export const cellsOf = (event: CallEvent): readonly Value[] => rowOfReceiver(event)?.items ?? [];
