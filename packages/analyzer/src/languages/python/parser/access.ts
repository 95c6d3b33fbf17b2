import type { Expression } from '../../../ir/program.js';
import { MAX_NESTING } from '../../parsed-file.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { argumentOf, argumentsOf, spreadOf } from './arguments.js';
import { constant, element, indexed, list, member, nameOf, unknown } from './build.js';
import type { ExpressionHandler, Lowering } from './lowering.js';
import { fieldOf, fieldsOf, hasToken, isTrivia } from './syntax.js';

const attribute: ExpressionHandler = (node, lower) => {
  const object = lower.operand(node, 'object');
  const property = fieldOf(node, 'attribute');
  return property ? member(node, object, lower.identifier(property)) : unknown(node, [object]);
};

/** The bounds of a slice by position: None for an omitted bound before one that is given, `[:2]`. */
function boundsOf(slice: SyntaxNode, lower: Lowering): Expression[] {
  const bounds: Expression[] = [];
  let given = 0;
  let bound: Expression | undefined;
  for (const child of slice.children) {
    if (child.type === ':') {
      bounds.push(bound ?? constant(slice, null));
      bound = undefined;
    } else if (child.named && !isTrivia(child)) {
      bound = lower.expression(child);
      given = bounds.length + 1;
    }
  }
  if (bound) bounds.push(bound);
  return bounds.slice(0, given);
}

const subscript: ExpressionHandler = (node, lower) => {
  const object = lower.operand(node, 'value');
  const keys = fieldsOf(node, 'subscript');
  const [key] = keys;
  if (!key) return unknown(node, [object]);
  const tuple = keys.length > 1 || hasToken(node, ',') || spreadOf(key, lower) !== undefined;
  if (tuple)
    return indexed(
      node,
      object,
      list(
        node,
        keys.map((one) => argumentOf(one, lower)),
      ),
    );
  if (key.type === 'slice')
    return { kind: 'slice', object, bounds: boundsOf(key, lower), line: node.line, endLine: node.endLine };
  return element(node, object, lower.expression(key));
};

const call: ExpressionHandler = (node, lower) => {
  const given = fieldOf(node, 'arguments');
  const callee = lower.operand(node, 'function');
  const values =
    given?.type === 'argument_list'
      ? argumentsOf(given, lower)
      : given
        ? [{ value: lower.expression(given) }]
        : [];
  const { line, endLine, column, endColumn } = node;
  return { kind: 'call', callee, arguments: values, line, endLine, column, endColumn };
};

/** Dotted names, as in `match` and imports. */
const dottedName: ExpressionHandler = (node, lower) => {
  // The only construct that nests in the program but not in the syntax tree.
  if (node.children.length > MAX_NESTING) return unknown(node);
  let object: Expression | undefined;
  for (const child of node.children)
    if (child.type === 'identifier')
      object = object
        ? member(node, object, lower.identifier(child))
        : nameOf(child, lower.identifier(child));
  return object ?? unknown(node);
};

export const ACCESS: Readonly<Record<string, ExpressionHandler>> = {
  attribute,
  subscript,
  slice: (node, lower) => unknown(node, boundsOf(node, lower)),
  call,
  dotted_name: dottedName,
};
