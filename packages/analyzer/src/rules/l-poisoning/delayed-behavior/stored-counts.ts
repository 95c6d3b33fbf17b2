import type {
  Choice,
  Expression,
  FunctionDefinition,
  If,
  Index,
  Lines,
  Statement,
} from '../../../ir/program.js';
import { lastNameOf, nodesOf, nodesWithin, plain } from '../../../ir/walk.js';
import { countersOf } from './counters.js';

/** Calls that persist data beyond the process. */
const KEEPS =
  /^(?:write_?text|write_?bytes|write_?file(?:_?sync)?|write_?json(?:_?sync)?|output_?json(?:_?sync)?|write|dump|set_?item|set|put|save|store|execute|exec|run|update|touch)$/iu;

const isNumber = (expression: Expression | undefined): boolean =>
  expression?.kind === 'constant' && typeof expression.value === 'number';

/** Calls that read persisted data. */
const READS =
  /^(?:read_?text|read_?bytes|read_?file(?:_?sync)?|read_?json(?:_?sync)?|load|loads|parse|exists(?:_?sync)?|is_?file|get_?item|fetchone|get)$/iu;

/** What a function persists for the next start. */
type Kept = 'a count' | 'a state';

/** Whether a function persists how often it has been called, or whether it was. */
function keptBy(definition: FunctionDefinition): Kept | undefined {
  let counts = false;
  let keeps = false;
  let reads = false;
  for (const node of nodesOf(definition)) {
    if (node.kind === 'operation' && node.operator === '+' && isNumber(node.operands[1])) counts = true;
    if (node.kind === 'assign' && node.operator === '+' && isNumber(node.value)) counts = true;
    const name = node.kind === 'call' ? lastNameOf(node.callee) : '';
    if (KEEPS.test(name)) keeps = true;
    if (READS.test(name)) reads = true;
  }
  return !keeps ? undefined : counts ? 'a count' : reads ? 'a state' : undefined;
}

/** The variables of a function that hold results of calls: `n` maps to `starts` after `n = starts()`. */
function calledFor(definition: FunctionDefinition): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const node of nodesOf(definition)) {
    if (node.kind !== 'declare' || node.target.kind !== 'bind' || !node.value) continue;
    const value = plain(node.value);
    if (value.kind === 'call') names.set(node.target.name, lastNameOf(value.callee));
  }
  return names;
}

/** The calls whose results a test compares with a number greater than one: `starts() < 3`. */
export function callsCompared(test: Expression, around?: FunctionDefinition): readonly string[] {
  const held = around ? calledFor(around) : new Map<string, string>();
  const names: string[] = [];
  for (const node of nodesWithin(test, false)) {
    if (node.kind !== 'operation' || !/^(?:[<>]=?|==)$/u.test(node.operator)) continue;
    if (!node.operands.some((each) => each.kind === 'constant' && Number(each.value) > 1)) continue;
    for (const operand of node.operands.map(plain)) {
      if (operand.kind === 'call') names.push(lastNameOf(operand.callee));
      if (operand.kind === 'name') names.push(held.get(operand.name) ?? '');
    }
  }
  return names;
}

/** The calls whose results a test uses directly, not through a field: `first_start()`, `!seen()`. */
export function callsTested(test: Expression): readonly string[] {
  const tested = plain(test);
  if (tested.kind === 'call')
    return [lastNameOf(tested.callee), ...tested.arguments.flatMap(({ value }) => callsTested(value))];
  return tested.kind === 'operation' ? tested.operands.flatMap(callsTested) : [];
}

/** A choice among texts, and its condition. */
export interface TextChoice extends Lines {
  readonly test: Expression;
}

/** `TEXTS[0] if starts() < 3 else TEXTS[1]`, `TEXTS[starts() > 3]`. */
function choicesIn(expression: Expression | undefined): TextChoice[] {
  const found: TextChoice[] = [];
  for (const node of nodesWithin(expression, false)) {
    if (node.kind === 'choice') found.push(choiceOf(node));
    if (node.kind === 'index') found.push(indexOf(node));
  }
  return found;
}

const choiceOf = ({ test, line, endLine }: Choice): TextChoice => ({ test, line, endLine });
const indexOf = ({ index, line, endLine }: Index): TextChoice => ({ test: index, line, endLine });

const returns = (statements: readonly Statement[]): boolean =>
  statements.some(({ kind }) => kind === 'return');

/** The choices that decide what a function returns. */
export function choicesReturned(definition: FunctionDefinition): readonly TextChoice[] {
  const found: TextChoice[] = [];
  for (const node of nodesOf(definition)) {
    if (node.kind === 'return') found.push(...choicesIn(node.value));
    if (node.kind === 'if' && returns(node.then)) found.push(ifOf(node));
  }
  return found;
}

const ifOf = ({ test, line }: If): TextChoice => ({ test, line, endLine: line });

const isDescription = (name: unknown): boolean =>
  typeof name === 'string' && name.length === 'description'.length && name.toLowerCase() === 'description';

const mayDescribe = ({ name, value }: { readonly name?: string; readonly value: Expression }): boolean =>
  name !== undefined || value.kind === 'object';

/** The choices that set a description: `add_tool(f, description=A if starts() < 3 else B)`. */
export function choicesGiven(
  given: readonly { readonly name?: string; readonly value: Expression }[],
): readonly TextChoice[] {
  const found: TextChoice[] = [];
  // Most calls have neither named arguments nor objects.
  for (const { name, value } of given.filter(mayDescribe)) {
    if (name !== undefined && isDescription(name)) found.push(...choicesIn(value));
    if (value.kind !== 'object') continue;
    for (const entry of value.entries)
      if ('key' in entry && entry.key.kind === 'constant' && isDescription(entry.key.value))
        found.push(...choicesIn(entry.value));
  }
  return found;
}

/** A function that ran, and its module. */
interface Ran {
  readonly definition: FunctionDefinition;
  readonly module: string;
}

/** What functions count and persist; computed on demand. */
export class Counts {
  private readonly counted = new Map<string, ReadonlySet<string>>();
  private readonly kept = new Map<string, Kept | undefined>();
  private readonly byModule: ReadonlyMap<string, readonly Ran[]>;
  private readonly byName: ReadonlyMap<string, readonly Ran[]>;

  constructor(functions: readonly Ran[]) {
    this.byModule = Map.groupBy(functions, ({ module }) => module);
    this.byName = Map.groupBy(functions, ({ definition }) => definition.name);
  }

  /** The access paths in a module that count calls. */
  countedIn(module: string): ReadonlySet<string> {
    const known = this.counted.get(module);
    if (known) return known;
    const here = this.byModule.get(module) ?? [];
    const paths = new Set(here.flatMap(({ definition }) => countersOf(definition)));
    this.counted.set(module, paths);
    return paths;
  }

  /** What functions of a name persist for the next start; if several do, the last one found. */
  keptBy(name: string): Kept | undefined {
    if (this.kept.has(name)) return this.kept.get(name);
    const named = name === '' ? [] : (this.byName.get(name) ?? []);
    const kept = named.map(({ definition }) => keptBy(definition)).findLast((each) => each !== undefined);
    this.kept.set(name, kept);
    return kept;
  }
}
