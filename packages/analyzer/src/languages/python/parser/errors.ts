import type { SyntaxNode } from '../../syntax-tree.js';

/** Whether the grammar is known to reject what Python accepts here: `[T = int]` of a definition, `{x:=^9}` in a text. */
function isForgiven(node: SyntaxNode, parent: SyntaxNode): boolean {
  return (
    node.field === 'type_parameters' || (node.type === 'named_expression' && parent.type === 'interpolation')
  );
}

/** A token that the parser has made up, since one was missing. An empty block is none: its comments do not count. */
function isMissing(node: SyntaxNode): boolean {
  return node.start === node.end && node.children.length === 0 && node.type !== 'block';
}

/**
 * The line of the first error that is one in Python too. `parseTree` tells whether there is any error; this is slower, and
 * only for a file with one.
 */
export function firstErrorOf(root: SyntaxNode): number | undefined {
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
