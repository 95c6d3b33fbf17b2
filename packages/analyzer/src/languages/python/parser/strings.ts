import type { Expression } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { constant, unknown } from './build.js';
import type { ExpressionHandler, Lowering } from './lowering.js';
import { fieldOf } from './syntax.js';

const SIMPLE_ESCAPES = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['\n', ''],
  ['\r', ''],
]);

/** The value of an escape sequence. Escapes by character name, and invalid ones, are kept as they are. */
function decodeEscape(escape: string): string {
  const character = escape.charAt(1);
  const simple = SIMPLE_ESCAPES.get(character);
  if (simple !== undefined) return simple;
  if (character === 'N') return escape;
  const hexadecimal = character === 'x' || character === 'u' || character === 'U';
  const from = hexadecimal ? 2 : 1;
  const to = hexadecimal ? escape.length : endOfOctal(escape);
  const code = Number.parseInt(escape.slice(from, to), hexadecimal ? 16 : 8);
  return code <= 0x10ffff ? String.fromCodePoint(code) + escape.slice(to) : escape;
}

/** The end of the octal digits of an escape: the grammar includes a following 8 or 9. */
function endOfOctal(escape: string): number {
  let end = 1;
  while (escape.charAt(end) >= '0' && escape.charAt(end) <= '7') end++;
  return end;
}

function decodePart(node: SyntaxNode, source: string, raw: boolean): string {
  if (node.type === 'escape_sequence' && !raw) return decodeEscape(source.slice(node.start, node.end));
  if (node.type === 'escape_interpolation') return source.charAt(node.start);
  return plainText(source, node.start, node.end);
}

/** A range of the source, with all line endings converted to line feeds. */
function plainText(source: string, start: number, end: number): string {
  const text = source.slice(start, end);
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}

/** The text of a `string_content`, whose children are only the escapes, not the text between them. */
function decodeContent(node: SyntaxNode, source: string, raw: boolean): string {
  let text = '';
  let from = node.start;
  for (const child of node.children) {
    text += plainText(source, from, child.start) + decodePart(child, source, raw);
    from = child.end;
  }
  return text + plainText(source, from, node.end);
}

/** Adds the expressions in a format specifier, `>{width}`: its plain text is not part of the result. */
function addFormat(specifier: SyntaxNode | undefined, lower: Lowering, parts: Expression[]): void {
  if (!specifier) return;
  for (const child of specifier.children) {
    if (child.type !== 'format_expression') continue;
    parts.push(lower.operand(child, 'expression'));
    addFormat(fieldOf(child, 'format_specifier'), lower, parts);
  }
}

/** Concatenates adjacent literals. */
class TextBuilder {
  private readonly parts: Expression[] = [];
  private text = '';

  constructor(
    private readonly whole: SyntaxNode,
    private readonly lower: Lowering,
  ) {}

  add(string: SyntaxNode): void {
    const { source } = this.lower;
    const { raw, quotes } = openingOf(string, source);
    for (const child of string.children) {
      if (child.type === 'string_content') this.text += decodeContent(child, source, raw);
      // A raw literal that starts with a backslash has its content in the same token as the closing quotes.
      else if (child.type === 'string_end') this.text += plainText(source, child.start, child.end - quotes);
      else if (child.type === 'interpolation') this.addInterpolation(child);
    }
  }

  finish(): Expression {
    const { whole, parts } = this;
    if (parts.length === 0) return constant(whole, this.text);
    this.flush(whole);
    const { line, endLine, column, endColumn } = whole;
    return { kind: 'text', parts, line, endLine, column, endColumn };
  }

  private flush(at: SyntaxNode): void {
    if (this.text !== '') this.parts.push(constant(at, this.text));
    this.text = '';
  }

  private addExpression(at: SyntaxNode, expression: Expression): void {
    this.flush(at);
    this.parts.push(expression);
  }

  private addInterpolation(node: SyntaxNode): void {
    const equals = node.children.findIndex((child) => child.type === '=');
    // `{x = }` shows its own source before the value.
    if (equals > 0) this.text += this.lower.source.slice(node.start + 1, node.children[equals + 1]?.start);
    const expression = fieldOf(node, 'expression');
    // The grammar parses x with the format `=5` as `x := 5`: an assignment needs parentheses here.
    const value =
      expression?.type === 'named_expression'
        ? this.lower.operand(expression, 'name')
        : this.lower.operand(node, 'expression');
    this.addExpression(node, value);
    addFormat(fieldOf(node, 'format_specifier'), this.lower, this.parts);
  }
}

/** Whether a literal is raw, and the length of its quotes. */
function openingOf(string: SyntaxNode, source: string): { readonly raw: boolean; readonly quotes: number } {
  const opening = string.children[0];
  const text = opening ? source.slice(opening.start, opening.end) : '';
  const quotes = text.endsWith('"""') || text.endsWith("'''") ? 3 : 1;
  return { raw: text.includes('r') || text.includes('R'), quotes };
}

/** A literal in Python 2's backquotes is part of an expression that the grammar does not parse. */
function isBackquoted(string: SyntaxNode, source: string): boolean {
  return source.charAt(string.start) === '`';
}

const string: ExpressionHandler = (node, lower) => {
  if (isBackquoted(node, lower.source)) return unknown(node);
  const text = new TextBuilder(node, lower);
  text.add(node);
  return text.finish();
};

const concatenated: ExpressionHandler = (node, lower) => {
  const text = new TextBuilder(node, lower);
  for (const child of node.children) if (child.type === 'string') text.add(child);
  return text.finish();
};

/** Whether a string node is a plain string, neither bytes nor an f-string: only those are docstrings. */
export function isPlainText(node: SyntaxNode, source: string): boolean {
  if (node.type === 'concatenated_string')
    return node.children.every((child) => child.type !== 'string' || isPlainText(child, source));
  if (node.type !== 'string') return false;
  const first = node.children[0];
  if (!first) return false;
  for (let at = first.start; at < first.end; at++) if ('bBfFtT`'.includes(source.charAt(at))) return false;
  return true;
}

export const STRINGS: Readonly<Record<string, ExpressionHandler>> = {
  string,
  concatenated_string: concatenated,
};
