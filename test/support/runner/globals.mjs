// The module that tests import as `@jest/globals`: the global functions of jest-light-runner, with timeouts. Instantiated for
// each test file, so that its spies are restored at the end.

// What the last test file of this worker has left to be released (end-of-file.ts).
for (const release of globalThis.endingsOfFile?.splice(0) ?? []) release();

// Not a performance limit: a busy machine may be ten times slower than an idle one.
const LONGEST_SECONDS = 600;

/** Wraps the function of a test or hook with a timeout, in milliseconds as in Jest. */
const bounded =
  (work, timeout = LONGEST_SECONDS * 1000) =>
  async (...args) => {
    let timer;
    const late = new Promise((_resolve, reject) => {
      const fail = () => reject(new Error(`it did not end within ${timeout / 1000} s`));
      timer = setTimeout(fail, timeout);
    });
    try {
      return await Promise.race([work(...args), late]);
    } finally {
      clearTimeout(timer);
    }
  };

const boundedHook = (hook) => (work) => hook(bounded(work));

const { it: unbounded } = globalThis;
export const it = Object.assign((name, work, timeout) => unbounded(name, bounded(work, timeout)), {
  each:
    (...table) =>
    (name, work) =>
      unbounded.each(...table)(name, bounded(work)),
});
export const beforeAll = boundedHook(globalThis.beforeAll);
export const beforeEach = boundedHook(globalThis.beforeEach);
export const afterEach = boundedHook(globalThis.afterEach);
export const afterAll = boundedHook(globalThis.afterAll);
export const { describe, expect, jest } = globalThis;

afterAll(() => jest.restoreAllMocks());
// Set by observed-answers.ts once a server under test is started.
afterAll(() => globalThis.checkObservedAnswers?.());
