import type { SyntaxNode } from '../../syntax-tree.js';

/**
 * What may stand between any two tokens: comments, line continuations and, in broken source, what does not follow the
 * grammar. The last is read apart (`Lowering.debris`).
 */
export function isTrivia(node: SyntaxNode): boolean {
  return node.type === 'comment' || node.type === 'line_continuation' || node.type === 'ERROR';
}

/** The children that the grammar names, so neither keywords nor tokens, and no comments. */
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

/** The parts in a field that may be repeated. */
export function fieldsOf(node: SyntaxNode, field: string): SyntaxNode[] {
  return node.children.filter((child) => child.field === field && child.named && !isTrivia(child));
}

/** Whether a keyword or token stands among the children. */
export function hasToken(node: SyntaxNode, character: string): boolean {
  return node.children.some((child) => !child.named && child.type === character);
}

/** The block of a clause, whatever field the grammar puts it in. */
export function blockOf(node: SyntaxNode): SyntaxNode | undefined {
  return node.children.find((child) => child.type === 'block');
}
