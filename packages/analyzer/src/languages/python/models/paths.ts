import { withFacts, derive, taintsHere } from '../../../engine/values/derive.js';
import type { CallEvent } from '../../../engine/events.js';
import type { ValueFactory } from '../../../engine/machine.js';
import { SanitizedFor } from '../../../engine/values/taint.js';
import { externalValue, objectValue, UNKNOWN, type Value } from '../../../engine/values/value.js';
import { fresh } from '../../../models/data.js';
import { byName, made, sanitizedFor, nothing, same, type Model } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';
import {
  baseName,
  commonPath,
  folderName,
  isBelow,
  joinedPath,
  mustBeBelow,
  normalPath,
  relativePath,
} from '../../../models/paths.js';
import names from './names.json' with { type: 'json' };

const PATH = 'pathlib.Path()';
const { targets: IS_PATH } = externalValue(PATH);

const asPath = (value: Value | undefined): Value => ({ ...(value ?? UNKNOWN), targets: IS_PATH });

/** `Path(a, b)`, `path.joinpath(a, b)`: joins parts. */
const path: Model = (event, machine) => asPath(joinedPath(event, machine));

const joinedTo: Model = (event, machine) => {
  const positional = [argument(event, 'receiver'), ...event.arguments.positional];
  return path({ ...event, arguments: { ...event.arguments, positional } }, machine);
};

/** The same path in another form: checks of it count for the original. */
const samePath: Model = (event, machine) => asPath(same()(event, machine));

const resolved: Model = (event, machine) => asPath(normalPath(true, 'receiver')(event, machine));

/** `path.with_name(x)`: derived from the path and the argument. */
const changed: Model = (event, machine) => joinedTo(event, machine);

/** Paths found in a folder: as tainted as the folder's own path. */
const within: Model = (event, machine) => {
  const rest = asPath(derive(argument(event, 'receiver'), event.frame, machine, { suffix: '%within' }));
  return objectValue({ id: machine.newId(), fields: new Map(), rest });
};

const listOf = (items: readonly Value[], machine: ValueFactory): Value =>
  objectValue({ id: machine.newId(), fields: new Map(), items: [...items] });

/** `os.path.split(path)`: its folder and its last part. */
const split: Model = (event, machine) =>
  listOf([folderName(event, machine) ?? UNKNOWN, baseName(0)(event, machine) ?? UNKNOWN], machine);

/** `os.path.splitext(path)`: the path without its extension, and the extension, which contains no separators. */
const splitEnding: Model = (event, machine) => {
  const value = argument(event, 0);
  const stem = derive(value, event.frame, machine, { suffix: '%stem' });
  const ending = derive(value, event.frame, machine, {
    suffix: '%ending',
    sanitizedFor: SanitizedFor.PATH | SanitizedFor.LINKS,
  });
  return listOf([stem, ending], machine);
};

/** `os.path.commonprefix([…])`: common characters, which say nothing about folders. */
const commonCharacters: Model = (event: CallEvent, machine) => {
  const [list] = argument(event, 0).objects;
  const tainted = (list?.items ?? []).find(({ taints }) => taints.length > 0);
  return tainted ? derive(withFacts(tainted, event.frame), event.frame, machine, {}) : UNKNOWN;
};

const NOWHERE_ELSE = SanitizedFor.PATH | SanitizedFor.LINKS;

/** A test against a folder. A folder that a client selected among the program's own is trusted. */
const against =
  (model: Model): Model =>
  (event, machine) => {
    const [base, ...others] = event.arguments.positional;
    if (!base) return model(event, machine);
    const taints = taintsHere(base, event.frame).filter(
      ({ sanitizedFor: bits }) => (bits & NOWHERE_ELSE) !== NOWHERE_ELSE,
    );
    const positional = [{ ...base, taints }, ...others];
    return model({ ...event, arguments: { ...event.arguments, positional } }, machine);
  };

const of = (names: readonly string[], model: Model): Record<string, Model> =>
  byName(
    names.map((name) => `${PATH}.${name}`),
    model,
  );

const FILE_NAME = SanitizedFor.PATH | SanitizedFor.LINKS | SanitizedFor.SHELL | SanitizedFor.SQL;

/** Paths as strings, and `pathlib`. */
export const PATHS: Readonly<Record<string, Model>> = {
  'os.path.join': joinedPath,
  ...byName(['os.path.abspath', 'os.path.normpath'], normalPath(false)),
  'os.path.realpath': normalPath(true),
  'os.path.basename': baseName(0),
  'os.path.dirname': folderName,
  'os.path.split': split,
  'os.path.splitext': splitEnding,
  'os.path.commonpath': commonPath,
  'os.path.commonprefix': commonCharacters,
  'os.path.relpath': relativePath(0),
  ...byName(
    ['os.path.expanduser', 'os.path.expandvars', 'os.path.normcase', 'os.fspath', 'os.fsdecode'],
    same(0),
  ),
  ...byName(names.paths.fileChecks, nothing),
  ...byName(
    ['os.listdir', 'os.getcwd', 'os.getpid', 'tempfile.*', 'shutil.which', 'shutil.disk_usage'],
    fresh,
  ),
  'pathlib.Path': path,
  ...of(['joinpath'], joinedTo),
  ...of(['with_name', 'with_stem', 'with_suffix'], changed),
  ...of(['resolve'], resolved),
  ...of(['absolute', 'expanduser'], samePath),
  ...of(['is_relative_to'], against(isBelow)),
  ...of(
    ['relative_to'],
    against((event, machine) => asPath(mustBeBelow(event, machine))),
  ),
  ...of(['iterdir', 'glob', 'rglob', 'walk'], within),
  ...of(names.paths.pathChecks, nothing),
  'werkzeug.utils.secure_filename': sanitizedFor(0, FILE_NAME),
  'pathvalidate.sanitize_filename': sanitizedFor(0, SanitizedFor.PATH | SanitizedFor.LINKS),
  'werkzeug.utils.safe_join': made(1, { sanitizedFor: SanitizedFor.PATH }),
  'fnmatch.fnmatch': nothing,
};
