import { derive } from '../../../engine/values/derive.js';
import { SanitizedFor } from '../../../engine/values/taint.js';
import { UNKNOWN, type Value } from '../../../engine/values/value.js';
import { apply } from '../../../models/callbacks.js';
import { fresh } from '../../../models/data.js';
import { byName, check, made, sanitizedFor, nothing, same, type Model } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';
import { baseName, folderName, joinedNormally, normalPath, relativePath } from '../../../models/paths.js';
import { results } from './results.js';
import names from './names.json' with { type: 'json' };

const BELOW = SanitizedFor.PATH | SanitizedFor.LINKS;

const split: Model = (event, machine) =>
  results([folderName(event, machine) ?? UNKNOWN, baseName(0)(event, machine) ?? UNKNOWN], machine);

/** `filepath.WalkDir(root, f)`: f is called with paths below the root. */
const walked: Model = (event, machine) => {
  const path = derive(argument(event, 0), event.frame, machine, { suffix: '%within' });
  apply(argument(event, 1), [path, UNKNOWN, UNKNOWN], event, machine);
  return UNKNOWN;
};

const both = (names: readonly string[], model: Model): Record<string, Model> =>
  byName(
    names.flatMap((name) => [`path/filepath.${name}`, `path.${name}`]),
    model,
  );

/** `filepath.Glob(pattern)`: paths as tainted as the pattern. */
const found: Model = (event, machine) => {
  const rest = derive(argument(event, 0), event.frame, machine, {});
  const list: Value = { ...UNKNOWN, objects: [{ id: machine.newId(), fields: new Map(), rest }] };
  return rest.taints.length > 0 ? results([list, UNKNOWN], machine) : UNKNOWN;
};

/**
 * `os.OpenRoot(folder)`: no path leads out of the folder, so only the folder matters. It is emitted like a listing of
 * the folder.
 */
const opened: Model = (event, machine) => {
  machine.emit({ ...event, callee: UNKNOWN, names: ['os.ReadDir'] });
  return fresh(event, machine);
};

/** File paths. */
export const PATHS: Readonly<Record<string, Model>> = {
  ...both(['Join'], joinedNormally),
  ...both(['Clean', 'Abs'], normalPath(false)),
  'path/filepath.EvalSymlinks': normalPath(true),
  'path/filepath.Rel': relativePath(1),
  ...both(['Base'], baseName(0)),
  ...both(['Dir'], folderName),
  ...both(['Split'], split),
  // A check of the extension does not apply to the whole path.
  ...both(['Ext'], made(0, { sanitizedFor: BELOW, suffix: '%ending' })),
  ...both(['IsAbs', 'Match'], nothing),
  ...both(['ToSlash', 'FromSlash', 'Localize'], same(0)),
  'path/filepath.IsLocal': check(0, SanitizedFor.PATH),
  'io/fs.ValidPath': check(0, SanitizedFor.PATH),
  'path/filepath.Glob': found,
  ...byName(['path/filepath.WalkDir', 'path/filepath.Walk', 'io/fs.WalkDir'], walked),
  ...byName(
    [
      'github.com/cyphar/filepath-securejoin.SecureJoin',
      'github.com/securego/filepath-securejoin.SecureJoin',
    ],
    sanitizedFor(1, BELOW),
  ),
  ...byName(names.paths.withoutTaint, fresh),
  ...byName(['os.OpenRoot', 'os.DirFS'], opened),
};
