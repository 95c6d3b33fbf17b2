import type { SyntaxNode } from '../../syntax-tree.js';

/**
 * Nodes that may occur between any two tokens: comments, line continuations and syntax errors. The latter are lowered
 * separately (`Lowering.debris`).
 */
export function isTrivia(node: SyntaxNode): boolean {
  return node.type === 'comment' || node.type === 'line_continuation' || node.type === 'ERROR';
}

/** The named children without comments: no keywords or tokens. */
export function partsOf(node: SyntaxNode): SyntaxNode[] {
  return node.children.filter((child) => child.named && !isTrivia(child));
}

export function firstPartOf(node: SyntaxNode): SyntaxNode | undefined {
  return node.children.find((child) => child.named && !isTrivia(child));
}

/** The child in a field. */
export function fieldOf(node: SyntaxNode, field: string): SyntaxNode | undefined {
  return node.children.find((child) => child.field === field && !isTrivia(child));
}

/** The children in a repeated field. */
export function fieldsOf(node: SyntaxNode, field: string): SyntaxNode[] {
  return node.children.filter((child) => child.field === field && child.named && !isTrivia(child));
}

/** Whether a keyword or token is among the children. */
export function hasToken(node: SyntaxNode, token: string): boolean {
  return node.children.some((child) => !child.named && child.type === token);
}

/** The block of a clause, in whatever field the grammar has it. */
export function blockOf(node: SyntaxNode): SyntaxNode | undefined {
  return node.children.find((child) => child.type === 'block');
}
