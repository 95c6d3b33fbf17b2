import type { SyntaxNode } from '../../syntax-tree.js';
import type { GoFile } from './go-file.js';

/** The text of a comment without its delimiters. */
function textOf(comment: string): string {
  if (!comment.startsWith('/*')) return comment.slice(2).replace(/^ /, '').trimEnd();
  const lines = comment.slice(2, comment.endsWith('*/') ? -2 : undefined).split('\n');
  return lines.map((line) => line.replace(/^\s*\*? ?/, '').trimEnd()).join('\n');
}

/** The comments right before a node: each is on a line of its own and ends on the line before the next, or touches it. */
function commentsBefore(siblings: readonly SyntaxNode[], index: number): SyntaxNode[] {
  const comments: SyntaxNode[] = [];
  let line = siblings[index]?.line ?? 0;
  for (let at = index - 1; at >= 0; at--) {
    const node = siblings[at];
    if (!node || node.type === '\n') continue;
    if (node.type !== 'comment') {
      // A comment after other code on its line belongs to that code.
      if (comments.at(-1)?.line === node.endLine) comments.pop();
      break;
    }
    if (node.endLine < line - 1) break;
    comments.push(node);
    line = node.line;
  }
  return comments.reverse();
}

/** The doc comment of the node at `index`. */
export function documentationOf(
  file: GoFile,
  siblings: readonly SyntaxNode[],
  index: number,
): string | undefined {
  const text = commentsBefore(siblings, index).map((comment) => textOf(file.text(comment)));
  return text.join('\n').trim() || undefined;
}
