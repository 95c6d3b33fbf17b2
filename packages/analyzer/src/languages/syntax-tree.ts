import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import type { LanguageName } from '../ir/language-names.js';
import { MAX_NESTING, UnreadableSource } from './parsed-file.js';

/** A node of a tree-sitter tree as a plain object: walking WASM memory node by node costs more than copying it once. */
export interface SyntaxNode {
  /** The node type in the grammar: `call`, `identifier`, or the text of a keyword or punctuation character. */
  readonly type: string;
  /** Whether it is a named node; keywords and punctuation are not. */
  readonly named: boolean;
  /** The name of its field in the parent. */
  readonly field: string | undefined;
  /** The range in the source, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** 1-based; columns in UTF-16 code units, the end exclusive. */
  readonly line: number;
  readonly endLine: number;
  readonly column: number;
  readonly endColumn: number;
  readonly children: readonly SyntaxNode[];
}

export interface SyntaxTree {
  readonly root: SyntaxNode;
  /** The line of the first syntax error. */
  readonly firstError: number | undefined;
}

const require = createRequire(import.meta.url);
const { Language, Parser } = require('@vscode/tree-sitter-wasm') as typeof TreeSitter;
// Grammars are WebAssembly modules that are slow to load, and parsers keep no state between files.
const parsers = new Map<string, Promise<TreeSitter.Parser>>();
const runtime = { loaded: undefined as Promise<void> | undefined };

/**
 * The parser of a grammar, loaded once per process.
 * @throws Error when the grammar's file is missing: a broken installation.
 */
async function parserOf(grammar: LanguageName): Promise<TreeSitter.Parser> {
  let parser = parsers.get(grammar);
  parser ??= (async () => {
    await (runtime.loaded ??= Parser.init());
    const folder = dirname(require.resolve('@vscode/tree-sitter-wasm'));
    return new Parser().setLanguage(await Language.load(join(folder, `tree-sitter-${grammar}.wasm`)));
  })();
  parsers.set(grammar, parser);
  return parser;
}

interface Growing extends SyntaxNode {
  readonly children: SyntaxNode[];
}

function copyOf(cursor: TreeSitter.TreeCursor): Growing {
  // Each access makes a new object.
  const { startPosition, endPosition } = cursor;
  return {
    type: cursor.nodeType,
    named: cursor.nodeIsNamed,
    field: cursor.currentFieldName ?? undefined,
    start: cursor.startIndex,
    end: cursor.endIndex,
    line: startPosition.row + 1,
    endLine: endPosition.row + 1,
    column: startPosition.column + 1,
    endColumn: endPosition.column + 1,
    children: [],
  };
}

const CHAINS = new Set(['binary_operator', 'binary_expression']);

/** Whether a node is the next link of a chain `a + b + c …`. */
const isLink = (node: SyntaxNode, path: readonly SyntaxNode[]): boolean =>
  CHAINS.has(node.type) && path.at(-1)?.type === node.type;

/** Copies the tree, including comments, which are nodes too. */
function copyTree(cursor: TreeSitter.TreeCursor): SyntaxTree {
  const root = copyOf(cursor);
  const path = [root];
  let firstError = root.type === 'ERROR' ? root.line : undefined;
  // A long sum nests as deep as it is long: its levels do not count.
  let chained = 0;
  for (;;) {
    if (cursor.gotoFirstChild()) {
      if (path.length - chained > MAX_NESTING)
        throw new UnreadableSource(`nested deeper than ${MAX_NESTING} at line ${copyOf(cursor).line}`);
    } else {
      const leave = (): void => {
        const left = path.pop();
        if (left && isLink(left, path)) chained -= 1;
      };
      leave();
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return { root, firstError };
        leave();
      }
    }
    const node = copyOf(cursor);
    if (isLink(node, path)) chained += 1;
    if (node.type === 'ERROR' || cursor.nodeIsMissing) firstError ??= node.line;
    path.at(-1)?.children.push(node);
    path.push(node);
  }
}

/**
 * Parses a source text with a tree-sitter grammar. Syntax errors become nodes of type `ERROR`.
 * @throws UnreadableSource when it is nested too deep or the parser gives up.
 */
export async function parseTree(grammar: LanguageName, source: string): Promise<SyntaxTree> {
  const parser = await parserOf(grammar);
  const tree = parser.parse(source);
  if (!tree) throw new UnreadableSource('the parser gave up');
  const cursor = tree.walk();
  try {
    return copyTree(cursor);
  } finally {
    cursor.delete();
    tree.delete();
  }
}
