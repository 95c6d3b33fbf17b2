import type { Expression, FunctionDefinition, Parameter } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { unknown } from './build.js';
import type { ExpressionHandler, Lowering } from './lowering.js';
import { isPlainText } from './strings.js';
import { outerNames, writingOuter } from './outer-names.js';
import { fieldOf, firstPartOf, isTrivia } from './syntax.js';

const TAB = 8;

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let text = '';
  for (const [at, part] of line.split('\t').entries()) {
    if (at > 0) text += ' '.repeat(TAB - (text.length % TAB));
    text += part;
  }
  return text;
}

function indentOf(line: string): number {
  let at = 0;
  while (line.charAt(at) === ' ') at++;
  return at;
}

/** A docstring as Python's own `inspect.cleandoc` returns it: without its indentation in the code. */
function cleanDocstring(text: string): string {
  const [first = '', ...rest] = text.split('\n').map(expandTabs);
  let margin = Infinity;
  for (const line of rest) {
    const indent = indentOf(line);
    if (indent < line.length) margin = Math.min(margin, indent);
  }
  const lines = [
    first.slice(indentOf(first)),
    ...rest.map((line) => (line.trim() === '' ? '' : line.slice(margin))),
  ];
  let from = 0;
  let to = lines.length;
  while (to > from && lines[to - 1] === '') to--;
  while (from < to && lines[from] === '') from++;
  return lines.slice(from, to).join('\n');
}

function restOf(node: SyntaxNode | undefined): Parameter['rest'] {
  if (node?.type === 'list_splat_pattern') return 'list';
  return node?.type === 'dictionary_splat_pattern' ? 'map' : undefined;
}

/** A parameter; undefined for the separators of positional-only and keyword-only parameters. */
function parameterOf(node: SyntaxNode, lower: Lowering): Parameter | undefined {
  if (node.type === 'keyword_separator' || node.type === 'positional_separator') return undefined;
  const named = fieldOf(node, 'name') ?? (node.type === 'typed_parameter' ? firstPartOf(node) : node);
  const type = fieldOf(node, 'type');
  const value = fieldOf(node, 'value');
  const rest = restOf(named);
  return {
    pattern: lower.pattern(named ?? node),
    ...(type && { type: lower.type(type) }),
    ...(value && { default: lower.expression(value) }),
    ...(rest && { rest }),
  };
}

function parametersOf(node: SyntaxNode | undefined, lower: Lowering): Parameter[] {
  const parameters: Parameter[] = [];
  for (const child of node?.children ?? []) {
    if (!child.named || isTrivia(child)) continue;
    const parameter = parameterOf(child, lower);
    if (parameter) parameters.push(parameter);
  }
  return parameters;
}

/** The docstring statement of a body, and its text. */
interface Docstring {
  readonly statement: SyntaxNode;
  readonly text: string;
}

export function docstringOf(block: SyntaxNode | undefined, lower: Lowering): Docstring | undefined {
  const statement = block && firstPartOf(block);
  if (statement?.type !== 'expression_statement' || statement.children.length !== 1) return undefined;
  const [literal] = statement.children;
  if (!literal || !isPlainText(literal, lower.source)) return undefined;
  const text = lower.expression(literal);
  if (text.kind !== 'constant' || typeof text.value !== 'string') return undefined;
  return { statement, text: cleanDocstring(text.value) };
}

/** A docstring and its lines, as a definition has them. */
export const documentationOf = ({
  text,
  statement: { line, endLine },
}: Docstring): Pick<FunctionDefinition, 'documentation' | 'documentationLines'> => ({
  documentation: text,
  documentationLines: { line, endLine },
});

/** A `def`. In a class, the class decides its kind. */
export function functionDefinition(
  node: SyntaxNode,
  decorators: readonly Expression[],
  lower: Lowering,
): FunctionDefinition {
  const name = fieldOf(node, 'name');
  const result = fieldOf(node, 'return_type');
  const block = fieldOf(node, 'body');
  const docstring = docstringOf(block, lower);
  return {
    name: name ? lower.identifier(name) : '',
    kind: 'function',
    parameters: parametersOf(fieldOf(node, 'parameters'), lower),
    body: writingOuter(
      [...lower.debris(node), ...lower.statements(block, docstring?.statement)],
      outerNames(block, lower),
    ),
    decorators,
    ...(docstring && documentationOf(docstring)),
    ...(result && { result: lower.type(result) }),
    ...(node.children.some((child) => child.type === 'async') && { async: true }),
    line: node.line,
    endLine: node.endLine,
  };
}

const lambda: ExpressionHandler = (node, lower) => {
  const lines = { line: node.line, endLine: node.endLine };
  const body = fieldOf(node, 'body');
  const value = body ? lower.expression(body) : unknown(node);
  const definition: FunctionDefinition = {
    name: '',
    kind: 'function',
    parameters: parametersOf(fieldOf(node, 'parameters'), lower),
    body: [{ kind: 'return', value, line: value.line, endLine: value.endLine }],
    decorators: [],
    arrow: true,
    ...lines,
  };
  return { kind: 'function', function: definition, ...lines };
};

export const FUNCTIONS: Readonly<Record<string, ExpressionHandler>> = { lambda };
