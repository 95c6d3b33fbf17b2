import type { Case, Expression, Statement } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { oneOrList } from './arguments.js';
import { bind, constant, element, indexed, list, member, nameOf, operation, unknown } from './build.js';
import type { Lowering, StatementHandler } from './lowering.js';
import { hiddenName, isPlainList } from './reuse.js';
import { blockOf, fieldOf, fieldsOf, firstPartOf, hasToken, isTrivia, partsOf } from './syntax.js';

/** Classes whose only positional sub-pattern is the subject itself. */
const SELF_MATCHING = new Set('bool bytearray bytes dict float frozenset int list set str tuple'.split(' '));

/** The values that a pattern compares its subject with, and the names that it binds. */
interface Matching {
  readonly tests: Expression[];
  /** It matches everything. */
  any: boolean;
  /** The values bound to a name: several if alternatives bind it. */
  readonly bound: Map<string, { readonly at: SyntaxNode; readonly values: Expression[] }>;
}

/** Lowers patterns. Those in collections and classes bind their names, but their tests are unknown. */
class PatternReader {
  readonly matching: Matching = { tests: [], any: false, bound: new Map() };

  constructor(private readonly lower: Lowering) {}

  read(node: SyntaxNode, subject: Expression): void {
    switch (node.type) {
      case '_':
        this.matching.any = true;
        break;
      case 'case_pattern':
        this.readGroup(node, subject);
        break;
      case 'dotted_name':
        this.readName(node, subject);
        break;
      case 'union_pattern':
        this.readAlternatives(node, subject);
        break;
      case 'as_pattern':
        this.readNamed(node, subject);
        break;
      case 'tuple_pattern':
      case 'list_pattern':
        if (node.type === 'tuple_pattern' && isGroup(node)) this.readGroup(node, subject);
        else this.readSequence(node, subject);
        break;
      case 'dict_pattern':
        this.readMapping(node, subject);
        break;
      case 'class_pattern':
        this.readClass(node, subject);
        break;
      case 'complex_pattern':
        this.matching.tests.push(unknown(node));
        break;
      default:
        this.matching.tests.push(this.lower.expression(node));
    }
  }

  /** Several patterns are a sequence, with or without brackets. */
  readSequence(node: SyntaxNode, subject: Expression): void {
    this.matching.tests.push(unknown(node));
    const items = node.children.filter((child) => child.type === 'case_pattern');
    let afterStar = false;
    for (const [at, item] of items.entries()) {
      const star = starOf(item);
      const position = this.position(item, afterStar ? at - items.length : at);
      if (star) {
        const end = at + 1 - items.length;
        const bounds = end < 0 ? [position, this.position(item, end)] : [position];
        const { line, endLine } = item;
        this.bindTo(firstPartOf(star), { kind: 'slice', object: subject, bounds, line, endLine });
        afterStar = true;
      } else this.readInside(item, itemOf(item, subject, afterStar ? -1 : at, position));
    }
  }

  private position(at: SyntaxNode, index: number): Expression {
    return index < 0 ? operation(at, '-', [constant(at, -index)]) : constant(at, index);
  }

  /** A pattern within another one: only its bindings count. */
  private readInside(node: SyntaxNode, subject: Expression): void {
    const inside = new PatternReader(this.lower);
    inside.read(node, subject);
    this.take(inside);
  }

  private take({ matching: { bound } }: PatternReader): void {
    for (const [name, { at, values }] of bound) for (const value of values) this.bind(at, name, value);
  }

  private bind(at: SyntaxNode, name: string, value: Expression): void {
    const existing = this.matching.bound.get(name);
    if (existing) existing.values.push(value);
    else this.matching.bound.set(name, { at, values: [value] });
  }

  private bindTo(node: SyntaxNode | undefined, value: Expression): void {
    if (node) this.bind(node, this.lower.identifier(node), value);
  }

  /** The content of `case` or parentheses: one pattern, or a number with its sign. */
  private readGroup(node: SyntaxNode, subject: Expression): void {
    const content = node.children.filter(
      (child) => !isTrivia(child) && child.type !== '(' && child.type !== ')',
    );
    this.readSigned(node, content, subject);
  }

  private readSigned(at: SyntaxNode, [first, second]: readonly SyntaxNode[], subject: Expression): void {
    if (first?.type === '-' && second)
      this.matching.tests.push(operation(at, '-', [this.lower.expression(second)]));
    else if (first) this.read(first, subject);
    else this.matching.tests.push(unknown(at));
  }

  private readName(node: SyntaxNode, subject: Expression): void {
    const names = partsOf(node);
    if (names.length > 1) this.matching.tests.push(this.lower.expression(node));
    else {
      this.matching.any = true;
      this.bindTo(names[0], subject);
    }
  }

  private readAlternatives(node: SyntaxNode, subject: Expression): void {
    let alternative: SyntaxNode[] = [];
    for (const child of node.children) {
      if (child.type === '|') {
        this.readSigned(node, alternative, subject);
        alternative = [];
      } else if (!isTrivia(child)) alternative.push(child);
    }
    this.readSigned(node, alternative, subject);
  }

  private readNamed(node: SyntaxNode, subject: Expression): void {
    const [pattern, name] = partsOf(node);
    if (pattern) this.read(pattern, subject);
    this.bindTo(name, subject);
  }

