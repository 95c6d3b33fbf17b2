import { ForgeError } from "../forge/client.js";

export interface TextResult {
  [key: string]: unknown;
  content: Array<{ type: "text"; text: string }>;
  isError?: boolean;
}

export async function textResult(produce: () => Promise<string>): Promise<TextResult> {
  try {
    return { content: [{ type: "text", text: await produce() }] };
  } catch (err) {
    if (!(err instanceof ForgeError)) {
      console.error("[forgewatch]", err instanceof Error ? err.message : "unknown failure");
    }
    const text = err instanceof ForgeError ? err.message : "The forge could not be read.";
    return { content: [{ type: "text", text }], isError: true };
  }
}
