import type { Traits } from '../../engine/values/traits.js';
import { GO_EXTERNALS } from './externals.js';

export const GO_TRAITS: Traits = {
  externals: GO_EXTERNALS,
  severalResults: true,
  listsAreValues: true,
  mapLoops: 'keys and items',
  orderedFields: 'literals',
  numberTypes: /^(?:u?int(?:8|16|32|64)?|float(?:32|64)|bool|byte|rune|Duration|Time)$/u,
  zeroValues: true,
  // A few bytes may be a whole key.
  slicesTexts: false,
  missingKeysRaise: false,
  superIsObject: false,
  enumValues: false,
  decorators: 'function',
  extendsInPlace: false,
  objectOperators: new Set(),
  percentFormats: false,
  linearPatterns: true,
  numberLoops: true,
  opensFiles: false,
  listsArguments: false,
  joinsFromRoot: false,
};
