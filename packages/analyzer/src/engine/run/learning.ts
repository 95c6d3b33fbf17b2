import type { Frame } from '../frame.js';
import type { FactStore } from '../machine.js';
import type { Fact } from '../values/value.js';

/** Applies facts, if there are any. */
export const learning = (frame: Frame, machine: FactStore, facts: readonly Fact[] | undefined): void => {
  if (facts && facts.length > 0) machine.learn(facts, frame);
};

/** What `break` and `continue` may name. */
export type Labelled = Pick<Frame['exits'][number], 'label'>;

/** The label of a statement, if it has one. */
export const labelled = ({ label }: Labelled): Labelled => (label === undefined ? {} : { label });
