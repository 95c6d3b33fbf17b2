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

/** The interface between the parts of this front end: syntax nests, so each part needs all the others. */
export interface Lowering {
  expression(node: ast.Node): Expression;
  /** A declaration with several names is several statements. */
  statements(nodes: readonly ast.Node[]): Statement[];
  pattern(node: ast.Node): Pattern;
  parameter(node: ast.Node): Parameter;
  type(node: ast.Node | null | undefined): Expression | undefined;
  function(node: ast.Function, name?: string): FunctionDefinition;
  class(node: ast.Class, name?: string): ClassDefinition;
  /** The same string for equal identifiers and keys of a file, so that lookups need not compare characters. */
  name(text: string): string;
}

/** Lowers one kind of node. */
export type Lower<Node, Result> = (node: Node, lower: Lowering, lines: Lines) => Result;

/** The handlers by node type; types without one are irrelevant to data flow. */
export type LowerTable<Result> = {
  readonly [Type in ast.Node['type']]?: Lower<Extract<ast.Node, { type: Type }>, Result>;
};

/**
 * The lines and columns of a node. Objects created in great numbers set each property: spreading this object into them takes more
 * memory, and a tenth of the time to parse a package.
 */
export function linesOf(node: ast.Node): Lines {
  const { loc } = node;
  if (!loc) return { line: 1, endLine: 1 };
  const { start, end } = loc;
  // As integers: the parser's columns are floating-point numbers for the engine, each an object of its own.
  return {
    line: start.line,
    endLine: end.line,
    column: (start.column + 1) | 0,
    endColumn: (end.column + 1) | 0,
  };
}

/** The handler of a node. */
export function lowererOf<Result>(
  table: LowerTable<Result>,
  node: ast.Node,
): Lower<ast.Node, Result> | undefined {
  return table[node.type] as Lower<ast.Node, Result> | undefined;
}

/** Tracks the nesting of syntax, so that the stack never overflows. */
export class Depth {
  private depth = 0;

  /**
   * Enters a node; `leave` ends it. After an error, nothing more of the file is lowered.
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
