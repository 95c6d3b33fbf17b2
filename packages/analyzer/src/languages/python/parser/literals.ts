import type { Comprehension, Entry, Expression } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { argumentsOf, oneOrList } from './arguments.js';
import { constant, list, nameOf, unknown } from './build.js';
import type { ExpressionHandler, Lowering } from './lowering.js';
import { fieldOf, fieldsOf, firstPartOf, partsOf } from './syntax.js';

const identifier: ExpressionHandler = (node, lower) =>
  node.start === node.end ? unknown(node) : nameOf(node, lower.identifier(node));

/** A number; one that a double cannot represent exactly becomes the nearest. */
const number: ExpressionHandler = (node, lower) => {
  const text = lower.source.slice(node.start, node.end);
  const long = text.endsWith('L') || text.endsWith('l');
  const value = Number(long ? text.slice(0, -1) : text.includes('_') ? text.replaceAll('_', '') : text);
  // A complex number.
  return Number.isNaN(value) ? unknown(node) : constant(node, value);
};

const collection: ExpressionHandler = (node, lower) => list(node, argumentsOf(node, lower));

/** The operand of a star. The star itself is handled by the enclosing node. */
const starred: ExpressionHandler = (node, lower) => {
  const value = firstPartOf(node);
  return value ? lower.expression(value) : unknown(node);
};

function entryOf(node: SyntaxNode, lower: Lowering): Entry {
  if (node.type === 'pair') return { key: lower.operand(node, 'key'), value: lower.operand(node, 'value') };
  return { spread: lower.expression(node) };
}

const dictionary: ExpressionHandler = (node, lower) => ({
  kind: 'object',
  entries: partsOf(node).map((part) => entryOf(part, lower)),
  line: node.line,
  endLine: node.endLine,
});

type Clause = Comprehension['clauses'][number] & { readonly conditions: Expression[] };

function clausesOf(node: SyntaxNode, lower: Lowering): Clause[] {
  const clauses: Clause[] = [];
  for (const child of node.children) {
    if (child.type === 'for_in_clause') {
      const iterable = oneOrList(child, fieldsOf(child, 'right'), lower);
      clauses.push({ target: lower.target(child, 'left'), iterable, conditions: [] });
    } else if (child.type === 'if_clause') {
      const condition = firstPartOf(child);
      if (condition) clauses.at(-1)?.conditions.push(lower.expression(condition));
    }
  }
  return clauses;
}

const comprehension: ExpressionHandler = (node, lower) => {
  const body = fieldOf(node, 'body');
  const lines = { line: node.line, endLine: node.endLine };
  const clauses = clausesOf(node, lower);
  if (body?.type === 'pair') {
    const key = lower.operand(body, 'key');
    return { kind: 'comprehension', clauses, key, value: lower.operand(body, 'value'), ...lines };
  }
  return { kind: 'comprehension', clauses, value: lower.operand(node, 'body'), ...lines };
};

export const LITERALS: Readonly<Record<string, ExpressionHandler>> = {
  identifier,
  integer: number,
  float: number,
  true: (node) => constant(node, true),
  false: (node) => constant(node, false),
  none: (node) => constant(node, null),
  ellipsis: (node) => constant(node, null),
  list: collection,
  tuple: collection,
  set: collection,
  expression_list: collection,
  pattern_list: collection,
  list_pattern: collection,
  tuple_pattern: collection,
  argument_list: collection,
  list_splat: starred,
  list_splat_pattern: starred,
  dictionary_splat: starred,
  dictionary_splat_pattern: starred,
  dictionary,
  list_comprehension: comprehension,
  set_comprehension: comprehension,
  dictionary_comprehension: comprehension,
  generator_expression: comprehension,
};
