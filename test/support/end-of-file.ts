interface Endings {
  /** Run when the next test file of the worker is loaded (runner/globals.mjs). */
  endingsOfFile?: (() => void)[];
}

/**
 * Runs something once the test file and all its hooks have ended. Node.js keeps the module of every test file that a worker has
 * run, with what its variables hold: what is large lets go of its contents here.
 */
export function atEndOfFile(ending: () => void): void {
  const endings = globalThis as Endings;
  (endings.endingsOfFile ??= []).push(ending);
}
