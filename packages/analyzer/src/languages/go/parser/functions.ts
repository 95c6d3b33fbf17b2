import { lastNameOf, nodesWithin } from '../../../ir/walk.js';
import type { Declare, Expression, FunctionDefinition, Parameter, Statement } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { fieldOf, fieldsOf, linesOf, partsOf, type GoFile } from './go-file.js';
import { listAt, lowerType, typeOfValues } from './types.js';

/** The name of an unnamed parameter, which cannot be read. */
const NO_NAME = '_';

/** The parameters of one declaration in the list: `a, b string` are two. */
function parametersIn(file: GoFile, declaration: SyntaxNode): Parameter[] {
  const typeNode = fieldOf(declaration, 'type');
  const type = typeNode && typeOfValues(file, typeNode);
  const names = fieldsOf(declaration, 'name');
  return (names.length > 0 ? names : [declaration]).map((node) => {
    const name = node === declaration ? NO_NAME : file.text(node);
    file.learn(name, 'variable');
    return {
      pattern: { kind: 'bind', ...linesOf(node), name },
      ...(type && { type }),
      ...(declaration.type === 'variadic_parameter_declaration' && { rest: 'list' }),
    };
  });
}

const DECLARATIONS = new Set(['parameter_declaration', 'variadic_parameter_declaration']);

function parameters(file: GoFile, list: SyntaxNode | undefined): Parameter[] {
  const declarations = list?.children.filter((node) => DECLARATIONS.has(node.type)) ?? [];
  return declarations.flatMap((declaration) => parametersIn(file, declaration));
}

/** A generic receiver `T[K]` only names its parameters: its type is T. */
function receiverOf(file: GoFile, list: SyntaxNode): Parameter | undefined {
  const [receiver] = parameters(file, list);
  if (receiver?.type?.kind !== 'index') return receiver;
  return { ...receiver, type: receiver.type.object };
}

interface Results {
  readonly type: Expression;
  /** The named results, which the body may assign. */
  readonly named: readonly Parameter[];
}

function resultsOf(file: GoFile, result: SyntaxNode): Results {
  if (result.type !== 'parameter_list') return { type: lowerType(file, result), named: [] };
  const results = parameters(file, result);
  const types = results.flatMap(({ type }) => (type ? [type] : []));
  const [first] = types;
  return {
    type: first && types.length === 1 ? first : listAt(result, types),
    named: partsOf(result).some((declaration) => fieldOf(declaration, 'name')) ? results : [],
  };
}

function nameOf({ pattern }: Parameter): string {
  return pattern.kind === 'bind' ? pattern.name : NO_NAME;
}

function declared({ pattern, type }: Parameter): Declare {
  const { line, endLine } = pattern;
  return { kind: 'declare', line, endLine, target: pattern, ...(type && { type }) };
}

/** Each bare `return` repeats the results: a limit beyond what people write. */
const MAX_NAMED_RESULTS = 20;

/** The body, preceded by declarations of the named results. */
function bodyOf(file: GoFile, block: SyntaxNode | undefined, named: readonly Parameter[]): Statement[] {
  const outside = file.results;
  file.results = named.length <= MAX_NAMED_RESULTS ? named.map(nameOf) : [];
  const body = block ? file.statements(block.children) : [];
  file.results = outside;
  const results = named.filter((result) => nameOf(result) !== NO_NAME).map(declared);
  return results.length > 0 ? [...results, ...body] : body;
}

function learnTypeParameters(file: GoFile, list: SyntaxNode | undefined): void {
  for (const declaration of list ? partsOf(list) : [])
    for (const name of fieldsOf(declaration, 'name')) file.learnTypeParameter(file.text(name));
}

/** Whether a deferred function recovers from a panic without setting a named result. */
function recovers(body: readonly Statement[], named: readonly Parameter[]): boolean {
  const names = new Set(named.map(nameOf));
  return body.some((statement) => {
    if (statement.kind !== 'expression' || !statement.later) return false;
    const inner = nodesWithin(statement.expression);
    return (
      inner.some(
        ({ kind, ...each }) => kind === 'call' && 'callee' in each && lastNameOf(each.callee) === 'recover',
      ) &&
      !inner.some(
        (each) => each.kind === 'assign' && each.target.kind === 'bind' && names.has(each.target.name),
      )
    );
  });
}

/** A function, a method or a function literal. */
export function functionOf(file: GoFile, node: SyntaxNode, documentation?: string): FunctionDefinition {
  const receiverList = fieldOf(node, 'receiver');
  const resultNode = fieldOf(node, 'result');
  learnTypeParameters(file, fieldOf(node, 'type_parameters'));
  const receiver = receiverList && receiverOf(file, receiverList);
  const taken = parameters(file, fieldOf(node, 'parameters'));
  const results = resultNode && resultsOf(file, resultNode);
  const body = bodyOf(file, fieldOf(node, 'body'), results?.named ?? []);
  return {
    ...linesOf(node),
    name: file.text(fieldOf(node, 'name')),
    kind: receiverList ? 'method' : 'function',
    parameters: taken,
    ...(receiver && { receiver }),
    body,
    decorators: [],
    ...(recovers(body, results?.named ?? []) && { recovers: true }),
    ...(documentation !== undefined && { documentation }),
    ...(results && { result: results.type }),
  };
}

export function functionLiteral(file: GoFile, node: SyntaxNode): Expression {
  return { kind: 'function', ...linesOf(node), function: functionOf(file, node) };
}
