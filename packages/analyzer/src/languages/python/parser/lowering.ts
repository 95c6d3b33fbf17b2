import type { Expression, Pattern, Statement } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';

/**
 * What the handlers of single constructs need from each other. It is passed as an argument, since expressions contain
 * statements (in lambdas) and statements contain expressions, and modules must not import each other in a cycle.
 */
export interface Lowering {
  readonly source: string;
  /** An identifier as Python normalizes it: compatibility forms of letters (`ｅval`) become the plain ones. */
  identifier(node: SyntaxNode): string;
  expression(node: SyntaxNode): Expression;
  /** The expression in a field of a node; Unknown when it is missing after a syntax error. */
  operand(node: SyntaxNode, field: string): Expression;
  /** An annotation, in which a subscript with a string stays an Index: `Literal["a"]` has no member `a`. */
  type(node: SyntaxNode): Expression;
  pattern(node: SyntaxNode): Pattern;
  /** The target in a field of a node. */
  target(node: SyntaxNode, field: string): Pattern;
  /** The statements of a block, without `skipped`. */
  statements(block: SyntaxNode | undefined, skipped?: SyntaxNode): Statement[];
  /** The parts of a statement that are syntax errors. */
  debris(node: SyntaxNode): Statement[];
  /** The number of `elif` clauses around the statement being lowered. */
  nestedBranches: number;
}

export type ExpressionHandler = (node: SyntaxNode, lower: Lowering) => Expression;

/** Appends the lowered form of a statement: none, one or several statements. */
export type StatementHandler = (node: SyntaxNode, lower: Lowering, out: Statement[]) => void;
