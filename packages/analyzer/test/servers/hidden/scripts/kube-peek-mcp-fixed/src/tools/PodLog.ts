import { z } from "zod";
import { NAME, Tool } from "./Tool.js";

const schema = z.object({
  pod: z.string().regex(NAME),
  container: z.string().regex(NAME).optional(),
  lines: z.number().int().min(1).max(500).default(100),
  previous: z.boolean().default(false),
});

export class PodLog extends Tool<typeof schema> {
  readonly name = "pod_log";
  readonly description = "Shows the last log lines of a pod.";
  readonly schema = schema;

  async execute(args: z.infer<typeof schema>): Promise<string> {
    const log = await this.api.text("api/v1", `pods/${args.pod}/log`, {
      container: args.container,
      tailLines: args.lines,
      limitBytes: 256 * 1024,
      previous: args.previous,
    });
    return log.trim() === "" ? "The log is empty." : this.untrusted(log);
  }
}
