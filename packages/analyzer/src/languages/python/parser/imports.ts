import type { Import, Statement } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import type { Lowering, StatementHandler } from './lowering.js';
import { fieldOf, fieldsOf } from './syntax.js';

/** `a.b`, and `..a` with the dots of a relative import, without any whitespace in between. */
function moduleName(node: SyntaxNode, lower: Lowering): string {
  let name = '';
  for (const child of node.children) {
    if (child.type === 'identifier') name += lower.identifier(child);
    else if (child.type === '.') name += '.';
    else name += moduleName(child, lower);
  }
  return name;
}

function importOf(at: SyntaxNode, module: string, names: Import['names']): Import {
  return { kind: 'import', module, names, line: at.line, endLine: at.endLine };
}

/** The name and the alias of an imported name. */
function clauseOf(node: SyntaxNode, lower: Lowering): { readonly name: string; readonly alias?: string } {
  if (node.type !== 'aliased_import') return { name: moduleName(node, lower) };
  const [name, alias] = [fieldOf(node, 'name'), fieldOf(node, 'alias')];
  return {
    name: name ? moduleName(name, lower) : '',
    ...(alias && { alias: lower.identifier(alias) }),
  };
}

/** `import a.b` binds `a`, and loads `a.b` too; `import a.b as c` binds `a.b` itself. */
const plainImport: StatementHandler = (node, lower, out) => {
  for (const child of fieldsOf(node, 'name')) {
    const { name, alias } = clauseOf(child, lower);
    const dot = name.indexOf('.');
    const bound = alias === undefined && dot > 0 ? name.slice(0, dot) : name;
    out.push(importOf(node, bound, [{ imported: '*', local: alias ?? bound }]));
    if (bound !== name) out.push(importOf(node, name, []));
  }
};

const fromImport: StatementHandler = (node, lower, out: Statement[]) => {
  const from = fieldOf(node, 'module_name');
  const module = from ? moduleName(from, lower) : '__future__';
  const names: { imported: string; local: string }[] = [];
  for (const child of node.children) {
    if (child.type === 'wildcard_import') names.push({ imported: '*', local: '*' });
    if (child.field !== 'name' || !child.named) continue;
    const { name, alias } = clauseOf(child, lower);
    names.push({ imported: name, local: alias ?? name });
  }
  out.push(importOf(node, module, names));
};

export const IMPORTS: Readonly<Record<string, StatementHandler>> = {
  import_statement: plainImport,
  import_from_statement: fromImport,
  future_import_statement: fromImport,
};
