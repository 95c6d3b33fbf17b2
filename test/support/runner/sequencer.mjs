import Sequencer from '@jest/test-sequencer';

// Tests that start processes take longest: they run first, so that no worker is left with one at the end.
const FIRST = /\/test\/(journeys|faults)\//;

/** Jest's order (failed before, then the slowest), with the tests that start processes first. */
export default class ProcessesFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [
      ...sorted.filter(({ path }) => FIRST.test(path)),
      ...sorted.filter(({ path }) => !FIRST.test(path)),
    ];
  }
}
