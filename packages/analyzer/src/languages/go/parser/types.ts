import type { Expression, ListLiteral } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { fieldOf, linesOf, nameAt, partsOf, type GoFile } from './go-file.js';

type LowerType = (file: GoFile, node: SyntaxNode) => Expression;

/** Several expressions as one value. */
export function listAt(node: SyntaxNode, values: readonly Expression[]): ListLiteral {
  return { kind: 'list', ...linesOf(node), items: values.map((value) => ({ value })) };
}

function typeIn(file: GoFile, node: SyntaxNode, field: string): Expression {
  const type = fieldOf(node, field);
  return type ? lowerType(file, type) : { kind: 'unknown', ...linesOf(node), parts: [] };
}

/** `*T`, `(T)` and `~T` are T. */
function innerType(file: GoFile, node: SyntaxNode): Expression {
  const types = partsOf(node).map((type) => lowerType(file, type));
  const [first] = types;
  if (first && types.length === 1) return first;
  return { kind: 'operation', ...linesOf(node), operator: '|', operands: types };
}

function named(name: string): LowerType {
  return (_file, node) => nameAt(node, name);
}

function containerOf(name: string, field: string): LowerType {
  return (file, node) => ({
    kind: 'index',
    ...linesOf(node),
    object: nameAt(node, name),
    index: typeIn(file, node, field),
  });
}

function mapType(file: GoFile, node: SyntaxNode): Expression {
  const index = listAt(node, [typeIn(file, node, 'key'), typeIn(file, node, 'value')]);
  return { kind: 'index', ...linesOf(node), object: nameAt(node, 'map'), index };
}

function qualifiedType(file: GoFile, node: SyntaxNode): Expression {
  const object = typeIn(file, node, 'package');
  return { kind: 'member', ...linesOf(node), object, property: file.text(fieldOf(node, 'name')) };
}

/** The type arguments of `F[T, U]`. */
export function typeArguments(file: GoFile, node: SyntaxNode): Expression[] {
  return partsOf(node).map((type) => lowerType(file, type));
}

function genericType(file: GoFile, node: SyntaxNode): Expression {
  const brackets = fieldOf(node, 'type_arguments');
  const types = brackets ? typeArguments(file, brackets) : [];
  const [first] = types;
  const index = first && types.length === 1 ? first : listAt(node, types);
  return { kind: 'index', ...linesOf(node), object: typeIn(file, node, 'type'), index };
}

const identifier: LowerType = (file, node) => nameAt(node, file.text(node));

const TYPES: ReadonlyMap<string, LowerType> = new Map<string, LowerType>([
  ['identifier', identifier],
  ['type_identifier', identifier],
  ['package_identifier', identifier],
  ['qualified_type', qualifiedType],
  ['pointer_type', innerType],
  ['parenthesized_type', innerType],
  ['negated_type', innerType],
  ['type_elem', innerType],
  ['type_constraint', innerType],
  ['generic_type', genericType],
  ['slice_type', containerOf('[]', 'element')],
  ['array_type', containerOf('[]', 'element')],
  ['implicit_length_array_type', containerOf('[]', 'element')],
  ['map_type', mapType],
  ['channel_type', containerOf('chan', 'value')],
  ['function_type', named('func')],
  ['struct_type', named('struct')],
  ['interface_type', named('interface')],
]);

/** Whether a node can only be a type. */
export function isType(node: SyntaxNode): boolean {
  return node.type !== 'identifier' && TYPES.has(node.type);
}

/** A type as an expression. Pointers are dropped: they are not distinguished from what they point to. */
export function lowerType(file: GoFile, node: SyntaxNode): Expression {
  const lower = TYPES.get(node.type);
  return lower ? lower(file, node) : { kind: 'unknown', ...linesOf(node), parts: [] };
}

/** The declared type of variables; a type parameter is unknown. */
export function typeOfValues(file: GoFile, node: SyntaxNode): Expression {
  const type = lowerType(file, node);
  if (type.kind !== 'name' || !file.isTypeParameter(type.name)) return type;
  return { kind: 'unknown', ...linesOf(node), parts: [] };
}

/** The name of a type without its package and type arguments: the name of an embedded field. */
export function nameOfType(type: Expression): string {
  if (type.kind === 'index') return nameOfType(type.object);
  if (type.kind === 'member') return type.property;
  return type.kind === 'name' ? type.name : '';
}
