import { log } from "../log.js";

export class ChatError extends Error {}

export async function answer(tool: string, work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (err) {
    if (err instanceof ChatError) return err.message;
    if (err instanceof Error && err.name === "TimeoutError") return "The chat did not answer in time.";
    log("tool failed", { tool, reason: err instanceof Error ? `${err.name}: ${err.message}` : "unknown" });
    return "The chat could not be used.";
  }
}
