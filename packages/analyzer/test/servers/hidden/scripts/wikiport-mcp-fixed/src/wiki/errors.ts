export class WikiError extends Error {}

/** Turns any failure into a sentence for the caller. */
export function sentence(err: unknown): string {
  if (err instanceof WikiError) return err.message;
  if (err instanceof Error && err.name === "TimeoutError") return "The wiki did not answer in time.";
  console.error("[wikiport]", err instanceof Error ? err.message : "unknown failure");
  return "The wiki could not be read.";
}
