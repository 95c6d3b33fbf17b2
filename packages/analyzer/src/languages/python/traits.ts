import type { Traits } from '../../engine/values/traits.js';
import { PYTHON_EXTERNALS } from './externals.js';

export const PYTHON_TRAITS: Traits = {
  externals: PYTHON_EXTERNALS,
  severalResults: false,
  listsAreValues: false,
  mapLoops: 'keys',
  orderedFields: 'calls',
  zeroValues: false,
  slicesTexts: true,
  missingKeysRaise: true,
  superIsObject: true,
  enumValues: true,
  decorators: 'function',
  extendsInPlace: true,
  objectOperators: new Set(['/', '%', '|']),
  percentFormats: true,
  keyWriter: '__setitem__',
  slashClass: 'pathlib.Path()',
  productFunction: 'operator.mul',
  genericTypes:
    /^(?:(?:typing|typing_extensions|collections\.abc)\.)?(?:Annotated|Optional|Union|List|Sequence|Set|Tuple|list|set|tuple|frozenset)$/u,
  suppression: {
    managers: /^(?:contextlib\.suppress|(?:anyio|trio)\.move_on_(?:after|at))\(\)$/u,
    exits: ['__exit__', '__aexit__'],
  },
  linearPatterns: false,
  numberLoops: false,
  opensFiles: true,
  listsArguments: false,
  joinsFromRoot: true,
};
