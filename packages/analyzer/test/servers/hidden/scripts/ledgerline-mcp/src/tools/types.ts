import type { z } from "zod";
import type { Principal } from "../auth.js";
import type { LedgerApi } from "../api.js";
import type { Role } from "../config.js";

export interface ToolContext {
  api: LedgerApi;
  principal: Principal;
  maxRefund: number;
}

export interface ToolSpec<S extends z.ZodTypeAny = z.ZodTypeAny> {
  name: string;
  description: string;
  roles: readonly Role[];
  schema: S;
  inputSchema: { type: "object"; properties: Record<string, unknown>; required?: string[] };
  run(args: z.infer<S>, ctx: ToolContext): Promise<unknown>;
}

export function defineTool<S extends z.ZodTypeAny>(spec: ToolSpec<S>): ToolSpec {
  return spec as unknown as ToolSpec;
}
