import type { FileRole, PackageFiles } from '../files/source-file.js';
import type { NamedIn } from '../languages/source-files.js';
import { languageOf } from './language-of.js';
import names from './names.json' with { type: 'json' };

/** Folders of what a server sends to browsers. */
const FOLDERS = new Set(names.browserCode.folders);
const DOCUMENT = /\b(?:document|window)\s*(?:\?\.|[.[])/u;
/** Modules of Node.js by which code acts on the machine or the network. */
const MODULES = names.browserCode.modules.join('|');
const NODE = new RegExp(
  `["'\`](?:node:)?child_process["'\`]|\\b(?:require|import|from)\\s*\\(?\\s*["'\`](?:node:)?(?:${MODULES})(?:/[a-z]+)?["'\`]|\\bgetBuiltinModule\\b|\\bcreateRequire\\b|\\bprocess\\s*\\.\\s*(?:binding|dlopen|mainModule)\\b`,
  'u',
);

const isInFolder = (path: string): boolean =>
  path
    .split('/')
    .slice(0, -1)
    .some((folder) => FOLDERS.has(folder.toLowerCase()));

/** Whether a script uses the document of a page, and nothing of Node.js. */
const isForPages = (bytes: Uint8Array): boolean => {
  const text = Buffer.from(bytes).toString('utf8');
  return DOCUMENT.test(text) && !NODE.test(text);
};

/**
 * Product scripts that run in browsers and not in the server: they are in a folder like `public`, use the document of a page and
 * nothing of Node.js, and no other script of the product imports them. All conditions are necessary: a folder's name is chosen by
 * the author, and a server could start the script.
 * @param entrypoints files that manifests list as entry points
 */
export function browserScripts(
  files: PackageFiles,
  roles: ReadonlyMap<string, FileRole>,
  entrypoints: ReadonlySet<string>,
  namedIn: NamedIn,
): ReadonlySet<string> {
  const isScript = (path: string): boolean =>
    /^(?:java|type)script$/u.test(languageOf(path, files.get(path) ?? new Uint8Array()) ?? '');
  const product = [...roles].flatMap(([path, role]) =>
    (role === 'product' || role === 'minified') && isScript(path) ? [path] : [],
  );
  const found = new Set(
    product.filter(
      (path) => isInFolder(path) && !entrypoints.has(path) && isForPages(files.get(path) ?? new Uint8Array()),
    ),
  );
  if (found.size === 0) return found;
  for (const path of product)
    // Iterating over the imports of imports too: a script that is imported runs where its importer runs.
    if (!found.has(path)) removeImported(path, found, namedIn);
  return found;
}

function removeImported(path: string, found: Set<string>, namedIn: NamedIn): void {
  for (const imported of namedIn(path).imports)
    if (found.delete(imported)) removeImported(imported, found, namedIn);
}
