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

/**
 * Parses a Go source file into the intermediate representation. Syntax errors are reported in `problem`; everything
 * else is lowered.
 * @throws UnreadableSource when the file is nested too deep or the parser gives up.
 */
export async function parseGo(path: string, source: string): Promise<ParsedFile> {
  // The grammar requires the final newline that Go itself supplies.
  const { root, firstError } = await parseTree('go', source.endsWith('\n') ? source : `${source}\n`);
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