  private readMapping(node: SyntaxNode, subject: Expression): void {
    this.matching.tests.push(unknown(node));
    let key: Expression | undefined;
    let isNegative = false;
    for (const child of node.children) {
      if (child.type === 'splat_pattern') this.bindTo(firstPartOf(child), subject);
      else if (child.type === '-') isNegative = true;
      else if (child.field === 'key' && child.named) {
        const value = this.lower.expression(child);
        key = isNegative ? operation(child, '-', [value]) : value;
        isNegative = false;
      } else if (child.field === 'value' && key) this.readInside(child, element(child, subject, key));
    }
  }

  /** Only the class knows which attribute a positional sub-pattern refers to: it is read by position. */
  private readClass(node: SyntaxNode, subject: Expression): void {
    const [name, ...parts] = partsOf(node);
    const itself = name?.children.length === 1 && SELF_MATCHING.has(this.lower.identifier(name));
    this.matching.tests.push(unknown(node, name ? [this.lower.expression(name)] : []));
    for (const [at, part] of parts.entries()) {
      const alias = firstPartOf(part);
      const named = alias?.type === 'as_pattern' ? firstPartOf(alias) : undefined;
      const keyword = keywordOf(named ?? part);
      const value = keyword
        ? this.attribute(keyword, subject)
        : itself
          ? subject
          : indexed(part, subject, constant(part, at));
      const inside = new PatternReader(this.lower);
      if (!keyword) inside.read(part, value);
      else inside.readSigned(keyword, afterCharacter(keyword), value);
      // The grammar parses `name=pattern as alias` as `(name=pattern) as alias`.
      if (keyword && named && alias) inside.bindTo(partsOf(alias)[1], value);
      this.take(inside);
    }
  }

  private attribute(keyword: SyntaxNode, subject: Expression): Expression {
    const name = firstPartOf(keyword);
    return name ? member(keyword, subject, this.lower.identifier(name)) : unknown(keyword, [subject]);
  }
}

/** Parentheses around a single pattern, which are not a sequence. */
function isGroup(node: SyntaxNode): boolean {
  const parts = partsOf(node);
  const [only] = parts;
  return only !== undefined && parts.length === 1 && !hasToken(node, ',') && !starOf(only);
}

function starOf(node: SyntaxNode): SyntaxNode | undefined {
  const part = firstPartOf(node);
  return part?.type === 'splat_pattern' ? part : undefined;
}

function keywordOf(node: SyntaxNode): SyntaxNode | undefined {
  const part = firstPartOf(node);
  return part?.type === 'keyword_pattern' ? part : undefined;
}

/** The pattern of `name=pattern`. */
function afterCharacter(keyword: SyntaxNode): SyntaxNode[] {
  const content = keyword.children.filter((child) => !isTrivia(child));
  return content.slice(content.findIndex((child) => child.type === '=') + 1);
}

/** An item of a subject; known if the subject is a tuple literal. */
function itemOf(at: SyntaxNode, subject: Expression, index: number, position: Expression): Expression {
  const known = subject.kind === 'list' && index >= 0 ? subject.items[index] : undefined;
  return known ? known.value : indexed(at, subject, position);
}

/** A name that alternatives bind to different parts of the subject may be any of them. */
function anyOf(at: SyntaxNode, values: readonly Expression[]): Expression {
  const [first] = values;
  if (first && values.length === 1) return first;
  const choices = values.map((value) => ({ value }));
  return indexed(at, list(at, choices), unknown(at));
}

function caseOf(clause: SyntaxNode, subject: Expression, lower: Lowering): { one: Case; binds: boolean } {
  const reader = new PatternReader(lower);
  const patterns = partsOf(clause).filter((part) => part.type === 'case_pattern');
  const [pattern] = patterns;
  if (pattern && patterns.length === 1 && !hasToken(clause, ',')) reader.read(pattern, subject);
  else reader.readSequence(clause, subject);

  const { tests, any, bound } = reader.matching;
  const declarations: Statement[] = [];
  for (const [name, { at, values }] of bound) {
    const { line, endLine } = at;
    declarations.push({ kind: 'declare', target: bind(at, name), value: anyOf(at, values), line, endLine });
  }
  const { line, endLine } = clause;
  const inner = [...lower.debris(clause), ...lower.statements(blockOf(clause))];
  const guard = fieldOf(clause, 'guard');
  const condition = guard && firstPartOf(guard);
  const guarded: Statement[] = condition
    ? [{ kind: 'if', test: lower.expression(condition), then: inner, otherwise: [], line, endLine }]
    : inner;
  const body = [...declarations, ...guarded];
  return { one: { tests: any ? [] : tests, body, line, endLine }, binds: bound.size > 0 };
}

const matchStatement: StatementHandler = (node, lower, out) => {
  const { line, endLine } = node;
  const subjects = fieldsOf(node, 'subject');
  const value = oneOrList(node, subjects, lower);
  const name = hiddenName(node.start);
  const read = isPlainList(value) ? value : nameOf(value, name);
  const cases: Case[] = [];
  let binds = false;
  for (const clause of blockOf(node)?.children ?? []) {
    if (clause.type !== 'case_clause') continue;
    const result = caseOf(clause, read, lower);
    binds ||= result.binds;
    cases.push(result.one);
  }
  const kept = binds && read !== value;
  const subject: Expression = kept
    ? { kind: 'assign', target: bind(value, name), value, line: value.line, endLine: value.endLine }
    : value;
  out.push({ kind: 'switch', subject, cases, line, endLine });
};

export const MATCH: Readonly<Record<string, StatementHandler>> = { match_statement: matchStatement };
