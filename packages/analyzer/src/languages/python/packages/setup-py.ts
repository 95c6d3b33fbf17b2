import { folderOf, withoutDots } from '../../../files/package-path.js';
import type { SourcePackage } from '../../../files/source-file.js';
import type { DeclaredDependency, DependencyList, Manifest } from '../../../packages/package-facts.js';
import { checkCount, type PackagingFile } from '../../../packages/packaging-file.js';
import { defined } from '../../../packages/values.js';
import { Markers } from './markers.js';
import { declaredOf, type RequiredIn } from './python-facts.js';
import { parseRequirement } from './requirement.js';
import { SetupArguments, type Literal, type Strings } from './setup-arguments.js';

/** The dependencies among strings. */
const declaredAmong = (items: readonly Literal[], where: RequiredIn): DeclaredDependency[] =>
  items.flatMap(({ text, line }) => {
    const requirement = parseRequirement(text);
    return requirement === undefined ? [] : [declaredOf(requirement, where, line)];
  });

/** A file that may be a list of requirements, and one that is likely to be the list of the product's. */
const LIST = /\.(?:txt|in|pip)$/iu;
const LIKELY = /^(?!.*(?:dev|test|doc|lint)).*(?:require|depend)[^/]*\.(?:txt|in|pip)$/iu;

/** The files of the package that a program reads for an argument: `open("requirements.txt").read().split()`. */
function filesAmong(
  path: string,
  literals: readonly Literal[],
  { files }: SourcePackage,
  named = LIST,
): string[] {
  return [...new Set(literals.map(({ text }) => text))]
    .filter((text) => text.length < 300 && named.test(text))
    .filter((text) => {
      const target = withoutDots(`${folderOf(path)}${text}`);
      return target !== undefined && files.has(target);
    });
}

/** What is not known of the dependencies, in words. */
function unlistedIn({ items, isComputed }: Strings, files: readonly string[]): string | undefined {
  if (isComputed && files.length === 0) return 'computes its dependencies';
  return items.some(({ text }) => parseRequirement(text) === undefined)
    ? 'has dependencies that cannot be read'
    : undefined;
}

/** The literals in `setup.py`. It is a program: of computed values, what it reads may be known. */
export function readSetupPy({ path, text }: PackagingFile, source: SourcePackage): Manifest {
  const given = new SetupArguments(text);
  const required = given.list('install_requires');
  const extra = given.listsIn('extras_require');
  const markers = new Markers(given.text('python_requires'));
  const of = (kind: DeclaredDependency['kind']): RequiredIn => ({ kind, manifest: path, markers });
  const dependencies = [
    ...declaredAmong(required.items, of('runtime')),
    ...declaredAmong(extra.items, of('optional')),
    ...declaredAmong(given.list('tests_require').items, of('dev')),
  ];
  checkCount(dependencies.length);
  const named = filesAmong(path, required.others, source);
  // A variable that has what an earlier statement read.
  const read =
    required.isComputed && named.length === 0 ? filesAmong(path, given.strings(), source, LIKELY) : named;
  const lists: DependencyList[] = [
    ...read.map((file) => ({ file, kind: 'runtime' as const })),
    ...filesAmong(path, extra.others, source).map((file) => ({ file, kind: 'optional' as const })),
  ];
  const scripts = new Map(
    given.list('console_scripts').items.flatMap(({ text: script }) => {
      const [name = '', target] = script.split('=', 2);
      return target === undefined ? [] : [[name.trim(), target.trim()] as const];
    }),
  );
  return {
    path,
    ecosystem: 'PyPI',
    ...defined('name', given.text('name')),
    ...defined('version', given.text('version')),
    ...defined('description', given.text('description')),
    ...defined('license', given.text('license')),
    ...defined('repository', given.text('url')),
    dependencies,
    ...(lists.length > 0 && { lists }),
    ...defined('unlisted', unlistedIn(required, read)),
    installScripts: [],
    scripts,
    entrypoints: [...new Set(scripts.values())],
    commands: [...scripts.keys()],
  };
}
