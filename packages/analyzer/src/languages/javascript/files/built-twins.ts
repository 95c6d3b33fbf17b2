import { decodeSource } from '../../../files/decode-source.js';
import { fileName } from '../../../files/package-path.js';
import { formatTwins } from './module-formats.js';
import { withoutComments } from './pieces.js';
import type { PackageFiles } from '../../../files/source-file.js';
import type { NamedIn } from '../../source-files.js';

const OUTPUTS = new Set(['dist', 'build', 'lib', 'out', 'output', 'esm', 'cjs', 'es', 'compiled', '.build']);
const WITHIN_OUTPUT = new Set(['esm', 'cjs', 'es', 'commonjs', 'module', 'node', 'src', 'source', 'lib']);
const SOURCES = ['src/', '', 'source/', 'lib/', 'app/', 'server/'];
const SOURCE_EXTENSIONS: Readonly<Record<string, readonly string[]>> = {
  js: ['ts', 'tsx', 'mts', 'cts', 'jsx', 'js'],
  mjs: ['mts', 'ts', 'mjs', 'js'],
  cjs: ['cts', 'ts', 'cjs', 'js'],
  jsx: ['tsx', 'jsx'],
};
/** A larger file is a bundle, not the compiled form of one source file. */
const MAX_BYTES = 1024 * 1024;

/** Identifiers that compilers emit: module formats, helpers for decorators, generators and JSX. */
const COMPILERS_WORDS = new Set(
  `use strict exports require module default Object defineProperty defineProperties value true false undefined enumerable
  configurable writable get set getter setter function var let const return this void new typeof instanceof delete null
  class extends super static async await yield import from export for while switch case break continue throw try catch
  finally else hasOwnProperty prototype call apply bind arguments assign create keys getOwnPropertyNames
  getOwnPropertyDescriptor getOwnPropertySymbols getPrototypeOf setPrototypeOf propertyIsEnumerable indexOf push pop next
  done then resolve reject resolved rejected fulfilled Promise Symbol iterator asyncIterator Iterator Array isArray concat
  slice length TypeError SuppressedError Error name message __esModule __importDefault __importStar __exportStar
  __createBinding __setModuleDefault __awaiter __generator __rest __assign __spreadArray __decorate __param __metadata
  __classPrivateFieldGet __classPrivateFieldSet __classPrivateFieldIn __esDecorate __runInitializers __propKey
  __setFunctionName __asyncValues __asyncGenerator __asyncDelegator __await __makeTemplateObject __rewriteRelativeImportExtension
  __addDisposableResource __disposeResources Reflect decorate metadata design type paramtypes returntype WeakMap WeakSet
  k2 ar il to us ts if in do is of as or no op _this _arguments _super thisArg generator previous
  decorators decorator target object key paramIndex String Boolean Number js
  has add raw desc ownKeys adopt step result body label sent trys ops verb mod jsx jsxs jsxDEV react runtime Fragment
  createElement React _jsx _jsxs _Fragment jsx_runtime`.split(/\s+/),
);

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]+/gu) ?? []);
const SOURCE_MAP = /^\/\/# sourceMappingURL=[^\n]*$/m;
/** `_a` for a temporary value. */
const TEMPORARY = /^_[a-z]{1,2}$/;
/** `require("node:fs")` gets the name `node_fs_1`. */
const ALIAS = /^(.+)_[0-9]+$/;

/** Whether a compiler could have produced one text from the other: every word is from the source or the compiler. */
function isMadeOf(built: string, source: string): boolean {
  // Words in comments do not run, and must not count as words of the source.
  const known = wordsOf(withoutComments(source));
  const partsKnown = new Set([...known].flatMap((word) => word.split('_')));
  return [...wordsOf(built.replace(SOURCE_MAP, ''))].every((word) => {
    if (known.has(word) || COMPILERS_WORDS.has(word) || TEMPORARY.test(word)) return true;
    const alias = ALIAS.exec(word)?.[1];
    return alias?.split('_').every((part) => part.length < 2 || partsKnown.has(part)) === true;
  });
}

