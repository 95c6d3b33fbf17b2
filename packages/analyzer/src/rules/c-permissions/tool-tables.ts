import type { Frame } from '../../engine/frame.js';
import { textOf, type Closure, type HeapObject } from '../../engine/values/value.js';
import type { Expression, FunctionDefinition, Lines } from '../../ir/program.js';
import { nodesWithin } from '../../ir/walk.js';
import type { Tool } from '../../surface/surface.js';
import type { Checks, StoreEvent } from '../rule.js';

/** Fields of tool tables that contain the handler. */
const HANDLERS = /^(?:handler|handle|execute|run|call|callback|invoke|fn|func|action|impl|implementation)$/iu;
/** Names of functions that tool calls pass through. */
const BEFORE = /^on_?(?:call_?tool|request|message)$|middleware|guard|interceptor|authori[sz]e|permission/iu;

const operandsOf = (test: Expression): readonly Expression[] =>
  test.kind === 'operation' && test.operator === '==' ? test.operands : [];

/** Whether a function dispatches to a tool by its name. */
export function dispatches({ function: { body } }: Closure, name: string): boolean {
  for (const node of nodesWithin(body)) {
    const tests = node.kind === 'switch' ? node.cases.flatMap((each) => each.tests) : [];
    if (node.kind === 'if') tests.push(...operandsOf(node.test));
    if (tests.some((test) => test.kind === 'constant' && test.value === name)) return true;
  }
  return false;
}

interface Row {
  readonly object: HeapObject;
  readonly handler: Closure;
  readonly file: string;
}

/** Records tools in tables, `{ description, inputSchema, handler }`, and the middleware of their calls. */
export class ToolTables {
  private readonly rows: Row[] = [];
  private readonly before = new Set<FunctionDefinition>();
  /** Functions of the package by name. */
  readonly functions = new Map<string, FunctionDefinition>();

  readonly checks: Checks = {
    stores: [{ names: (name) => HANDLERS.test(name), check: (event) => this.onStore(event) }],
    events: { run: ({ frame }) => this.onRun(frame) },
  };

  private onRun({ function: definition, entry }: Frame): void {
    if (!definition) return;
    if (definition.name !== '') this.functions.set(definition.name, definition);
    if (entry.kind === 'route' || BEFORE.test(definition.name)) this.before.add(definition);
  }

  private onStore({ object, value, frame }: StoreEvent): void {
    if (!object) return;
    const handler = value.targets.find((target) => target.kind === 'closure');
    const [row] = object.objects;
    if (handler && row) this.rows.push({ object: row, handler, file: frame.module });
  }

  /** The row of a tool: with its description, and of several such rows the one with its name. */
  private rowOf({ name, description = '' }: Tool): Row | undefined {
    const rows = this.rows.filter(
      ({ object: { fields } }) => textOf(fields.get('description')) === description,
    );
    return rows.find(({ object: { fields } }) => textOf(fields.get('name')) === name) ?? rows[0];
  }

  /** The handler of a tool that is in a table. */
  readonly handlerOf = (tool: Tool): Closure | undefined => this.rowOf(tool)?.handler;

  /** The lines of its description there. */
  linesOf(tool: Tool): { readonly file: string; readonly lines: Lines } | undefined {
    const row = this.rowOf(tool);
    const line = row?.object.lines?.get('description');
    return row && line !== undefined ? { file: row.file, lines: { line, endLine: line } } : undefined;
  }

  /** The functions that tool calls pass through first: middleware and routes. */
  guards(): readonly FunctionDefinition[] {
    return [...this.before];
  }
}
