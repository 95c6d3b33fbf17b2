import { taintsHere } from '../../engine/values/derive.js';
import type { Frame } from '../../engine/frame.js';
import { taintsWithin } from '../../engine/values/objects.js';
import { SanitizedFor } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import type { Expression, FunctionDefinition, Pattern } from '../../ir/program.js';
import { lastNameOf, nodesWithin } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import { variableOf } from '../support/variables.js';
import {
  isCredentialType,
  weightOfAnswer,
  weightOfCall,
  weightOfName,
  type Weight,
} from './credential-names.js';

/** What the expression of the written data suggests. */
export interface Indicators {
  /** How likely it is a credential. */
  readonly weight: number;
  /** The name of the credential. */
  readonly name: string | undefined;
  /** Whether it is encrypted or hashed. */
  readonly isProtected: boolean;
  /** Whether all of it is constant. */
  readonly isFixed: boolean;
}

/** Names of encrypting, hashing or protecting functions. */
const PROTECTS = /encrypt|cipher|seal|protect|dpapi|wrap_?key|hash|digest|fernet|keyring|keytar/iu;
/** Calls whose result still contains their receiver or arguments. */
const KEEPS =
  /^(?:to_?json(?:_?string)?|to_?dict|model_dump(?:_json)?|dict|json|asdict|encode|decode|String|toString|strip|trim|dumps?|safe_dump|stringify|Marshal(?:Indent)?|str|bytes|format|from|join|Sprintf|byte|string|vars|copy|to_?object|serialize|assign|dump_?s|Bytes)$/iu;
const OPERATORS = new Set(['+', '??', '||', '&&', '%']);

/** How far variables are traced to their definitions. */
const DEPTH = 4;

/** The names that a pattern binds. */
function boundBy(pattern: Pattern): readonly string[] {
  if (pattern.kind === 'bind') return [pattern.name];
  if (pattern.kind === 'items') return pattern.items.flatMap((item) => (item ? boundBy(item.value) : []));
  return pattern.kind === 'fields' ? pattern.fields.flatMap(({ value }) => boundBy(value)) : [];
}

/** The expressions that a function assigns to each of its variables. */
const definitionsIn = memoByNode(
  ({ body }: FunctionDefinition): ReadonlyMap<string, readonly Expression[]> => {
    const found = new Map<string, Expression[]>();
    for (const node of nodesWithin(body, false))
      if ((node.kind === 'declare' || node.kind === 'assign') && node.value)
        for (const name of new Set(boundBy(node.target))) {
          const known = found.get(name);
          if (known) known.push(node.value);
          else found.set(name, [node.value]);
        }
    return found;
  },
);

/** The names in a type, and their last two segments: `oauth2.Token`, `Credentials`. */
function typeNames(type: Expression | undefined): string[] {
  const names: string[] = [];
  for (const node of nodesWithin(type)) {
    if (node.kind === 'name') names.push(node.name);
    if (node.kind === 'member') names.push(node.property, `${lastNameOf(node.object)}.${node.property}`);
  }
  return names;
}

/** Collects the indicators of an expression, as far as its parts stay readable in the result. */
class IndicatorCollector {
  isProtected = false;
  isFixed = true;
  name: string | undefined;
  private best: Weight = 0;
  private vague = new Set<string>();
  private readonly seen = new Set<string>();

  constructor(private readonly frame: Frame) {}

  /** The word `token` counts once, however often it occurs. */
  get weight(): number {
    return this.best === 2 ? 2 : this.vague.size;
  }

  /** Adds an indicator of a credential. */
  private add(weight: Weight, kind: string, name: string): void {
    if (weight === 0) return;
    if (weight > this.best || this.name === undefined) this.name = name;
    if (weight > this.best) this.best = weight;
    this.vague.add(kind);
  }

