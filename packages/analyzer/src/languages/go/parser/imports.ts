import type { Import } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { fieldOf, linesOf, partsOf, type GoFile } from './go-file.js';
import { rawTextOf, textOf } from './literals.js';

/** The package name that a path implies, without the version (`a/b/v2`, `gopkg.in/b.v3`). */
function packageOf(module: string): string {
  const elements = module.split('/');
  const last = elements.at(-1) ?? module;
  const before = elements.at(-2);
  const name = before && /^v\d+$/.test(last) ? before : last;
  // A name cannot hold a dash or dot: `go-git` is the package `git`, `client.go` the package `client`.
  return name
    .replace(/\.v\d+$/, '')
    .replace(/^go[-.](?=\w)/, '')
    .replace(/[-.]go$/, '');
}

function namesOf(file: GoFile, name: SyntaxNode | undefined, module: string): Import['names'] {
  if (name?.type === 'blank_identifier') return [];
  if (name?.type === 'dot') return [{ imported: '*', local: '*' }];
  return [{ imported: '*', local: name ? file.text(name) : packageOf(module) }];
}

function importOf(file: GoFile, spec: SyntaxNode): Import[] {
  const path = fieldOf(spec, 'path');
  if (!path) return [];
  const module = path.type === 'raw_string_literal' ? rawTextOf(file.text(path)) : textOf(file.text(path));
  const given = fieldOf(spec, 'name');
  const names = namesOf(file, given, module);
  for (const { local } of names) if (local !== '*') file.share(local, 'package');
  return [{ kind: 'import', ...linesOf(spec), module, names, ...(!given && { implied: true }) }];
}

/** `import …`, one or several in parentheses. */
export function importDeclaration(file: GoFile, node: SyntaxNode): Import[] {
  const specs = partsOf(node).flatMap((part) => (part.type === 'import_spec_list' ? partsOf(part) : [part]));
  return specs.flatMap((spec) => importOf(file, spec));
}
