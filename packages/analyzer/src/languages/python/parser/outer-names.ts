import type { Statement } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import type { Lowering } from './lowering.js';

const OWN_NAMES = new Set(['function_definition', 'class_definition', 'lambda']);

const DECLARATIONS = new Set(['nonlocal_statement', 'global_statement']);

/** The names that a function declares as belonging to the enclosing function or the module: `nonlocal a`, `global b, c`. */
export function outerNames(node: SyntaxNode | undefined, lower: Lowering): Set<string> {
  const names = new Set<string>();
  for (const child of node?.children ?? [])
    if (node && DECLARATIONS.has(node.type)) {
      if (child.type === 'identifier') names.add(lower.identifier(child));
    } else if (!OWN_NAMES.has(child.type)) for (const name of outerNames(child, lower)) names.add(name);
  return names;
}

/** The statements with assignments to these names changed to write the outer variables instead of declaring local ones. */
export function writingOuter(body: readonly Statement[], names: ReadonlySet<string>): Statement[] {
  if (names.size === 0) return [...body];
  const within = (inner: readonly Statement[]): Statement[] => writingOuter(inner, names);
  return body.map((each): Statement => {
    switch (each.kind) {
      case 'declare': {
        const { target, value, line, endLine } = each;
        if (target.kind !== 'bind' || !names.has(target.name) || !value) return each;
        const lines = { line, endLine };
        return { kind: 'expression', expression: { kind: 'assign', target, value, ...lines }, ...lines };
      }
      case 'if':
        return { ...each, then: within(each.then), otherwise: within(each.otherwise) };
      case 'loop':
      case 'for-each':
      case 'with':
      case 'block':
        return { ...each, body: within(each.body) };
      case 'try':
        return {
          ...each,
          body: within(each.body),
          handlers: each.handlers.map((handler) => ({ ...handler, body: within(handler.body) })),
          ...(each.finally && { finally: within(each.finally) }),
        };
      default:
        return each;
    }
  });
}
