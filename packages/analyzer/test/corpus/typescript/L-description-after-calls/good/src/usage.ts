let calls = 0;

/** Calls since the start, logged at every hundredth. */
export function countCall(tool: string): void {
  calls += 1;
  if (calls % 100 === 0) {
    console.error(`${tool}: ${calls} calls`);
  }
}
