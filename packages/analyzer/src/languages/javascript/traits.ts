import type { Traits } from '../../engine/values/traits.js';
import { JAVASCRIPT_EXTERNALS } from './externals.js';

export const JAVASCRIPT_TRAITS: Traits = {
  externals: JAVASCRIPT_EXTERNALS,
  severalResults: false,
  listsAreValues: false,
  mapLoops: 'pairs',
  orderedFields: 'nowhere',
  zeroValues: false,
  slicesTexts: true,
  missingKeysRaise: false,
  superIsObject: false,
  enumValues: false,
  decorators: 'member',
  extendsInPlace: false,
  objectOperators: new Set(),
  percentFormats: false,
  linearPatterns: false,
  numberLoops: false,
  // The npm package `open` opens a browser.
  opensFiles: false,
  listsArguments: true,
  joinsFromRoot: false,
};
