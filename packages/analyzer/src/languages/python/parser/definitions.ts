import type { Expression } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { classDefinition } from './classes.js';
import { functionDefinition } from './functions.js';
import type { Lowering, StatementHandler } from './lowering.js';
import { fieldOf, firstPartOf } from './syntax.js';

function decoratorsOf(node: SyntaxNode, lower: Lowering): Expression[] {
  const decorators: Expression[] = [];
  for (const child of node.children) {
    const decorator = child.type === 'decorator' ? firstPartOf(child) : undefined;
    if (decorator) decorators.push(lower.expression(decorator));
  }
  return decorators;
}

/** `node` is the definition with its decorators, `inner` without them. */
function define(
  node: SyntaxNode,
  inner: SyntaxNode,
  lower: Lowering,
  out: Parameters<StatementHandler>[2],
): void {
  const decorators = node === inner ? [] : decoratorsOf(node, lower);
  const lines = { line: node.line, endLine: node.endLine };
  if (inner.type === 'class_definition') {
    const { definition, imports } = classDefinition(inner, decorators, lower);
    for (const statement of imports) out.push(statement);
    out.push({ kind: 'class', class: definition, ...lines });
  } else {
    out.push({ kind: 'function', function: functionDefinition(inner, decorators, lower), ...lines });
  }
}

const plain: StatementHandler = (node, lower, out) => define(node, node, lower, out);

export const DEFINITIONS: Readonly<Record<string, StatementHandler>> = {
  function_definition: plain,
  class_definition: plain,
  decorated_definition: (node, lower, out) => {
    const inner = fieldOf(node, 'definition');
    for (const statement of lower.debris(node)) out.push(statement);
    if (inner) define(node, inner, lower, out);
  },
};
