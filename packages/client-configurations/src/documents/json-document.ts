import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { CONFIGURATION_LIMITS } from '../limits.js';
import { ConfigurationDocument, Places } from './configuration-document.js';
import type { Member, Value } from './values.js';

/** Comments and a comma behind the last item, as editors accept them. */
const OPTIONS = { allowTrailingComma: true, disallowComments: false };

/** `SyntaxKind.StringLiteral`, which is a const enum. */
const STRING = 10;
const UNEVEN_LINE_END = /\r(?!\n)|[\u2028\u2029]/;

/** `InvalidSymbol` as `invalid symbol`. */
const words = (code: string): string => code.replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase();

/** Reads JSON with comments and trailing commas. @throws UnreadableConfiguration with the location of what is wrong */
export function readJson(file: string, text: string): ConfigurationDocument {
  const places = new Places(file, text);
  checkSize(places, text);
  checkLineEnds(places, text);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, OPTIONS);
  const [error] = errors;
  if (error !== undefined)
    throw places.failure(error, `is not JSON: ${words(printParseErrorCode(error.error))}`);
  if (root === undefined) throw places.failure({ offset: 0, length: 0 }, 'is not JSON: it is empty');
  return new ConfigurationDocument(places, valueOf(root));
}

function valueOf(node: Node): Value {
  const { offset, length, children = [] } = node;
  const span = { offset, length };
  if (node.type === 'string') return { kind: 'text', text: String(node.value), ...span };
  if (node.type === 'array') return { kind: 'list', items: children.map(valueOf), ...span };
  if (node.type === 'object') return { kind: 'object', members: children.flatMap(membersOf), ...span };
  return { kind: 'plain', flag: node.type === 'boolean' ? node.value === true : undefined, ...span };
}

function membersOf({ offset, length, children = [] }: Node): Member[] {
  const [key, value] = children;
  if (key === undefined || value === undefined) return [];
  return [{ name: String(key.value), key, value: valueOf(value), whole: { offset, length } }];
}

/** Programs differ in which characters end a line, and so a comment. In texts, they are none for every program. */
function checkLineEnds(places: Places, text: string): void {
  if (!UNEVEN_LINE_END.test(text)) return;
  const scanner = createScanner(text, false);
  while (scanner.getPosition() < text.length) {
    const kind: number = scanner.scan();
    const token = text.slice(scanner.getTokenOffset(), scanner.getPosition());
    if (kind !== STRING && UNEVEN_LINE_END.test(token))
      throw places.failure(
        { offset: scanner.getTokenOffset(), length: 1 },
        'has a line end that programs read differently: a carriage return alone, U+2028 or U+2029',
      );
  }
}

function checkSize(places: Places, text: string): void {
  const { depth: maxDepth, tokens: maxTokens } = CONFIGURATION_LIMITS;
  const scanner = createScanner(text, true);
  let [depth, tokens] = [0, 0];
  while (scanner.getPosition() < text.length) {
    scanner.scan();
    const span = { offset: scanner.getTokenOffset(), length: 1 };
    tokens += 1;
    if (tokens > maxTokens) throw places.failure(span, `has more than ${maxTokens} tokens`);
    // A string starts with its quote.
    const first = text[span.offset] ?? '';
    if (first === '{' || first === '[') depth += 1;
    if (first === '}' || first === ']') depth -= 1;
    if (depth > maxDepth) throw places.failure(span, `nests more than ${maxDepth} objects and lists`);
  }
}
