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

/** What the package's names of this file stand for: they may be used before they are declared. */
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

/**
 * Reads a Go source file into the common form. What does not follow the grammar is named in `problem`, and all else is read.
 * @throws UnreadableSource when the file is nested too deep or the parser gives up.
 */
export async function parseGo(path: string, source: string): Promise<ParsedFile> {
  // The grammar misses the end of line that Go itself supplies at the end of a file.
  const { root, firstError } = await parseTree('go', source.endsWith('\n') ? source : `${source}\n`);
  // A file of which the parser makes nothing is one error as a whole.
  const errorLine = firstError ?? (root.type === 'ERROR' ? root.line : undefined);
  const lowering = { expression: lowerExpression, statements: lowerStatements };
  const file = new GoFile(source, errorLine !== undefined, lowering);
  const nodes = partsOf(root);
  learnNames(file, nodes);
  const [packageNode] = nodes.filter((node) => node.type === 'package_clause').flatMap(partsOf);
  const body = lowerStatements(file, root.children);
  const packageName = packageNode && file.text(packageNode);
  return {
    module: { path, language: 'go', body, ...(packageName !== undefined && { packageName }) },
    ...(errorLine !== undefined && { problem: `syntax error at line ${errorLine}` }),
  };
}
