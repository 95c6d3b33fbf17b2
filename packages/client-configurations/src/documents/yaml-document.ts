import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  CST,
  Lexer,
  Parser,
  type Document,
  type Node,
  type Pair,
} from 'yaml';
import { CONFIGURATION_LIMITS } from '../limits.js';
import { ConfigurationDocument, Places, refuseUnevenLineEnds } from './configuration-document.js';
import type { Member, Span, Value } from './values.js';

/** `BAD_INDENT` as `bad indent`. The messages of the parser may have a part of the text. */
const words = (code: string): string => code.replaceAll('_', ' ').toLowerCase();

/** What YAML 1.1 reads as a boolean, a number or a date where YAML 1.2 has a text. */
const OLD_VALUE =
  /^(?:y|yes|n|no|on|off|<<|=|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?|[-+]?0[bo]?[0-9_]+|[-+]?[0-9][0-9_,]*(?:\.[0-9_]*)?|\d{4}-\d{1,2}-\d{1,2}.*)$/i;

/**
 * Reads YAML, as far as YAML 1.1 and 1.2 agree: no anchors, aliases, merges, tags, directives or second document.
 * @throws UnreadableConfiguration with the location of what is wrong, and what programs read differently
 */
export function readYaml(file: string, text: string): ConfigurationDocument {
  const places = new Places(file, text);
  refuseUnevenLineEnds(places, text);
  const composer = new Composer({
    version: '1.2',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const [document, second] = composer.compose(tokensOf(places, text), true, text.length);
  const [fault] = [...(document?.errors ?? []), ...(document?.warnings ?? [])];
  if (fault !== undefined)
    throw places.failure({ offset: fault.pos[0], length: 1 }, `is not YAML: ${words(fault.code)}`);
  if (second !== undefined)
    throw places.failure({ offset: second.range[0], length: 1 }, 'has several documents of YAML');
  return new ConfigurationDocument(places, new YamlTree(places).root(document));
}

/** What the lexer says besides the parts of the text. */
const MARKS = new Set<string>([CST.DOCUMENT, CST.FLOW_END, CST.SCALAR]);

/** The parser takes a time that grows with the number of tokens, and is recursive. @throws UnreadableConfiguration */
function tokensOf(places: Places, text: string): CST.Token[] {
  const { markupTokens: maxTokens, depth: maxDepth } = CONFIGURATION_LIMITS;
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let [count, offset, depth] = [0, 0, 0];
  for (const lexeme of new Lexer().lex(text)) {
    const span = { offset: Math.min(offset, text.length), length: 1 };
    count += 1;
    if (count > maxTokens) throw places.failure(span, `has more than ${maxTokens} tokens`);
    if (lexeme === '[' || lexeme === '{') depth += 1;
    if (lexeme === ']' || lexeme === '}') depth -= 1;
    if (depth > maxDepth) throw places.failure(span, `nests more than ${maxDepth} objects and lists`);
    tokens.push(...parser.next(lexeme));
    if (!MARKS.has(lexeme)) offset += lexeme.length;
  }
  tokens.push(...parser.end());
  const directive = tokens.find(({ type }) => type === 'directive');
  if (directive !== undefined)
    throw places.failure(
      { offset: directive.offset, length: 1 },
      'has a directive of YAML, which is not read',
    );
  return tokens;
}

class YamlTree {
  constructor(private readonly places: Places) {}

  root(document: Document.Parsed | undefined): Value {
    const contents = document?.contents ?? null;
    return contents === null
      ? { kind: 'object', members: [], offset: 0, length: 0 }
      : this.valueOf(contents, 0);
  }

  private valueOf(node: Node, depth: number): Value {
    const span = spanOf(node);
    const { depth: max } = CONFIGURATION_LIMITS;
    if (depth > max) throw this.places.failure(span, `nests more than ${max} objects and lists`);
    this.checkProperties(node);
    if (isMap<Node, Node | null>(node))
      return {
        kind: 'object',
        members: node.items.map((pair) => this.memberOf(pair, depth + 1)),
        ...span,
      };
    if (isSeq<Node>(node))
      return { kind: 'list', items: node.items.map((item) => this.valueOf(item, depth + 1)), ...span };
    if (!isScalar(node)) throw this.places.failure(span, 'has a value of YAML that is not read');
    const { value, source = '', type } = node;
    if (typeof value === 'string' && (type !== 'PLAIN' || !OLD_VALUE.test(source)))
      return { kind: 'text', text: value, ...span };
    return { kind: 'plain', flag: typeof value === 'boolean' ? value : undefined, ...span };
  }

  /** @throws UnreadableConfiguration for a name that is not a text, and for a merge of another object */
  private memberOf({ key, value }: Pair<Node, Node | null>, depth: number): Member {
    this.checkProperties(key);
    const span = spanOf(key);
    if (!isScalar(key)) throw this.places.failure(span, 'has a key that is not a text');
    const isPlain = key.type === 'PLAIN';
    if (isPlain && key.source === '<<')
      throw this.places.failure(span, 'merges an object into another one, which programs read differently');
    const name = isPlain ? (key.source ?? '') : String(key.value);
    const read: Value =
      value === null
        ? { kind: 'plain', flag: undefined, offset: span.offset + span.length, length: 0 }
        : this.valueOf(value, depth);
    const end = Math.max(span.offset + span.length, read.offset + read.length);
    return { name, key: span, value: read, whole: { offset: span.offset, length: end - span.offset } };
  }

  private checkProperties(node: Node): void {
    const property = isAlias(node)
      ? 'an alias'
      : node.anchor !== undefined
        ? 'an anchor'
        : node.tag === undefined
          ? undefined
          : 'a tag';
    if (property !== undefined)
      throw this.places.failure(spanOf(node), `has ${property} of YAML, which programs read differently`);
  }
}

function spanOf(node: Node): Span {
  const [start, end] = node.range ?? [0, 0];
  return { offset: start, length: Math.max(0, end - start) };
}
