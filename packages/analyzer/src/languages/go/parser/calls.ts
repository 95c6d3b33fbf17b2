import type { Argument, Expression } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { fieldOf, linesOf, nameAt, partsOf, type GoFile } from './go-file.js';
import { lowerType, typeArguments } from './types.js';

const TYPE_CONSTRUCTORS = new Set(['[]', 'map', 'chan']);
const CALLABLE_TYPES = new Set(['type_identifier', 'qualified_type', 'generic_type']);

type Role = 'value' | 'type' | 'function' | undefined;

/** Whether an expression in or before brackets is a value, a type or a function; undefined if its names do not show it. */
function roleOf(file: GoFile, expression: Expression): Role {
  switch (expression.kind) {
    case 'name': {
      const meaning = file.meaningOf(expression.name);
      if (meaning === 'package') return undefined;
      return meaning === 'variable' ? 'value' : meaning;
    }
    case 'member':
      // A method has no type parameters, so a member of anything but a package is a value.
      if (expression.object.kind !== 'name') return 'value';
      return roleOf(file, expression.object) === 'value' ? 'value' : undefined;
    case 'index':
      if (expression.object.kind === 'name' && TYPE_CONSTRUCTORS.has(expression.object.name)) return 'type';
      return roleOf(file, expression.object);
    default:
      return 'value';
  }
}

/**
 * Whether `object[index]` instantiates a generic function rather than reading an element: syntax alone does not show
 * which. If the names do not either, `guess` decides.
 */
function isInstantiation(
  file: GoFile,
  object: Expression,
  indices: readonly Expression[],
  guess: boolean,
): boolean {
  const [index] = indices;
  if (!index || indices.length > 1) return true;
  const by = roleOf(file, index);
  if (by === 'type') return true;
  const of = roleOf(file, object);
  if (of === 'function') return true;
  return by !== 'value' && of !== 'value' && guess;
}

/** `object[index]`, which is `object` if the index is a type. */
function elementOf(
  file: GoFile,
  node: SyntaxNode,
  object: Expression,
  indices: readonly Expression[],
  guess: boolean,
): Expression {
  const [index] = indices;
  if (!index || isInstantiation(file, object, indices, guess)) return object;
  if (index.kind === 'constant' && typeof index.value === 'string')
    return { kind: 'member', ...linesOf(node), object, property: index.value };
  return { kind: 'index', ...linesOf(node), object, index };
}

export function indexExpression(file: GoFile, node: SyntaxNode): Expression {
  return elementOf(file, node, file.part(node, 'operand'), [file.part(node, 'index')], false);
}

/** `f[T, U]` without a call. */
export function typeInstantiation(file: GoFile, node: SyntaxNode): Expression {
  const [type, ...types] = partsOf(node);
  if (!type) return { kind: 'unknown', ...linesOf(node), parts: [] };
  const indices = types.map((each) => lowerType(file, each));
  return elementOf(file, node, lowerType(file, type), indices, false);
}

function calleeOf(file: GoFile, node: SyntaxNode): Expression {
  const callee = fieldOf(node, 'function');
  const brackets = fieldOf(node, 'type_arguments');
  if (callee?.type === 'index_expression')
    return elementOf(file, callee, file.part(callee, 'operand'), [file.part(callee, 'index')], true);
  const object = file.part(node, 'function');
  return brackets ? elementOf(file, node, object, typeArguments(file, brackets), true) : object;
}

function argumentOf(file: GoFile, node: SyntaxNode): Argument {
  const [inner] = node.type === 'variadic_argument' ? partsOf(node) : [];
  return inner ? { value: file.expression(inner), spread: 'list' } : { value: file.expression(node) };
}

export function call(file: GoFile, node: SyntaxNode): Expression {
  const callee = calleeOf(file, node);
  const list = fieldOf(node, 'arguments');
  const values = list ? partsOf(list).map((argument) => argumentOf(file, argument)) : [];
  return { kind: 'call', ...linesOf(node), callee, arguments: values };
}

function unwrapped(type: SyntaxNode): SyntaxNode {
  const [inner] = type.type === 'parenthesized_type' ? partsOf(type) : [];
  return inner ? unwrapped(inner) : type;
}

/** The callee of `f[T](x)`, which the grammar parses as a conversion to a generic type. */
function genericCallee(file: GoFile, type: SyntaxNode): Expression {
  const object = fieldOf(type, 'type');
  const brackets = fieldOf(type, 'type_arguments');
  if (!object || !brackets) return lowerType(file, type);
  return elementOf(file, type, lowerType(file, object), typeArguments(file, brackets), true);
}

/** `[]byte(x)` is a Cast; a conversion in the form of a call stays a call, because `T(x)` does not show what T is. */
export function typeConversion(file: GoFile, node: SyntaxNode): Expression {
  const written = fieldOf(node, 'type');
  const type = written && unwrapped(written);
  const value = file.part(node, 'operand');
  if (type && !CALLABLE_TYPES.has(type.type))
    return { kind: 'cast', ...linesOf(node), value, type: lowerType(file, type) };
  const callee = type ? genericCallee(file, type) : nameAt(node, '');
  return { kind: 'call', ...linesOf(node), callee, arguments: [{ value }] };
}
