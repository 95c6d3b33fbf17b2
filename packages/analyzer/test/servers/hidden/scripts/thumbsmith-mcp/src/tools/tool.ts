import type { z } from "zod";
import type { ThumbConfig } from "../config.js";
import type { Library } from "../library.js";

export interface Content {
  [key: string]: unknown;
  type: "text" | "image";
}

export abstract class MediaTool<S extends z.ZodTypeAny = z.ZodTypeAny> {
  abstract readonly name: string;
  abstract readonly description: string;
  abstract readonly schema: S;

  constructor(
    protected readonly library: Library,
    protected readonly config: ThumbConfig,
  ) {}

  abstract execute(args: z.infer<S>): Promise<Content[]>;

  protected text(value: unknown): Content[] {
    return [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value, null, 2) }];
  }
}
