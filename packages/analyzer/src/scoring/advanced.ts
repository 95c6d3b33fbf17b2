import { CONTROL_CATALOG } from './control-catalog.js';
import { levelOf } from './levels.js';

/** What of an analysis decides about level 3, besides stored evidence. */
export interface AdvancedFacts {
  readonly globalScore: number;
  readonly msssLevel: number;
  /** The number of open findings that are more than low. */
  readonly findingsAboveLow: number;
  /** The ids of the controls that passed. */
  readonly passed: ReadonlySet<string>;
}

/** The highest level of a version without stored evidence (analysis contract 8). */
export const HIGHEST_WITHOUT_EVIDENCE = 2;

/** Whether an analysis meets the conditions of level 3 besides stored evidence (analysis contract 8). */
export const isAdvanced = ({ globalScore, msssLevel, findingsAboveLow, passed }: AdvancedFacts): boolean =>
  levelOf(globalScore) === 3 &&
  msssLevel === 3 &&
  findingsAboveLow === 0 &&
  CONTROL_CATALOG.every(({ id }) => passed.has(id));
