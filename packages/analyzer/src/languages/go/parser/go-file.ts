import type { Expression, Lines, Name, Statement } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';

/** How the parts of a node are lowered: given from outside, because expressions and statements hold each other. */
export interface Lowering {
  readonly expression: (file: GoFile, node: SyntaxNode) => Expression;
  readonly statements: (file: GoFile, nodes: readonly SyntaxNode[]) => Statement[];
}

/** What a name stands for, as far as one file tells. */
export type Meaning = 'variable' | 'type' | 'function' | 'package';

const PREDECLARED_TYPES: readonly string[] = [
  ...['any', 'bool', 'byte', 'comparable', 'complex64', 'complex128', 'error', 'float32', 'float64', 'int'],
  ...['int8', 'int16', 'int32', 'int64', 'rune', 'string', 'uint', 'uint8', 'uint16', 'uint32', 'uint64'],
  'uintptr',
];

/** The file that is being lowered: its text, and what has been learnt about its names on the way. */
export class GoFile {
  /** The results of the function that is being lowered, if they have names: what a bare `return` gives back. */
  results: readonly string[] = [];
  /** Types that are read once although they hold for many literals. */
  readonly elementTypes = new Map<SyntaxNode, Expression>();
  readonly fieldNames = new Map<SyntaxNode, readonly string[]>();
  private readonly shared = new Map<string, Meaning>(PREDECLARED_TYPES.map((name) => [name, 'type']));
  private readonly local = new Map<string, Meaning>();
  private readonly types = new Map<string, SyntaxNode>();
  private readonly typeParameters = new Set<string>();

  constructor(
    private readonly source: string,
    /** Whether parts of the file do not follow the grammar. */
    readonly broken: boolean,
    private readonly lowering: Lowering,
  ) {}

  text(node: SyntaxNode | undefined): string {
    return node ? this.source.slice(node.start, node.end) : '';
  }

  expression(node: SyntaxNode): Expression {
    return this.lowering.expression(this, node);
  }

  /** The part of `parent` in this field, which may be missing in source that does not follow the grammar. */
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

  /** The names of the function before no longer hold. */
  enterFunction(): void {
    this.local.clear();
    this.typeParameters.clear();
  }

  /** A name that holds in the whole package. */
  share(name: string, meaning: Meaning): void {
    this.shared.set(name, meaning);
  }

  /** A name that holds in the function that is being lowered. */
  learn(name: string, meaning: Meaning): void {
    this.local.set(name, meaning);
  }

  /** The `T` of `func f[T any]`, which any type may stand for. */
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
  return { line: node.line, endLine: node.endLine };
}

/** The part of a node that fills a field. */
export function fieldOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field && child.named && child.type !== 'comment');
}

/** All parts of a node that fill a field; the commas between them fill it too, for the grammar. */
export function fieldsOf(node: SyntaxNode, field: string): SyntaxNode[] {
  return node.children.filter((child) => child.field === field && child.named && child.type !== 'comment');
}

/** The parts of a node that are neither tokens, keywords nor comments. */
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
