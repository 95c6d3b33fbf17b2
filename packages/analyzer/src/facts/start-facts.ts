import { compareText } from '../common/text-order.js';
import type { PackageFiles } from '../files/source-file.js';
import type { TextFile } from '../files/text-file.js';
import { languageNamed } from '../languages/index.js';
import { readJson } from '../packages/json-document.js';
import type { Manifest, PackageFacts } from '../packages/package-facts.js';
import { normalizedPypiName } from '../packages/package-names.js';
import { itemsAt, textAt, fieldsOf } from '../packages/values.js';

// A configuration of a client that has more of them could set anything.
const MAX_NAMES = 500;

/** Methods of the environment: `os.environ.get`. */
const METHODS =
  /^(?:get|pop|setdefault|copy|items|keys|values|update|clear|popitem|hasOwnProperty|toString|constructor)$/u;

/** What variables and commands are called; anything else is no name for a shell or a file. */
const VARIABLE = /^[A-Za-z_]\w{0,199}$/u;
const COMMAND = /^[\w.@+-]{1,200}$/u;

/** What a configuration of a client can use of a package. */
export interface StartFacts {
  /** The commands that its installation adds, sorted. */
  readonly commands: readonly string[];
  /** The environment variables that its code reads or its `server.json` declares, sorted. */
  readonly variables: readonly string[];
}

/** The environment variables that texts of product code read by their names. */
export function* variablesInTexts(texts: readonly TextFile[]): Generator<string> {
  for (const { role, language, text } of texts)
    if ((role === 'product' || role === 'minified') && language !== undefined)
      yield* languageNamed(language).environmentNames(text);
}

/** The variables in the document for registries that a package may have: `packages[].environmentVariables[].name`. */
function variablesDeclared(files: PackageFiles): string[] {
  const bytes = files.get('server.json');
  if (bytes === undefined) return [];
  try {
    const document = fieldsOf(readJson(Buffer.from(bytes).toString('utf8'))) ?? {};
    return itemsAt(document, 'packages').flatMap((each) =>
      itemsAt(each, 'environmentVariables').flatMap((variable) => textAt(variable, 'name') ?? []),
    );
  } catch {
    return [];
  }
}

const named = (names: Iterable<string>, pattern: RegExp): string[] =>
  [...new Set(names)]
    .filter((name) => pattern.test(name))
    .sort(compareText)
    .slice(0, MAX_NAMES);

/** Whether a manifest is about the package of another one: `METADATA` and `pyproject.toml` write its name differently. */
const isOfPackage = (manifest: Manifest, main: Manifest): boolean =>
  manifest === main ||
  (manifest.ecosystem === main.ecosystem &&
    normalizedPypiName(manifest.name ?? '') === normalizedPypiName(main.name ?? ''));

/**
 * The facts about the start of a package.
 * @param main the manifest that represents it; commands of other packages in the same files are not its own
 * @param read the variables that its code reads
 */
export function startFacts(
  files: PackageFiles,
  { manifests }: Pick<PackageFacts, 'manifests'>,
  main: Manifest | undefined,
  read: Iterable<string>,
): StartFacts {
  const own = main === undefined ? [] : manifests.filter((each) => isOfPackage(each, main));
  return {
    commands: named(
      own.flatMap(({ commands }) => commands),
      COMMAND,
    ),
    variables: named(
      [...read, ...variablesDeclared(files)].filter((name) => !METHODS.test(name)),
      VARIABLE,
    ),
  };
}
