/** Returns a function from changed files to the test files that they can affect most directly. */
export function createAffectedTests(): (changed: readonly string[]) => string[];
