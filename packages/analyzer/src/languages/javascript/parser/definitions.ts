import type * as ast from '@babel/types';
import type {
  ClassDefinition,
  ClassField,
  Expression,
  FunctionDefinition,
  Parameter,
  Pattern,
  Statement,
} from '../../../ir/program.js';
import { propertyKey } from './expressions.js';
import { linesOf, type Lowering, type LowerTable } from './lowering.js';

const KINDS = { get: 'getter', set: 'setter', method: 'method', constructor: 'constructor' } as const;

/** TypeScript's `constructor(private readonly x: X)` is a parameter and an assignment to a field. */
function parameterProperties(node: ast.Function): Statement[] {
  return node.params.flatMap((parameter): Statement[] => {
    if (parameter.type !== 'TSParameterProperty') return [];
    const { parameter: inner } = parameter;
    const target = inner.type === 'AssignmentPattern' ? inner.left : inner;
    if (target.type !== 'Identifier') return [];
    const lines = linesOf(parameter);
    const field = {
      kind: 'member',
      object: { kind: 'name', name: 'this', ...lines },
      property: target.name,
      ...lines,
    } as const;
    const value = { kind: 'name', name: target.name, ...lines } as const;
    return [{ kind: 'declare', target: { kind: 'target', expression: field, ...lines }, value, ...lines }];
  });
}

function decoratorsOf(node: ast.Node, lower: Lowering) {
  const decorators = 'decorators' in node ? node.decorators : undefined;
  return (decorators ?? []).map((each) => lower.expression(each.expression));
}

/** TypeScript's `this: void` is a type annotation, not a parameter. */
const isThis = (parameter: ast.Function['params'][number]): boolean =>
  parameter.type === 'Identifier' && parameter.name === 'this';

/** A function of any form; `name` is that of the property or variable that it is assigned to. */
export function lowerFunction(
  node: ast.Function,
  name: string | undefined,
  lower: Lowering,
): FunctionDefinition {
  const lines = linesOf(node);
  const result = 'returnType' in node ? lower.type(node.returnType) : undefined;
  const body =
    node.body.type === 'BlockStatement'
      ? lower.statements(node.body.body)
      : [{ kind: 'return' as const, value: lower.expression(node.body), ...linesOf(node.body) }];
  return {
    name: ('id' in node ? node.id?.name : undefined) ?? name ?? '',
    kind: 'kind' in node ? KINDS[node.kind] : 'function',
    parameters: node.params.filter((each) => !isThis(each)).map((each) => lower.parameter(each)),
    body: [...parameterProperties(node), ...body],
    decorators: decoratorsOf(node, lower),
    ...(result && { result }),
    ...('static' in node && node.static && { static: true }),
    ...(node.type === 'ArrowFunctionExpression' && { arrow: true }),
    ...(node.async && { async: true }),
    ...lines,
  };
}

/** A parameter of a function. */
export function lowerParameter(node: ast.Node, lower: Lowering): Parameter {
  if (node.type === 'TSParameterProperty') return lowerParameter(node.parameter, lower);
  if (node.type === 'RestElement') return { pattern: lower.pattern(node.argument), rest: 'list' };
  const inner = node.type === 'AssignmentPattern' ? node.left : node;
  const type = 'typeAnnotation' in inner ? lower.type(inner.typeAnnotation) : undefined;
  return {
    pattern: lower.pattern(inner),
    ...(type && { type }),
    ...(node.type === 'AssignmentPattern' && { default: lower.expression(node.right) }),
  };
}

function field(
  node: ast.ClassProperty | ast.ClassPrivateProperty | ast.ClassAccessorProperty,
  lower: Lowering,
): ClassField[] {
  const key = propertyKey(node.key, 'computed' in node && node.computed, lower);
  if (key.kind !== 'constant') return [];
  const type = lower.type(node.typeAnnotation);
  const { value } = node;
  const isFunction = value?.type === 'ArrowFunctionExpression' || value?.type === 'FunctionExpression';
  return [
    {
      name: String(key.value),
      ...(value && {
        value: isFunction
          ? {
              kind: 'function' as const,
              function: lower.function(value, String(key.value)),
              ...linesOf(value),
            }
          : lower.expression(value),
      }),
      ...(type && { type }),
      ...(node.static && { static: true }),
      ...linesOf(node),
    },
  ];
}

