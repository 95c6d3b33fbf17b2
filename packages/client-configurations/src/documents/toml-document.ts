import { ParseError, parseTOML, type AST } from 'toml-eslint-parser';
import { CONFIGURATION_LIMITS } from '../limits.js';
import { ConfigurationDocument, Places, quoted, refuseUnevenLineEnds } from './configuration-document.js';
import type { Member, Span, Value } from './values.js';

/** Reads TOML 1.0. @throws UnreadableConfiguration with the location of what is wrong, and what programs read differently */
export function readToml(file: string, text: string): ConfigurationDocument {
  const places = new Places(file, text);
  refuseUnevenLineEnds(places, text);
  checkSize(places, text);
  return new ConfigurationDocument(places, new TableTree(places, parsed(places, text)).root());
}

function parsed(places: Places, text: string): AST.TOMLTopLevelTable {
  try {
    const [table] = parseTOML(text, { tomlVersion: '1.0' }).body;
    return table;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    // The messages of the parser may have a part of the text.
    throw places.failure({ offset: Math.min(error.index, text.length), length: 1 }, 'is not TOML');
  }
}

/** The end of the string that begins with quotes at a place. */
function endOfString(text: string, start: number, quotes: string): number {
  const [quote = ''] = quotes;
  for (let at = start + quotes.length; at < text.length; at += 1) {
    if (text[at] === '\\' && quote === '"') at += 1;
    else if (text.startsWith(quotes, at)) {
      let end = at + quotes.length;
      // A long string may end with quotes of its own.
      while (quotes.length > 1 && text[end] === quote && end < at + 2 * quotes.length - 1) end += 1;
      return end;
    } else if (text[at] === '\n' && quotes.length === 1) return at;
  }
  return text.length;
}

