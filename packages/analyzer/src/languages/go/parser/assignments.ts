import type { Assign, Expression, Pattern, Statement } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { fieldOf, linesOf, operatorOf, partsOf, type GoFile } from './go-file.js';
import { listAt, typeOfValues } from './types.js';

const isBlank = (file: GoFile, node: SyntaxNode) => node.type === 'identifier' && file.text(node) === '_';

/** The target on the left side of an assignment. `*p` is p, as everywhere. */
function patternOf(file: GoFile, node: SyntaxNode): Pattern {
  const expression = file.expression(node);
  return expression.kind === 'name'
    ? { kind: 'bind', ...linesOf(node), name: expression.name }
    : { kind: 'target', ...linesOf(node), expression };
}

function listPattern(file: GoFile, node: SyntaxNode, targets: readonly SyntaxNode[]): Pattern {
  const items = targets.map((target) =>
    isBlank(file, target) ? undefined : { value: patternOf(file, target) },
  );
  return { kind: 'items', ...linesOf(node), items };
}

/** A single value for several names is a call with several results, or a lookup that also returns whether there was a value. */
function valueOf(file: GoFile, node: SyntaxNode, values: readonly SyntaxNode[]): Expression {
  const lowered = values.map((value) => file.expression(value));
  const [first] = lowered;
  return first && lowered.length === 1 ? first : listAt(node, lowered);
}

function listsOf(node: SyntaxNode): { targets: SyntaxNode[]; values: SyntaxNode[] } {
  const left = fieldOf(node, 'left');
  const right = fieldOf(node, 'right');
  const values = right?.type === 'expression_list' ? partsOf(right) : [];
  return {
    targets: left ? partsOf(left) : [],
    values: right && right.type !== 'expression_list' ? [right] : values,
  };
}

/** `x = v`, `x += v`, `a, b = b, a`; an assignment to `_` alone only evaluates the value. */
export function assignment(file: GoFile, node: SyntaxNode): Expression {
  const { targets, values } = listsOf(node);
  const value = valueOf(file, node, values);
  const [target] = targets;
  if (!target || (targets.length === 1 && isBlank(file, target))) return value;
  const operator = operatorOf(node).slice(0, -1);
  return {
    kind: 'assign',
    ...linesOf(node),
    target: targets.length === 1 ? patternOf(file, target) : listPattern(file, node, targets),
    value,
    ...(operator && { operator }),
  };
}

/** `x++` and `x--`. */
export function step(file: GoFile, node: SyntaxNode): Expression {
  const [target] = partsOf(node);
  if (!target) return { kind: 'unknown', ...linesOf(node), parts: [] };
  const lines = linesOf(node);
  const operator = node.type === 'inc_statement' ? '+' : '-';
  const assign: Assign = {
    kind: 'assign',
    ...lines,
    target: patternOf(file, target),
    value: { kind: 'constant', ...lines, value: 1 },
    operator,
  };
  return assign;
}

/** `ch <- v`. */
export function send(file: GoFile, node: SyntaxNode): Expression {
  return { kind: 'yield', ...linesOf(node), value: file.part(node, 'value') };
}

export interface Binding {
  readonly names: readonly SyntaxNode[];
  readonly values: readonly SyntaxNode[];
  readonly type?: SyntaxNode | undefined;
}

function mentions(file: GoFile, node: SyntaxNode, names: ReadonlySet<string>): boolean {
  if (node.type === 'identifier') return names.has(file.text(node));
  return node.children.some((child) => mentions(file, child, names));
}

/** Whether the pairs of `a, b := x, y` may be declared one after the other: no value reads a name that is bound before it. */
function areSeparate(file: GoFile, { names, values }: Binding): boolean {
  const bound = new Set<string>();
  return values.every((value, index) => {
    const separate = bound.size === 0 || !mentions(file, value, bound);
    bound.add(file.text(names[index]));
    return separate;
  });
}

type Optional<T> = T | undefined;

function declareOne(
  file: GoFile,
  node: SyntaxNode,
  name: SyntaxNode,
  value: Optional<Expression>,
  type: Optional<Expression>,
): Statement[] {
  if (isBlank(file, name)) return value ? [{ kind: 'expression', ...linesOf(node), expression: value }] : [];
  const target = patternOf(file, name);
  return [{ kind: 'declare', ...linesOf(node), target, ...(value && { value }), ...(type && { type }) }];
}

/** `var a, b T = x, y` and `a, b := x, y`. */
export function declare(file: GoFile, node: SyntaxNode, binding: Binding): Statement[] {
  const { names, values } = binding;
  const type = binding.type && typeOfValues(file, binding.type);
  for (const name of names) if (name.type === 'identifier') file.learn(file.text(name), 'variable');
  if (values.length === 0 || (names.length === values.length && areSeparate(file, binding)))
    return names.flatMap((name, index) => {
      const value = values[index];
      return declareOne(file, node, name, value && file.expression(value), type);
    });
  const value = valueOf(file, node, values);
  const target = listPattern(file, node, names);
  return [{ kind: 'declare', ...linesOf(node), target, value, ...(type && { type }) }];
}

/** `a, b := x, y`, and the bindings of a select's case or a range. */
export function shortDeclaration(file: GoFile, node: SyntaxNode): Statement[] {
  const { targets, values } = listsOf(node);
  return declare(file, node, { names: targets, values });
}

/** The target of a range or a select's case; undefined without a target, or for `_`. */
export function optionalPattern(file: GoFile, node: SyntaxNode | undefined): Pattern | undefined {
  if (!node || isBlank(file, node)) return undefined;
  const pattern = patternOf(file, node);
  if (pattern.kind === 'bind') file.learn(pattern.name, 'variable');
  return pattern;
}