  read(expression: Expression, depth = DEPTH): void {
    switch (expression.kind) {
      case 'constant':
        return;
      case 'name': {
        this.readName(expression.name, depth);
        return;
      }
      case 'member': {
        this.readField(expression.property);
        return;
      }
      case 'call': {
        this.readCall(expression.callee, expression.arguments, depth);
        return;
      }
      case 'object':
        for (const entry of expression.entries)
          if ('spread' in entry) this.read(entry.spread, depth);
          else this.readEntry(entry.key, entry.value, depth);
        return;
      case 'list':
        for (const { value } of expression.items) this.read(value, depth);
        return;
      case 'text':
        for (const part of expression.parts) this.read(part, depth);
        return;
      case 'operation':
        this.isFixed = false;
        if (OPERATORS.has(expression.operator))
          for (const each of expression.operands) this.read(each, depth);
        return;
      case 'choice':
        this.read(expression.then, depth);
        this.read(expression.otherwise, depth);
        return;
      case 'await':
      case 'cast': {
        this.read(expression.value, depth);
        return;
      }
      default:
        this.isFixed = false;
    }
  }

  private readName(name: string, depth: number): void {
    const value = variableOf(name, this.frame);
    // A variable that may be null has another value at run time.
    if (value?.constants?.every((each) => each !== null)) return;
    this.isFixed = false;
    if (PROTECTS.test(name)) this.isProtected = true;
    if (this.seen.has(name)) return;
    this.seen.add(name);
    this.add(weightOfName(name), 'word', name);
    const parameter = this.frame.function?.parameters.find(({ pattern }) => boundBy(pattern).includes(name));
    if (typeNames(parameter?.type).some(isCredentialType)) this.add(2, 'type', name);
    if (value) this.readSources(value, name);
    const { function: definition } = this.frame;
    if (depth > 0 && definition)
      for (const made of definitionsIn(definition).get(name) ?? []) this.read(made, depth - 1);
  }

  /** For responses of a token endpoint. */
  private readSources(value: Value, name: string): void {
    for (const { source, sanitizedFor } of taintsHere(value, this.frame))
      if (source.kind === 'remote-content' && (sanitizedFor & SanitizedFor.SECRET) === 0)
        this.add(weightOfAnswer(source.name), 'origin', name);
  }

  private readField(name: string): void {
    this.isFixed = false;
    if (PROTECTS.test(name)) this.isProtected = true;
    this.add(weightOfName(name), 'word', name);
  }

  private readCall(
    callee: Expression,
    given: Extract<Expression, { kind: 'call' }>['arguments'],
    depth: number,
  ): void {
    this.isFixed = false;
    const name = lastNameOf(callee);
    if (PROTECTS.test(name) || (callee.kind === 'member' && PROTECTS.test(lastNameOf(callee.object))))
      this.isProtected = true;
    this.add(weightOfCall(name), 'origin', name);
    if (!KEEPS.test(name)) return;
    if (callee.kind === 'member') this.read(callee.object, depth);
    for (const { value } of given) this.read(value, depth);
  }

  private readEntry(key: Expression, value: Expression, depth: number): void {
    const inner = new IndicatorCollector(this.frame);
    inner.read(value, depth);
    const isKnown = value.kind === 'name' && variableOf(value.name, this.frame)?.constants !== undefined;
    if (inner.isProtected) this.isProtected = true;
    if (inner.isFixed || isKnown) return;
    this.isFixed = false;
    if (inner.isProtected) return;
    const name = key.kind === 'constant' ? String(key.value) : '';
    this.add(weightOfName(name), 'word', name);
    if (inner.weight > 0) this.add(inner.weight >= 2 ? 2 : 1, 'word', inner.name ?? name);
  }
}

/** The indicators of a credential in written data. */
export function indicatorsOf(expression: Expression, data: Value, frame: Frame): Indicators {
  const reading = new IndicatorCollector(frame);
  reading.read(expression);
  const answers = taintsWithin(data, frame).filter(({ source }) => source.kind === 'remote-content');
  const answer = Math.max(0, ...answers.map(({ source }) => weightOfAnswer(source.name)));
  const { weight, name, isProtected, isFixed } = reading;
  return {
    weight: Math.max(weight, answer === 2 ? 2 : weight + answer),
    name,
    isProtected,
    isFixed: isFixed || data.constants !== undefined,
  };
}
