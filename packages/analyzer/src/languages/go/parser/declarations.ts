import type { ClassField, Expression, Statement } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { declare } from './assignments.js';
import { fieldOf, fieldsOf, linesOf, partsOf, type GoFile } from './go-file.js';
import { lowerType, nameOfType } from './types.js';

function valuesOf(spec: SyntaxNode): SyntaxNode[] {
  const list = fieldOf(spec, 'value');
  return list ? partsOf(list) : [];
}

/** `var …`, one or several in parentheses. */
export function varDeclaration(file: GoFile, node: SyntaxNode): Statement[] {
  const specs = partsOf(node).flatMap((part) => (part.type === 'var_spec_list' ? partsOf(part) : [part]));
  return specs.flatMap((spec) =>
    declare(file, spec, {
      names: fieldsOf(spec, 'name'),
      values: valuesOf(spec),
      type: fieldOf(spec, 'type'),
    }),
  );
}

function fieldsIn(file: GoFile, declaration: SyntaxNode): ClassField[] {
  const typeNode = fieldOf(declaration, 'type');
  const tag = fieldOf(declaration, 'tag');
  const type = typeNode && lowerType(file, typeNode);
  const value = tag && file.expression(tag);
  const names = fieldsOf(declaration, 'name').map((name) => file.text(name));
  if (names.length === 0 && type) names.push(nameOfType(type));
  return names.map((name) => ({
    ...linesOf(declaration),
    name,
    ...(value && { value }),
    ...(type && { type }),
  }));
}

function structOf(file: GoFile, type: SyntaxNode): { fields: ClassField[]; bases: Expression[] } {
  const declarations = partsOf(type)
    .flatMap(partsOf)
    .filter((node) => node.type === 'field_declaration');
  const embedded = declarations.filter((node) => !fieldOf(node, 'name')).map((node) => fieldOf(node, 'type'));
  return {
    fields: declarations.flatMap((declaration) => fieldsIn(file, declaration)),
    bases: embedded.flatMap((base) => (base ? [lowerType(file, base)] : [])),
  };
}

/** Types with names, as an interface contains others. */
const NAMED = new Set(['type_identifier', 'qualified_type', 'generic_type']);

/** The types that an interface contains, and the names of its methods. */
function interfaceOf(file: GoFile, type: SyntaxNode): { bases: Expression[]; declares: string[] } {
  const parts = partsOf(type);
  const methods = parts.flatMap((node) => (node.type === 'method_elem' ? (fieldOf(node, 'name') ?? []) : []));
  const embedded = parts.filter((node) => node.type === 'type_elem').map((node) => partsOf(node));
  return {
    bases: embedded.flatMap(([only, ...others]) =>
      only && others.length === 0 && NAMED.has(only.type) ? [lowerType(file, only)] : [],
    ),
    declares: methods.map((name) => file.text(name)),
  };
}

/** `X T` of a type declaration: a class for a struct or an interface, otherwise a name with only a type. */
export function typeSpec(file: GoFile, spec: SyntaxNode, documentation?: string): Statement[] {
  const type = fieldOf(spec, 'type');
  const nameNode = fieldOf(spec, 'name');
  if (!type || !nameNode) return [];
  const name = file.text(nameNode);
  const lines = linesOf(spec);
  file.learn(name, 'type');
  file.declareType(name, type);
  if (type.type !== 'struct_type' && type.type !== 'interface_type') {
    const target = { kind: 'bind', ...linesOf(nameNode), name } as const;
    return [{ kind: 'declare', ...lines, target, type: lowerType(file, type) }];
  }
  const members =
    type.type === 'struct_type'
      ? structOf(file, type)
      : { ...interfaceOf(file, type), fields: [], structural: true };
  const definition = {
    ...lines,
    name,
    methods: [],
    decorators: [],
    ...members,
    ...(documentation !== undefined && { documentation }),
  };
  return [{ kind: 'class', ...lines, class: definition }];
}
