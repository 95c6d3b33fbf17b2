import type { Expression, Pattern, Statement } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';

/**
 * What the handlers of single constructs need of each other. They get it as an argument, since expressions hold statements
 * (in lambdas) and statements expressions, and modules must not import each other in a circle.
 */
export interface Lowering {
  readonly source: string;
  /** An identifier as Python knows it: compatibility forms of letters (`ｅval`) are the plain ones. */
  identifier(node: SyntaxNode): string;
  expression(node: SyntaxNode): Expression;
  /** The expression in a field of a node; Unknown when it is missing from broken syntax. */
  operand(node: SyntaxNode, field: string): Expression;
  /** An annotation, in which a subscript with a text stays an Index: `Literal["a"]` has no member `a`. */
  type(node: SyntaxNode): Expression;
  pattern(node: SyntaxNode): Pattern;
  /** The target in a field of a node. */
  target(node: SyntaxNode, field: string): Pattern;
  /** The statements of a block, without `skipped`. */
  statements(block: SyntaxNode | undefined, skipped?: SyntaxNode): Statement[];
  /** What stands in those parts of a statement that do not follow the grammar. */
  debris(node: SyntaxNode): Statement[];
  /** How many `elif` clauses are nested around the statement that is being lowered. */
  nestedBranches: number;
}

export type ExpressionHandler = (node: SyntaxNode, lower: Lowering) => Expression;

/** Appends what a statement becomes: none, one or several. */
export type StatementHandler = (node: SyntaxNode, lower: Lowering, out: Statement[]) => void;