/** The possible source files of a compiled script, best first. */
function* sourcePaths(path: string): Generator<string> {
  const dot = path.lastIndexOf('.');
  const extension = path.slice(dot + 1);
  if (!Object.hasOwn(SOURCE_EXTENSIONS, extension)) return;
  const extensions = SOURCE_EXTENSIONS[extension] ?? [];
  const stem = path.slice(0, dot);
  for (const other of extensions) if (other !== extension) yield `${stem}.${other}`;
  const parts = stem.split('/');
  for (const [at, part] of parts.slice(0, -1).entries()) {
    if (!OUTPUTS.has(part)) continue;
    let rest = parts.slice(at + 1);
    for (;;) {
      for (const source of SOURCES)
        for (const other of extensions)
          yield [...parts.slice(0, at), `${source}${rest.join('/')}.${other}`].join('/');
      if (rest.length < 2 || !WITHIN_OUTPUT.has(rest[0] ?? '')) break;
      rest = rest.slice(1);
    }
  }
}

/** The entry points in the manifests and the files that they import. */
function filesRun(
  files: PackageFiles,
  entrypoints: readonly string[],
  namedIn: NamedIn,
): ReadonlySet<string> {
  const run = new Set(entrypoints.filter((path) => files.has(path)));
  // Iterating over a set includes the items added on the way.
  for (const path of run) for (const imported of namedIn(path).imports) run.add(imported);
  return run;
}

/** Whether a string may refer to a file: one path is a suffix of the other. */
const names = (text: string, path: string): boolean => {
  const end = `/${text.replace(/^(?:\.{0,2}\/)+/u, '')}`;
  return `/${path}`.endsWith(end) || end.endsWith(`/${path}`);
};

/** Returns a test for files that the strings of some other files mention without importing them. */
function mentionsIn(paths: Iterable<string>, namedIn: NamedIn): (path: string) => boolean {
  const texts = new Map<string, Set<string>>();
  for (const path of paths)
    for (const text of namedIn(path).texts) {
      const existing = texts.get(fileName(text)) ?? new Set();
      texts.set(fileName(text), existing.add(text));
    }
  return (path) => [...(texts.get(fileName(path)) ?? [])].some((text) => names(text, path));
}

/** Each script that is likely compiled, with its source. */
function* pairsIn(files: PackageFiles): Generator<readonly [built: string, source: string]> {
  for (const [path, bytes] of files) {
    if (bytes.length > MAX_BYTES) continue;
    for (const source of sourcePaths(path)) {
      const original = source === path ? undefined : files.get(source);
      if (original === undefined) continue;
      if (original.length <= MAX_BYTES && isMadeOf(decodeSource(bytes).text, decodeSource(original).text))
        yield [path, source];
      break;
    }
  }
}

/**
 * Scripts that need no analysis of their own, because the package contains them twice: `dist/x.js`, which is compiled
 * from `src/x.ts`, or the source, if manifests declare the compiled script as an entry point. A script with words that
 * the source lacks is not a twin. Since words do not fully distinguish two programs, a script is skipped only if the
 * other one is known to run and nothing shows that the script itself may run. A script that is the same as another one token by
 * token, in another module format, is always a twin.
 * @param entrypoints files that manifests declare as entry points
 * @param product files that are part of the product
 */
export function builtTwins(
  files: PackageFiles,
  entrypoints: readonly string[],
  product: Iterable<string>,
  namedIn: NamedIn,
): ReadonlySet<string> {
  const twins = new Set<string>();
  let run: ReadonlySet<string> | undefined;
  let isMentioned: ReturnType<typeof mentionsIn> | undefined;
  for (const [built, source] of pairsIn(files)) {
    // Computed lazily: most packages contain no twins.
    run ??= filesRun(files, entrypoints, namedIn);
    isMentioned ??= mentionsIn(product, namedIn);
    for (const [kept, left] of [
      [built, source],
      [source, built],
    ] as const)
      if (run.has(kept) && !twins.has(kept) && !run.has(left) && !isMentioned(left)) twins.add(left);
  }
  const isRun = (path: string): boolean => (run ??= filesRun(files, entrypoints, namedIn)).has(path);
  const rest = new Map([...files].filter(([path]) => !twins.has(path)));
  for (const path of formatTwins(rest, isRun, product, namedIn)) twins.add(path);
  return twins;
}
