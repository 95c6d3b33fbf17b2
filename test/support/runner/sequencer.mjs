import Sequencer from '@jest/test-sequencer';

// Tests of whole processes take longest: they come first, so that no worker is left with one at the end.
const FIRST = /\/test\/(journeys|faults)\//;

/** Jest's order (failed before, then the longest), with the tests of whole processes in front. */
export default class ProcessesFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [
      ...sorted.filter(({ path }) => FIRST.test(path)),
      ...sorted.filter(({ path }) => !FIRST.test(path)),
    ];
  }
}
