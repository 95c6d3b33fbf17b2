import type { Expression, Pattern, Statement } from '../../../ir/program.js';
import type { ParsedFile } from '../../parsed-file.js';
import { parseTree, type SyntaxNode, type SyntaxTree } from '../../syntax-tree.js';
import { ACCESS } from './access.js';
import { evaluate, unknown } from './build.js';
import { COMPOUND_STATEMENTS } from './compound-statements.js';
import { DEFINITIONS } from './definitions.js';
import { FUNCTIONS } from './functions.js';
import { IMPORTS } from './imports.js';
import { LITERALS } from './literals.js';
import type { ExpressionHandler, Lowering, StatementHandler } from './lowering.js';
import { MATCH } from './match.js';
import { OPERATORS } from './operators.js';
import { lowerPattern } from './patterns.js';
import { plainSource } from './plain-source.js';
import { SIMPLE_STATEMENTS } from './simple-statements.js';
import { STRINGS } from './strings.js';
import { fieldOf } from './syntax.js';
import { lowerType, TYPE_NODES } from './types.js';

/** Whether the grammar is known to reject valid Python here: `[T = int]` of a definition, `{x:=^9}` in an f-string. */
function isForgiven(node: SyntaxNode, parent: SyntaxNode): boolean {
  return (
    node.field === 'type_parameters' || (node.type === 'named_expression' && parent.type === 'interpolation')
  );
}

/** A token that the parser inserted because one was missing. An empty block is valid: its comments are not children. */
function isMissing(node: SyntaxNode): boolean {
  return node.start === node.end && node.children.length === 0 && node.type !== 'block';
}

/**
 * The line of the first real syntax error. `parseTree` only reports whether there is any error; this is slower, and
 * only used for a file with one.
 */
function firstErrorOf(root: SyntaxNode): number | undefined {
  if (root.type === 'ERROR') return root.line;
  const left = [root];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node !== root && (node.type === 'ERROR' || isMissing(node))) return node.line;
    const { children } = node;
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at];
      if (child && !isForgiven(child, node)) left.push(child);
    }
  }
  return undefined;
}

const EXPRESSIONS = new Map<string, ExpressionHandler>([
  ...Object.entries({ ...LITERALS, ...STRINGS, ...OPERATORS, ...ACCESS, ...FUNCTIONS }),
  ...TYPE_NODES.map((type): [string, ExpressionHandler] => [type, lowerType]),
]);

const STATEMENTS = new Map<string, StatementHandler>(
  Object.entries({ ...SIMPLE_STATEMENTS, ...COMPOUND_STATEMENTS, ...IMPORTS, ...MATCH }),
);

const DEFINITION_STATEMENTS = new Map<string, StatementHandler>(Object.entries(DEFINITIONS));

/** Parts of statements that are not statements: syntax errors in them belong to the statement. */
const CLAUSES = new Set([
  'elif_clause',
  'else_clause',
  'except_clause',
  'finally_clause',
  'assignment',
  'decorator',
  'parameters',
  'with_clause',
  'with_item',
]);

const COMMENTS = new Set(['comment', 'line_continuation']);

/** Lowers one file, with the handlers of its nodes. */
class PythonLowering implements Lowering {
  nestedBranches = 0;
  private readonly ascii: boolean;

  constructor(
    readonly source: string,
    private readonly broken: boolean,
  ) {
    this.ascii = /^[\0-\x7f]*$/.test(source);
  }

  identifier(node: SyntaxNode): string {
    const text = this.source.slice(node.start, node.end);
    return this.ascii ? text : text.normalize('NFKC');
  }

  expression(node: SyntaxNode): Expression {
    const handler = EXPRESSIONS.get(node.type);
    if (!handler) return unknown(node, this.expressions(node.children.filter((child) => child.named)));
    const value = handler(node, this);
    if (!this.broken) return value;
    const errors = node.children.filter((child) => child.type === 'ERROR');
    if (errors.length === 0) return value;
    const { line, endLine } = node;
    return { kind: 'sequence', expressions: [...this.expressions(errors), value], line, endLine };
  }

  operand(node: SyntaxNode, field: string): Expression {
    const child = fieldOf(node, field);
    return child ? this.expression(child) : unknown(node);
  }

  type(node: SyntaxNode): Expression {
    return lowerType(node, this);
  }

  pattern(node: SyntaxNode): Pattern {
    return lowerPattern(node, this);
  }

  target(node: SyntaxNode, field: string): Pattern {
    const child = fieldOf(node, field);
    if (child) return this.pattern(child);
    return { kind: 'target', expression: unknown(node), line: node.line, endLine: node.endLine };
  }

  statements(block: SyntaxNode | undefined, skipped?: SyntaxNode): Statement[] {
    const out: Statement[] = [];
    for (const child of block?.children ?? []) if (child !== skipped) this.addStatement(child, out);
    return out;
  }

  debris(node: SyntaxNode): Statement[] {
    const out: Statement[] = [];
    if (this.broken) this.addDebris(node, out);
    return out;
  }

  private addDebris(node: SyntaxNode, out: Statement[]): void {
    for (const child of node.children)
      if (child.type === 'ERROR') this.addStatement(child, out);
      else if (CLAUSES.has(child.type)) this.addDebris(child, out);
  }

  private addStatement(node: SyntaxNode, out: Statement[]): void {
    if (!node.named) return;
    const handler = STATEMENTS.get(node.type);
    if (handler) {
      if (this.broken) this.addDebris(node, out);
      handler(node, this, out);
      return;
    }
    const definition = DEFINITION_STATEMENTS.get(node.type);
    if (definition) definition(node, this, out);
    else if (node.type === 'ERROR' || node.type === 'block')
      for (const child of node.children) this.addStatement(child, out);
    else this.addExpression(node, out);
  }

  /** An expression in place of a statement, after a syntax error. */
  private addExpression(node: SyntaxNode, out: Statement[]): void {
    const expression = this.expression(node);
    if (expression.kind !== 'unknown' || expression.parts.length > 0) out.push(evaluate(node, expression));
  }

  private expressions(nodes: readonly SyntaxNode[]): Expression[] {
    return nodes.filter((node) => !COMMENTS.has(node.type)).map((node) => this.expression(node));
  }
}

/** Parses a source; if the grammar rejects it, without what is newer than the grammar. */
async function treeOf(source: string): Promise<SyntaxTree & { readonly source: string }> {
  const tree = await parseTree('python', source);
  if (tree.firstError === undefined || firstErrorOf(tree.root) === undefined) return { ...tree, source };
  const plain = plainSource(source);
  return plain === source ? { ...tree, source } : { ...(await parseTree('python', plain)), source: plain };
}

/**
 * Parses Python 3, and as much of Python 2 as the grammar supports.
 * @throws UnreadableSource when it is nested too deep or the parser gives up.
 */
export async function parsePython(path: string, given: string): Promise<ParsedFile> {
  // Python ends lines, and so comments, at a carriage return too; the grammar does not.
  const source = given.replaceAll(/\r(?!\n)/gu, '\n');
  const tree = await treeOf(source);
  const broken = tree.firstError !== undefined;
  const body = new PythonLowering(tree.source, broken).statements(tree.root);
  const line = broken ? firstErrorOf(tree.root) : undefined;
  return {
    module: { path, language: 'python', body },
    ...(line !== undefined && { problem: `syntax error at line ${line}` }),
  };
}
