import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { printable } from '../common/values/text.js';
import { CONFIGURATION_LIMITS } from './limits.js';
import { UnreadableConfiguration } from './unreadable-configuration.js';
import type { Region } from './server-entry.js';

const MAX_SHOWN = 100;

/** Comments and a comma behind the last item, as editors accept them. */
const OPTIONS = { allowTrailingComma: true, disallowComments: false };

/** Converts offsets of a text to lines and columns. */
export class Lines {
  /** The offset of each line. */
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) this.starts.push(index + end.length);
  }

  private at(offset: number): { readonly line: number; readonly column: number } {
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (this.starts[low] ?? 0) + 1 };
  }

  region(offset: number, length: number): Region {
    const [start, end] = [this.at(offset), this.at(offset + length)];
    return {
      startLine: start.line,
      startColumn: start.column,
      endLine: end.line,
      endColumn: end.line === start.line ? Math.max(end.column, start.column + 1) : end.column,
    };
  }
}

/** `InvalidSymbol` as `invalid symbol`. */
const words = (code: string): string => code.replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase();

/** A JSON document with positions. Keys that occur twice in an object are refused: programs differ in which one counts. */
export class JsonDocument {
  readonly root: Node;
  private readonly lines: Lines;

  /** @throws UnreadableConfiguration for a text that is not JSON, with its location */
  constructor(
    private readonly file: string,
    text: string,
  ) {
    this.lines = new Lines(text);
    this.checkSize(text);
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, OPTIONS);
    const [error] = errors;
    if (error !== undefined)
      throw this.failure(
        error.offset,
        error.length,
        `is not JSON: ${words(printParseErrorCode(error.error))}`,
      );
    if (root === undefined) throw this.failure(0, 0, 'is not JSON: it is empty');
    this.root = root;
  }

  /** The location of a node. */
  region({ offset, length }: Node): Region {
    return this.lines.region(offset, length);
  }

  /** @throws UnreadableConfiguration for a value that is no object, or has a key twice */
  members(node: Node, what: string): Map<string, Node> {
    if (node.type !== 'object') throw this.failure(node.offset, node.length, `${what} must be an object`);
    const members = new Map<string, Node>();
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? [];
      if (key === undefined || value === undefined) continue;
      const name = String(key.value);
      if (members.has(name))
        throw this.failure(key.offset, key.length, `${what} has the key ${quoted(name)} twice`);
      members.set(name, value);
    }
    return members;
  }

  /** An error at a node. */
  failureAt({ offset, length }: Node, problem: string): UnreadableConfiguration {
    return this.failure(offset, length, problem);
  }

  private failure(offset: number, length: number, problem: string): UnreadableConfiguration {
    const { startLine, startColumn } = this.lines.region(offset, length);
    return new UnreadableConfiguration(
      `${printable(this.file, 300)}:${startLine}:${startColumn}: ${problem}`,
    );
  }

  private checkSize(text: string): void {
    const { depth: maxDepth, tokens: maxTokens } = CONFIGURATION_LIMITS;
    const scanner = createScanner(text, true);
    let [depth, tokens] = [0, 0];
    while (scanner.getPosition() < text.length) {
      scanner.scan();
      tokens += 1;
      if (tokens > maxTokens)
        throw this.failure(scanner.getTokenOffset(), 1, `has more than ${maxTokens} tokens`);
      // A string starts with its quote.
      const first = text[scanner.getTokenOffset()] ?? '';
      if (first === '{' || first === '[') depth += 1;
      if (first === '}' || first === ']') depth -= 1;
      if (depth > maxDepth)
        throw this.failure(scanner.getTokenOffset(), 1, `nests more than ${maxDepth} objects and lists`);
    }
  }
}

/** A text of a file for a message. */
export const quoted = (text: string): string => JSON.stringify(printable(text, MAX_SHOWN));
