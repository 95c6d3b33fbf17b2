import type { Constant, Expression, Statement } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { fieldOf, fieldsOf, linesOf, operatorOf, partsOf, type GoFile } from './go-file.js';
import { numberOf } from './literals.js';
import { lowerType } from './types.js';

const ARITHMETIC: ReadonlyMap<string, (left: number, right: number) => number> = new Map([
  ['+', (left: number, right: number) => left + right],
  ['-', (left: number, right: number) => left - right],
  ['*', (left: number, right: number) => left * right],
  ['/', (left: number, right: number) => Math.trunc(left / right)],
  ['%', (left: number, right: number) => left % right],
  ['<<', (left: number, right: number) => left * 2 ** right],
  ['>>', (left: number, right: number) => Math.floor(left / 2 ** right)],
]);

/** Longer expressions are not computed: each repetition would compute them again. */
const MAX_COMPUTED_LENGTH = 80;

/** The value of a simple expression with `iota`, possibly with a conversion. */
function computed(file: GoFile, node: SyntaxNode | undefined, iota: number): number | undefined {
  switch (node?.type) {
    case 'iota':
      return iota;
    case 'int_literal':
      return numberOf(file.text(node));
    case 'parenthesized_expression':
      return computed(file, partsOf(node)[0], iota);
    case 'call_expression': {
      const list = fieldOf(node, 'arguments');
      return list && computed(file, partsOf(list)[0], iota);
    }
    case 'binary_expression': {
      const left = computed(file, fieldOf(node, 'left'), iota);
      const right = computed(file, fieldOf(node, 'right'), iota);
      if (left === undefined || right === undefined) return undefined;
      return ARITHMETIC.get(operatorOf(node))?.(left, right);
    }
    default:
      return undefined;
  }
}

function mentionsIota(node: SyntaxNode): boolean {
  return node.type === 'iota' || node.children.some(mentionsIota);
}

const LITERALS = new Set([
  ...['interpreted_string_literal', 'raw_string_literal', 'rune_literal', 'int_literal', 'float_literal'],
  ...['true', 'false', 'identifier'],
]);

interface Value {
  readonly node: SyntaxNode;
  readonly isCounted: boolean;
}

function valuesOf(spec: SyntaxNode): Value[] {
  const list = fieldOf(spec, 'value');
  return list ? partsOf(list).map((node) => ({ node, isCounted: mentionsIota(node) })) : [];
}

function lowerValue(file: GoFile, spec: SyntaxNode, { node, isCounted }: Value, iota: number) {
  const isShort = node.end - node.start <= MAX_COMPUTED_LENGTH;
  const number = isCounted && isShort ? computed(file, node, iota) : undefined;
  if (number === undefined) return file.expression(node);
  const constant: Constant = { kind: 'constant', ...linesOf(spec), value: number };
  return constant;
}

/** The value of a name that repeats the previous expression, if it is a number or a literal; other expressions are not copied. */
function repeatedValue(file: GoFile, spec: SyntaxNode, value: Value, iota: number): Expression | undefined {
  if (!value.isCounted) return LITERALS.has(value.node.type) ? file.expression(value.node) : undefined;
  const lowered = lowerValue(file, spec, value, iota);
  return lowered.kind === 'constant' ? lowered : undefined;
}

/** `const …`: names without a value repeat the previous expressions, with `iota` incremented. */
export function constDeclaration(file: GoFile, node: SyntaxNode): Statement[] {
  let values: readonly Value[] = [];
  let type: Expression | undefined;
  return partsOf(node).flatMap((spec, iota) => {
    const isRepeated = !fieldOf(spec, 'value');
    const typeNode = fieldOf(spec, 'type');
    if (!isRepeated) {
      values = valuesOf(spec);
      type = typeNode && lowerType(file, typeNode);
    }
    return fieldsOf(spec, 'name').flatMap((nameNode, position): Statement[] => {
      const name = file.text(nameNode);
      if (name === '_') return [];
      file.learn(name, 'variable');
      const value = values[position];
      const lowered = value && (isRepeated ? repeatedValue : lowerValue)(file, spec, value, iota);
      const target = { kind: 'bind', ...linesOf(nameNode), name } as const;
      const optional = { ...(lowered && { value: lowered }), ...(type && { type }) };
      return [{ kind: 'declare', ...linesOf(spec), target, ...optional }];
    });
  });
}
