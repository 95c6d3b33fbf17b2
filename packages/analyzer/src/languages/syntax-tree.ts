import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type * as TreeSitter from '@vscode/tree-sitter-wasm';
import { MAX_NESTING, UnreadableSource } from './parsed-file.js';

/** A node of a tree-sitter tree as a plain object: walking WASM memory node by node costs more than copying it once. */
export interface SyntaxNode {
  /** The grammar's name of the node: `call`, `identifier`, or the text of a keyword or character. */
  readonly type: string;
  /** Whether the grammar names it; keywords and characters it does not. */
  readonly named: boolean;
  /** The field of its parent that it fills. */
  readonly field: string | undefined;
  /** Where it stands in the source, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  readonly children: readonly SyntaxNode[];
}

export interface SyntaxTree {
  readonly root: SyntaxNode;
  /** The line of the first part that does not follow the grammar. */
  readonly firstError: number | undefined;
}

const require = createRequire(import.meta.url);
const { Language, Parser } = require('@vscode/tree-sitter-wasm') as typeof TreeSitter;
// Grammars are WebAssembly that takes long to load, and parsers keep nothing of what they have parsed.
const parsers = new Map<string, Promise<TreeSitter.Parser>>();
const runtime = { loaded: undefined as Promise<void> | undefined };

/**
 * The parser of a grammar, loaded once per process.
 * @throws Error when the grammar's file is not there: a broken installation.
 */
async function parserOf(grammar: 'python' | 'go'): Promise<TreeSitter.Parser> {
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
  return {
    type: cursor.nodeType,
    named: cursor.nodeIsNamed,
    field: cursor.currentFieldName ?? undefined,
    start: cursor.startIndex,
    end: cursor.endIndex,
    line: cursor.startPosition.row + 1,
    endLine: cursor.endPosition.row + 1,
    children: [],
  };
}

const CHAINS = new Set(['binary_operator', 'binary_expression']);

/** Whether a node is the next link of a chain `a + b + c …`. */
const isLink = (node: SyntaxNode, path: readonly SyntaxNode[]): boolean =>
  CHAINS.has(node.type) && path.at(-1)?.type === node.type;

/** Copies the tree, without comments between tokens being lost: they are nodes too. */
function copyTree(cursor: TreeSitter.TreeCursor): SyntaxTree {
  const root = copyOf(cursor);
  const path = [root];
  let firstError = root.type === 'ERROR' ? root.line : undefined;
  // A long sum nests as deep as it is long: its own levels do not count.
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
 * Parses a source text by a tree-sitter grammar. What does not follow the grammar becomes nodes of type `ERROR`.
 * @throws UnreadableSource when it is nested too deep or the parser gives up.
 */
export async function parseTree(grammar: 'python' | 'go', source: string): Promise<SyntaxTree> {
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