/** What is no word: brackets and commas are tokens of their own. */
const WORD_END = /[\s"'#[\]{},]/g;

/** The end of the token at a place that is no space; the end of a line is one. */
function endOfToken(text: string, start: number): number {
  const first = text[start] ?? '';
  if (first === '"' || first === "'") {
    const long = first.repeat(3);
    return endOfString(text, start, text.startsWith(long, start) ? long : first);
  }
  if (first === '#') {
    const end = text.indexOf('\n', start);
    return end < 0 ? text.length : end;
  }
  WORD_END.lastIndex = start;
  const end = WORD_END.exec(text)?.index ?? text.length;
  return Math.max(end, start + 1);
}

/** The parser is recursive, takes a time that grows with the number of tokens, and fails at very long ones. */
function checkSize(places: Places, text: string): void {
  const { depth: maxDepth, markupTokens: maxTokens, textLength } = CONFIGURATION_LIMITS;
  let [depth, tokens, at] = [0, 0, 0];
  while (at < text.length) {
    const first = text[at] ?? '';
    if (first === ' ' || first === '\t' || first === '\r') {
      at += 1;
      continue;
    }
    const span = { offset: at, length: 1 };
    at = endOfToken(text, at);
    tokens += 1;
    if (tokens > maxTokens) throw places.failure(span, `has more than ${maxTokens} tokens`);
    if (at - span.offset > textLength)
      throw places.failure(span, `has a text of more than ${textLength} characters`);
    if (first === '[' || first === '{') depth += 1;
    if (first === ']' || first === '}') depth = Math.max(0, depth - 1);
    if (depth > maxDepth) throw places.failure(span, `nests more than ${maxDepth} objects and lists`);
  }
}

/** How a table came to be. Programs differ in whether a table may be continued in another way than it began. */
type Origin = 'header' | 'implied' | 'dotted';

interface Table extends Span {
  readonly kind: 'table';
  origin: Origin;
  readonly members: Map<string, Entry>;
}
interface TableList extends Span {
  readonly kind: 'tables';
  readonly tables: Table[];
}
interface Entry {
  readonly key: Span;
  whole: Span;
  readonly value: Table | TableList | Value;
}

const spanOf = ({ range: [start, end] }: AST.HasLocs): Span => ({ offset: start, length: end - start });
const nameOf = (key: AST.TOMLBare | AST.TOMLQuoted): string =>
  key.type === 'TOMLBare' ? key.name : key.value;

/** Puts the tables of a file, which follow each other, inside of each other. */
class TableTree {
  private readonly top: Table;

  constructor(
    private readonly places: Places,
    table: AST.TOMLTopLevelTable,
  ) {
    this.top = { kind: 'table', origin: 'header', members: new Map(), ...spanOf(table) };
    for (const node of table.body) {
      if (node.type === 'TOMLTable') this.addTable(node);
      else this.addPair(this.top, node);
    }
  }

  root(): Value {
    return this.valueOf(this.top, 0);
  }

  private addTable(node: AST.TOMLTable): void {
    const { keys } = node.key;
    const last = keys.at(-1);
    if (last === undefined) return;
    const parent = this.tableAt(this.top, keys.slice(0, -1), 'implied', node);
    const name = nameOf(last);
    const known = parent.members.get(name);
    if (node.kind === 'array') {
      const table = this.newTable('header', node);
      if (known === undefined)
        parent.members.set(name, {
          key: spanOf(last),
          whole: spanOf(node),
          value: { kind: 'tables', tables: [table], ...spanOf(node) },
        });
      else if (known.value.kind === 'tables') known.value.tables.push(table);
      else throw this.twice(last);
      for (const pair of node.body) this.addPair(table, pair);
      return;
    }
    const table = known === undefined ? this.newTable('header', node) : known.value;
    if (table.kind !== 'table' || (known !== undefined && table.origin !== 'implied')) throw this.twice(last);
    table.origin = 'header';
    if (known === undefined)
      parent.members.set(name, { key: spanOf(last), whole: spanOf(node), value: table });
    else known.whole = spanOf(node);
    for (const pair of node.body) this.addPair(table, pair);
  }

  private addPair(table: Table, pair: AST.TOMLKeyValue): void {
    const { keys } = pair.key;
    const last = keys.at(-1);
    if (last === undefined) return;
    const parent = this.tableAt(table, keys.slice(0, -1), 'dotted', pair);
    if (parent.members.has(nameOf(last))) throw this.twice(last);
    parent.members.set(nameOf(last), {
      key: spanOf(last),
      whole: spanOf(pair),
      value: this.contentOf(pair.value, 1),
    });
  }

  /** The table under names, made where there is none. */
  private tableAt(
    start: Table,
    keys: readonly (AST.TOMLBare | AST.TOMLQuoted)[],
    origin: Origin,
    node: AST.TOMLTable | AST.TOMLKeyValue,
  ): Table {
    let table = start;
    for (const key of keys) {
      const known = table.members.get(nameOf(key));
      if (known === undefined) {
        const made = this.newTable(origin, node);
        table.members.set(nameOf(key), { key: spanOf(key), whole: spanOf(node), value: made });
        table = made;
        continue;
      }
      const inner = known.value.kind === 'tables' ? known.value.tables.at(-1) : known.value;
      if (inner?.kind !== 'table' || (inner.origin === 'dotted') !== (origin === 'dotted'))
        throw this.twice(key);
      table = inner;
    }
    return table;
  }

  private newTable(origin: Origin, node: AST.HasLocs): Table {
    return { kind: 'table', origin, members: new Map(), ...spanOf(node) };
  }

  private twice(key: AST.TOMLBare | AST.TOMLQuoted): Error {
    return this.places.failure(
      spanOf(key),
      `the table ${quoted(nameOf(key))} is defined in two ways, which programs read differently`,
    );
  }

  private contentOf(node: AST.TOMLContentNode, depth: number): Value {
    this.checkDepth(node, depth);
    if (node.type === 'TOMLArray')
      return {
        kind: 'list',
        items: node.elements.map((each) => this.contentOf(each, depth + 1)),
        ...spanOf(node),
      };
    if (node.type === 'TOMLInlineTable') {
      const table = this.newTable('header', node);
      for (const pair of node.body) this.addPair(table, pair);
      return this.valueOf(table, depth);
    }
    if (node.kind === 'string') return { kind: 'text', text: node.value, ...spanOf(node) };
    return { kind: 'plain', flag: node.kind === 'boolean' ? node.value : undefined, ...spanOf(node) };
  }

  private valueOf(value: Table | TableList | Value, depth: number): Value {
    const { offset, length } = value;
    this.checkDepth({ range: [offset, offset + length] }, depth);
    if (value.kind === 'tables')
      return {
        kind: 'list',
        items: value.tables.map((each) => this.valueOf(each, depth + 1)),
        offset,
        length,
      };
    if (value.kind !== 'table') return value;
    const members = Array.from(value.members, ([name, entry]): Member => ({
      ...entry,
      name,
      value: this.valueOf(entry.value, depth + 1),
    }));
    return { kind: 'object', members, offset, length };
  }

  private checkDepth({ range: [offset] }: Pick<AST.HasLocs, 'range'>, depth: number): void {
    const { depth: max } = CONFIGURATION_LIMITS;
    if (depth > max)
      throw this.places.failure({ offset, length: 1 }, `nests more than ${max} objects and lists`);
  }
}