/** A class; its static blocks become methods without a name. */
export function lowerClass(node: ast.Class, name: string | undefined, lower: Lowering): ClassDefinition {
  const methods: FunctionDefinition[] = [];
  const fields: ClassField[] = [];
  for (const each of node.body.body) {
    if (each.type === 'ClassMethod' || each.type === 'ClassPrivateMethod') {
      const key = propertyKey(each.key, 'computed' in each && each.computed, lower);
      methods.push(lower.function(each, key.kind === 'constant' ? String(key.value) : ''));
    } else if (
      each.type === 'ClassProperty' ||
      each.type === 'ClassPrivateProperty' ||
      each.type === 'ClassAccessorProperty'
    ) {
      fields.push(...field(each, lower));
    } else if (each.type === 'StaticBlock') {
      const body = lower.statements(each.body);
      const lines = linesOf(each);
      methods.push({
        name: 'static',
        kind: 'method',
        parameters: [],
        body,
        decorators: [],
        static: true,
        ...lines,
      });
    }
  }
  const interfaces = typesNamed(node.implements, lower);
  const declares = node.body.body.flatMap((each) =>
    each.type === 'TSDeclareMethod' && each.abstract ? constantKey(each, lower) : [],
  );
  return {
    name: node.id?.name ?? name ?? '',
    bases: node.superClass ? [lower.expression(node.superClass)] : [],
    ...(interfaces.length > 0 && { interfaces }),
    methods,
    ...(declares.length > 0 && { declares }),
    fields,
    decorators: decoratorsOf(node, lower),
    ...linesOf(node),
  };
}

/** The name of a member, if it is not computed. */
function constantKey(
  { key, computed }: { readonly key: ast.Node; readonly computed?: boolean | null },
  lower: Lowering,
): string[] {
  const name = propertyKey(key, computed, lower);
  return name.kind === 'constant' ? [String(name.value)] : [];
}

/** The types after `implements` and `extends`. */
const typesNamed = (nodes: readonly ast.Node[] | null | undefined, lower: Lowering): Expression[] =>
  (nodes ?? []).flatMap((node) =>
    node.type === 'TSExpressionWithTypeArguments' ? (lower.type(node) ?? []) : [],
  );

/** An interface with methods, which classes implement; one of data leaves nothing. */
export function lowerInterface(
  node: ast.TSInterfaceDeclaration,
  lower: Lowering,
): ClassDefinition | undefined {
  const declares = node.body.body.flatMap((each) =>
    each.type === 'TSMethodSignature' ||
    (each.type === 'TSPropertySignature' && isFunctionType(each.typeAnnotation))
      ? constantKey(each, lower)
      : [],
  );
  const bases = typesNamed(node.extends, lower);
  if (declares.length + bases.length === 0) return undefined;
  return {
    name: node.id.name,
    bases,
    methods: [],
    declares,
    virtual: true,
    fields: [],
    decorators: [],
    ...linesOf(node),
  };
}

const isFunctionType = (annotation: ast.Node | null | undefined): boolean =>
  annotation?.type === 'TSTypeAnnotation' && annotation.typeAnnotation.type === 'TSFunctionType';

function objectPattern(node: ast.ObjectPattern, lower: Lowering): Pattern {
  const fields = [];
  let rest: Pattern | undefined;
  for (const each of node.properties) {
    if (each.type === 'RestElement') {
      rest = lower.pattern(each.argument);
      continue;
    }
    const key = propertyKey(each.key, each.computed, lower);
    const { value } = each;
    fields.push(
      value.type === 'AssignmentPattern'
        ? { key, value: lower.pattern(value.left), default: lower.expression(value.right) }
        : { key, value: lower.pattern(value) },
    );
  }
  return { kind: 'fields', fields, ...(rest && { rest }), ...linesOf(node) };
}

function listPattern(node: ast.ArrayPattern, lower: Lowering): Pattern {
  const items = [];
  let rest: Pattern | undefined;
  for (const each of node.elements) {
    if (each?.type === 'RestElement') rest = lower.pattern(each.argument);
    else if (each?.type === 'AssignmentPattern')
      items.push({ value: lower.pattern(each.left), default: lower.expression(each.right) });
    else items.push(each ? { value: lower.pattern(each) } : undefined);
  }
  return { kind: 'items', items, ...(rest && { rest }), ...linesOf(node) };
}

/** How each kind of pattern is lowered; any other node is an assignment target. */
export const PATTERNS: LowerTable<Pattern> = {
  Identifier: (node, lower, { line, endLine, column, endColumn }) => ({
    kind: 'bind',
    name: lower.name(node.name),
    line,
    endLine,
    column,
    endColumn,
  }),
  ObjectPattern: objectPattern,
  ArrayPattern: listPattern,
  AssignmentPattern: (node, lower) => lower.pattern(node.left),
  RestElement: (node, lower) => lower.pattern(node.argument),
  ParenthesizedExpression: (node, lower) => lower.pattern(node.expression),
  TSAsExpression: (node, lower) => lower.pattern(node.expression),
  TSNonNullExpression: (node, lower) => lower.pattern(node.expression),
};
