import type { Expression, Lines, Name, Statement } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';

/** Lowers the parts of a node: injected, because expressions and statements contain each other. */
export interface Lowering {
  readonly expression: (file: GoFile, node: SyntaxNode) => Expression;
  readonly statements: (file: GoFile, nodes: readonly SyntaxNode[]) => Statement[];
}

/** The kind of a name, as far as one file shows it. */
export type Meaning = 'variable' | 'type' | 'function' | 'package';

const PREDECLARED_TYPES: readonly string[] = [
  ...['any', 'bool', 'byte', 'comparable', 'complex64', 'complex128', 'error', 'float32', 'float64', 'int'],
  ...['int8', 'int16', 'int32', 'int64', 'rune', 'string', 'uint', 'uint8', 'uint16', 'uint32', 'uint64'],
  'uintptr',
];

/** The file being lowered: its text, and what is known so far about its names. */
export class GoFile {
  /** The named results of the function being lowered: what a bare `return` returns. */
  results: readonly string[] = [];
  /** Types that are lowered once although several literals use them. */
  readonly elementTypes = new Map<SyntaxNode, Expression>();
  readonly fieldNames = new Map<SyntaxNode, readonly string[]>();
  private readonly shared = new Map<string, Meaning>(PREDECLARED_TYPES.map((name) => [name, 'type']));
  private readonly local = new Map<string, Meaning>();
  private readonly types = new Map<string, SyntaxNode>();
  private readonly typeParameters = new Set<string>();

  constructor(
    private readonly source: string,
    /** Whether the file has syntax errors. */
    readonly broken: boolean,
    private readonly lowering: Lowering,
  ) {}

  text(node: SyntaxNode | undefined): string {
    return node ? this.source.slice(node.start, node.end) : '';
  }

  expression(node: SyntaxNode): Expression {
    return this.lowering.expression(this, node);
  }

  /** The part of `parent` in a field, which may be missing after a syntax error. */
  part(parent: SyntaxNode, field: string): Expression {
    const node = fieldOf(parent, field);
    return node ? this.expression(node) : { kind: 'unknown', ...linesOf(parent), parts: [] };
  }

  expressions(parent: SyntaxNode | undefined): Expression[] {
    return parent ? partsOf(parent).map((node) => this.expression(node)) : [];
  }

  statements(nodes: readonly SyntaxNode[]): Statement[] {
    return this.lowering.statements(this, nodes);
  }

  /** Forgets the local names of the previous function. */
  enterFunction(): void {
    this.local.clear();
    this.typeParameters.clear();
  }

  /** Declares a name of the whole package. */
  share(name: string, meaning: Meaning): void {
    this.shared.set(name, meaning);
  }

  /** Declares a local name of the function being lowered. */
  learn(name: string, meaning: Meaning): void {
    this.local.set(name, meaning);
  }

  /** The `T` of `func f[T any]`, which may be any type. */
  learnTypeParameter(name: string): void {
    this.learn(name, 'type');
    this.typeParameters.add(name);
  }

  isTypeParameter(name: string): boolean {
    return this.typeParameters.has(name);
  }

  meaningOf(name: string): Meaning | undefined {
    return this.local.get(name) ?? this.shared.get(name);
  }

  /** `type name node`. */
  declareType(name: string, node: SyntaxNode): void {
    this.types.set(name, node);
  }

  typeNamed(name: string): SyntaxNode | undefined {
    return this.types.get(name);
  }
}

export function linesOf(node: SyntaxNode): Lines {
  return { line: node.line, endLine: node.endLine, column: node.column, endColumn: node.endColumn };
}

/** The part of a node in a field. */
export function fieldOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field && child.named && child.type !== 'comment');
}

/** All parts of a node in a field, without the commas, which the grammar puts there too. */
export function fieldsOf(node: SyntaxNode, field: string): SyntaxNode[] {
  return node.children.filter((child) => child.field === field && child.named && child.type !== 'comment');
}

/** The parts of a node without tokens, keywords and comments. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  return node.children.filter((child) => child.named && child.type !== 'comment');
}

/** The token in the field `operator`. */
export function operatorOf(node: SyntaxNode): string {
  return node.children.find((child) => child.field === 'operator')?.type ?? '';
}

export function nameAt(node: SyntaxNode, name: string): Name {
  return { kind: 'name', line: node.line, endLine: node.endLine, name };
}
