import type { Entry, Expression } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { fieldOf, fieldsOf, linesOf, partsOf, type GoFile } from './go-file.js';
import { listAt, lowerType, nameOfType } from './types.js';

/** What the type of a literal implies for its elements. */
type Shape =
  | { readonly kind: 'list'; readonly element: SyntaxNode | undefined }
  | { readonly kind: 'map'; readonly key: SyntaxNode | undefined; readonly value: SyntaxNode | undefined }
  | { readonly kind: 'struct'; readonly names: readonly string[] };

interface Element {
  readonly key: SyntaxNode | undefined;
  readonly value: SyntaxNode;
}

/** The maximum number of alias expansions. */
const MAX_ALIASES = 8;
const TRANSPARENT = new Set(['pointer_type', 'parenthesized_type']);

function fieldNames(file: GoFile, struct: SyntaxNode): string[] {
  const declarations = partsOf(struct).flatMap(partsOf);
  return declarations.flatMap((declaration) => {
    const names = fieldsOf(declaration, 'name');
    if (names.length > 0) return names.map((name) => file.text(name));
    const type = fieldOf(declaration, 'type');
    return type ? [nameOfType(lowerType(file, type))] : [];
  });
}

/** The element type of a list, which is written once for all elements and lowered once. */
function typeOf(file: GoFile, type: SyntaxNode): Expression {
  const existing = file.elementTypes.get(type) ?? lowerType(file, type);
  file.elementTypes.set(type, existing);
  return existing;
}

/** The field names, in order, of a struct type that is written once for all its values. */
function namesIn(file: GoFile, struct: SyntaxNode): readonly string[] {
  const existing = file.fieldNames.get(struct) ?? fieldNames(file, struct);
  file.fieldNames.set(struct, existing);
  return existing;
}

/** The shape of an inline type or a named type of the file; field names only for an inline type. */
function shapeOf(file: GoFile, type: SyntaxNode | undefined): Shape | undefined {
  let node = type;
  let aliases = 0;
  while (node && aliases < MAX_ALIASES) {
    if (TRANSPARENT.has(node.type)) [node] = partsOf(node);
    else if (node.type === 'type_identifier') {
      node = file.typeNamed(file.text(node));
      aliases++;
    } else break;
  }
  switch (node?.type) {
    case 'slice_type':
    case 'array_type':
    case 'implicit_length_array_type':
      return { kind: 'list', element: fieldOf(node, 'element') };
    case 'map_type':
      return { kind: 'map', key: fieldOf(node, 'key'), value: fieldOf(node, 'value') };
    case 'struct_type':
      return { kind: 'struct', names: aliases === 0 ? namesIn(file, node) : [] };
    default:
      return undefined;
  }
}

function insideElement(node: SyntaxNode | undefined): SyntaxNode | undefined {
  return node?.type === 'literal_element' ? partsOf(node)[0] : node;
}

function elementsOf(body: SyntaxNode): Element[] {
  return partsOf(body).flatMap((node) => {
    const keyed = node.type === 'keyed_element';
    const value = insideElement(keyed ? fieldOf(node, 'value') : node);
    return value ? [{ key: keyed ? insideElement(fieldOf(node, 'key')) : undefined, value }] : [];
  });
}

const isElided = (node: SyntaxNode) => node.type === 'literal_value';

/**
 * The shape of a type that is not declared in the file: elements in braces without a type occur only in lists and maps,
 * and an omitted type is never a struct.
 */
function guessedShape(type: SyntaxNode | undefined, elements: readonly Element[]): Shape {
  const keyed = elements.some((element) => element.key);
  if (keyed && elements.some((element) => isElided(element.value)))
    return { kind: 'map', key: undefined, value: undefined };
  if (!keyed && (!type || elements.some((element) => isElided(element.value))))
    return { kind: 'list', element: undefined };
  return { kind: 'struct', names: [] };
}

function lowerElement(file: GoFile, node: SyntaxNode, type: SyntaxNode | undefined): Expression {
  return isElided(node) ? literalOf(file, node, node, type) : file.expression(node);
}

function constantAt(node: SyntaxNode, value: string | number): Expression {
  return { kind: 'constant', ...linesOf(node), value };
}

function structEntry(file: GoFile, element: Element, position: number, names: readonly string[]): Entry {
  const { key, value } = element;
  const lowered = lowerElement(file, value, undefined);
  if (!key) return { key: constantAt(value, names[position] ?? position), value: lowered };
  const isName = key.type === 'identifier';
  return {
    key: isName ? constantAt(key, file.text(key)) : lowerElement(file, key, undefined),
    value: lowered,
  };
}

function mapEntry(file: GoFile, element: Element, shape: Shape & { kind: 'map' }): Entry {
  const { key, value } = element;
  const lowered = lowerElement(file, value, shape.value);
  return { key: key ? lowerElement(file, key, shape.key) : constantAt(value, ''), value: lowered };
}

/** A literal `{…}` whose type precedes it, or is the element type of the enclosing literal. */
export function literalOf(
  file: GoFile,
  node: SyntaxNode,
  body: SyntaxNode,
  type: SyntaxNode | undefined,
): Expression {
  const elements = elementsOf(body);
  const shape = shapeOf(file, type) ?? guessedShape(type, elements);
  if (shape.kind === 'list')
    return listAt(
      node,
      elements.map((element) => lowerElement(file, element.value, shape.element)),
    );
  const entries = elements.map((element, position) =>
    shape.kind === 'map' ? mapEntry(file, element, shape) : structEntry(file, element, position, shape.names),
  );
  return { kind: 'object', ...linesOf(node), entries, ...(type && { type: typeOf(file, type) }) };
}

/** `T{…}`. */
export function compositeLiteral(file: GoFile, node: SyntaxNode): Expression {
  const body = fieldOf(node, 'body');
  const type = fieldOf(node, 'type');
  return body ? literalOf(file, node, body, type) : { kind: 'object', ...linesOf(node), entries: [] };
}
