import type { Expression } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { operation, unknown } from './build.js';
import type { ExpressionHandler, Lowering } from './lowering.js';
import { fieldOf } from './syntax.js';

/** The maximum nesting of operations without parentheses: deeper ones are read as one sum. */
const MAX_DEPTH = 100;

/** The number of children of an operation without syntax errors. */
const PLAIN_CHILDREN = 3;

/** An operand, and the nesting depth of its operations. */
interface Term {
  readonly expression: Expression;
  readonly depth: number;
  /** The operands of a sum that can be extended. */
  readonly sum?: Expression[];
}

function summed(link: SyntaxNode, onto: Term, term: Term): Term {
  const sum = onto.sum ?? [onto.expression];
  sum.push(term.expression);
  return { expression: operation(link, '+', sum), depth: Math.max(onto.depth, term.depth), sum };
}

/** The result of an operator. `a + b + c` is one sum. */
function combined(link: SyntaxNode, left: Term, right: Term): Term {
  const operator = fieldOf(link, 'operator')?.type ?? '';
  if (operator === '+' && left.sum && right.depth < MAX_DEPTH) return summed(link, left, right);
  const depth = Math.max(left.depth, right.depth) + 1;
  if (depth > MAX_DEPTH)
    return left.depth < right.depth ? summed(link, right, left) : summed(link, left, right);
  const operands = [left.expression, right.expression];
  return {
    expression: operation(link, operator, operands),
    depth,
    ...(operator === '+' && { sum: operands }),
  };
}

/** An operand with the syntax errors beside it. */
function withDebris(link: SyntaxNode, term: Term, lower: Lowering): Term {
  const errors = link.children.filter((child) => child.type === 'ERROR');
  if (errors.length === 0) return term;
  const expressions = [...errors.map((error) => lower.expression(error)), term.expression];
  const { line, endLine } = link;
  return { expression: { kind: 'sequence', expressions, line, endLine }, depth: term.depth };
}

/**
 * `a + b * c`. Such operations nest as deep as the line is long, which is no reason to refuse it: they are lowered
 * without recursion, left to right.
 */
export const binary: ExpressionHandler = (node, lower) => {
  const terms: Term[] = [];
  const steps: (() => void)[] = [];
  const visit = (operand: SyntaxNode | undefined): void => {
    if (operand?.type !== 'binary_operator') {
      terms.push({ expression: operand ? lower.expression(operand) : unknown(node), depth: 0 });
      return;
    }
    steps.push(
      () => {
        const right = terms.pop();
        const left = terms.pop();
        if (!left || !right) return;
        const broken = operand !== node && operand.children.length > PLAIN_CHILDREN;
        terms.push(combined(operand, left, broken ? withDebris(operand, right, lower) : right));
      },
      () => visit(fieldOf(operand, 'right')),
      () => visit(fieldOf(operand, 'left')),
    );
  };
  visit(node);
  for (let step = steps.pop(); step; step = steps.pop()) step();
  return terms[0]?.expression ?? unknown(node);
};
