import type { ParsedFile } from '../../parsed-file.js';
import { parseTree, type SyntaxNode } from '../../syntax-tree.js';
import { lowerExpression } from './expressions.js';
import { fieldOf, fieldsOf, GoFile, partsOf, type Meaning } from './go-file.js';
import { lowerStatements } from './statements.js';

const SHARED: ReadonlyMap<string, Meaning> = new Map([
  ['function_declaration', 'function'],
  ['var_spec', 'variable'],
  ['const_spec', 'variable'],
  ['type_spec', 'type'],
  ['type_alias', 'type'],
]);

/** Collects the package-level names of this file: they may be used before they are declared. */
function learnNames(file: GoFile, nodes: readonly SyntaxNode[]): void {
  for (const node of nodes) {
    const meaning = SHARED.get(node.type);
    if (meaning) {
      const type = meaning === 'type' ? fieldOf(node, 'type') : undefined;
      for (const name of fieldsOf(node, 'name')) {
        file.share(file.text(name), meaning);
        if (type) file.declareType(file.text(name), type);
      }
    } else if (/^(?:var|const|type)_declaration$|^var_spec_list$/.test(node.type)) {
      learnNames(file, partsOf(node));
    }
  }
}

const NEW =
  /(?<![\w.])new(?=\(\s*(?!\[|\*|(?:map|chan|func|struct|interface)\b|\w+(?:\.\w+)?(?:\[[^\][]*\])?\s*,?\s*\)))/gu;

/** A name of the same length as `new`, which the grammar does not treat in a way of its own. */
const PLAIN = 'nEW';

/** The type parameters of a method: `func (s *Store) Map[T any](value T)`. */
const OF_METHOD =
  /(?<=^func[ \t]*\([^()\n]*\)[ \t]*[\p{L}_][\p{L}\p{N}_]*)\[[^\]\n]*(?:\[[^\]\n]*\][^\]\n]*)*\](?=[ \t]*\()/gmu;

/**
 * Parses a source. Go 1.26 allows any expression in `new(…)`, the grammar only types: such calls are parsed as those of an ordinary
 * function. Later versions have methods with type parameters, which nothing here needs. The positions stay the same, so that names and texts are read from the source as it was written.
 */
async function treeOf(source: string): ReturnType<typeof parseTree> {
  const tree = await parseTree('go', source);
  if (tree.firstError === undefined && tree.root.type !== 'ERROR') return tree;
  const plain = source.replace(NEW, PLAIN).replace(OF_METHOD, (part) => ' '.repeat(part.length));
  return plain === source ? tree : parseTree('go', plain);
}

/**
 * Parses a Go source file into the intermediate representation. Syntax errors are reported in `problem`; everything
 * else is lowered.
 * @throws UnreadableSource when the file is nested too deep or the parser gives up.
 */
export async function parseGo(path: string, source: string): Promise<ParsedFile> {
  // The grammar requires the final newline that Go itself supplies.
  const { root, firstError } = await treeOf(source.endsWith('\n') ? source : `${source}\n`);
  // A file that the parser cannot make sense of is a single error.
  const errorLine = firstError ?? (root.type === 'ERROR' ? root.line : undefined);
  const lowering = { expression: lowerExpression, statements: lowerStatements };
  const file = new GoFile(source, errorLine !== undefined, lowering);
  const nodes = partsOf(root);
  learnNames(file, nodes);
  const [packageNode] = nodes.filter((node) => node.type === 'package_clause').flatMap(partsOf);
  const body = lowerStatements(file, root.children);
  const packageName = packageNode && file.text(packageNode);
  const callsC = body.some((statement) => statement.kind === 'import' && statement.module === 'C');
  return {
    module: { path, language: 'go', body, ...(packageName !== undefined && { packageName }) },
    ...(callsC && { problem: 'calls C, which is not analyzed' }),
    ...(errorLine !== undefined && { problem: `syntax error at line ${errorLine}` }),
  };
}
