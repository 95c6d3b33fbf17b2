import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

type Handler<A> = (args: A) => Promise<CallToolResult>;

/** Turns exceptions of a handler into an error result. */
export function wrap<A>(tool: string, handler: Handler<A>): Handler<A> {
  return async (args) => {
    try {
      return await handler(args);
    } catch (err) {
      const error = err instanceof Error ? err : new Error(String(err));
      console.error(`${tool} failed: ${error.name}`);
      return { isError: true, content: [{ type: "text", text: `${tool} failed\n${error.stack}` }] };
    }
  };
}
