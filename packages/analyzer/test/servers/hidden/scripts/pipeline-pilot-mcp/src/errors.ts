/** An error whose message was written for the caller. */
export class PilotError extends Error {}

export function publicMessage(err: unknown): string {
  if (err instanceof PilotError) return err.message;
  const detail = err instanceof Error ? `${err.name}: ${err.message}` : "unknown failure";
  console.error(`[pilot] ${detail}`);
  return "The job could not be run; see the server log.";
}
