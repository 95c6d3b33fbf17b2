import type * as ast from '@babel/types';
import type {
  ClassDefinition,
  Expression,
  FunctionDefinition,
  Lines,
  Parameter,
  Pattern,
  Statement,
} from '../../../ir/program.js';
import { MAX_NESTING, UnreadableSource } from '../../parsed-file.js';

/** What the parts of this front end ask of each other: syntax nests, so each of them needs all the others. */
export interface Lowering {
  expression(node: ast.Node): Expression;
  /** A declaration with several names is several statements. */
  statements(nodes: readonly ast.Node[]): Statement[];
  pattern(node: ast.Node): Pattern;
  parameter(node: ast.Node): Parameter;
  type(node: ast.Node | null | undefined): Expression | undefined;
  function(node: ast.Function, name?: string): FunctionDefinition;
  class(node: ast.Class, name?: string): ClassDefinition;
}

/** Lowers one kind of node. */
export type Lower<Node, Result> = (node: Node, lower: Lowering, lines: Lines) => Result;

/** A way to lower each kind of node; those that are not there have no meaning for the flow of data. */
export type LowerTable<Result> = {
  readonly [Type in ast.Node['type']]?: Lower<Extract<ast.Node, { type: Type }>, Result>;
};

/**
 * The lines of a node. What is made in great numbers names both: an object that is spread into another one takes it more
 * memory, and the parsing of a package a tenth of its time.
 */
export function linesOf(node: ast.Node): Lines {
  const { loc } = node;
  return loc ? { line: loc.start.line, endLine: loc.end.line } : { line: 1, endLine: 1 };
}

/** What is in the table for a node. */
export function lowererOf<Result>(
  table: LowerTable<Result>,
  node: ast.Node,
): Lower<ast.Node, Result> | undefined {
  return table[node.type] as Lower<ast.Node, Result> | undefined;
}

/** Counts how deep syntax nests, so that the end of the stack is never met. */
export class Depth {
  private depth = 0;

  /**
   * A node is begun; `leave` ends it. After an error nothing of the file is read any more.
   * @throws UnreadableSource when the syntax is nested deeper than MAX_NESTING.
   */
  enter(node: ast.Node): void {
    if (++this.depth > MAX_NESTING)
      throw new UnreadableSource(`nested deeper than ${MAX_NESTING} at line ${linesOf(node).line}`);
  }

  leave(): void {
    this.depth -= 1;
  }
}
