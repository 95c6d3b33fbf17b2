import "reflect-metadata";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { z } from "zod";

interface Meta {
  name: string;
  description: string;
  schema: z.ZodRawShape;
  method: string;
}

const KEY = Symbol("tools");

export function Tool(name: string, description: string, schema: z.ZodRawShape = {}) {
  return (target: object, method: string): void => {
    const list: Meta[] = Reflect.getMetadata(KEY, target) ?? [];
    Reflect.defineMetadata(KEY, [...list, { name, description, schema, method }], target);
  };
}

export function register(server: McpServer, controller: object): void {
  const list: Meta[] = Reflect.getMetadata(KEY, Object.getPrototypeOf(controller)) ?? [];
  for (const { name, description, schema, method } of list) {
    server.registerTool(name, { description, inputSchema: schema, annotations: { readOnlyHint: true } }, async (args: unknown) => {
      try {
        const value = await (controller as Record<string, (a: unknown) => Promise<unknown>>)[method](args);
        return { content: [{ type: "text", text: JSON.stringify(value) }] };
      } catch (e) {
        console.error(`${name}: ${e instanceof Error ? e.message : "failed"}`);
        return { isError: true, content: [{ type: "text", text: "no rates are available at the moment" }] };
      }
    });
  }
}
