import { z } from "zod";
import type { Deployment, KubeEvent, List } from "../kube/types.js";
import { Tool } from "./Tool.js";

const empty = z.object({});

export class ListDeployments extends Tool<typeof empty> {
  readonly name = "list_deployments";
  readonly description = "Lists the deployments of the namespace and how many replicas are ready.";
  readonly schema = empty;

  async execute(): Promise<string> {
    const { items } = await this.api.json<List<Deployment>>("apis/apps/v1", "deployments", { limit: 200 });
    const lines = items.map(({ metadata, spec, status }) => {
      const wanted = spec.replicas ?? 1;
      return `${metadata.name}: ${status.readyReplicas ?? 0}/${wanted} ready, ${status.updatedReplicas ?? 0} updated`;
    });
    return lines.join("\n") || "There are no deployments.";
  }
}

const eventSchema = z.object({
  warningsOnly: z.boolean().default(true),
  limit: z.number().int().min(1).max(100).default(30),
});

export class ListEvents extends Tool<typeof eventSchema> {
  readonly name = "list_events";
  readonly description = "Lists recent events of the namespace, by default only warnings.";
  readonly schema = eventSchema;

  async execute({ warningsOnly, limit }: z.infer<typeof eventSchema>): Promise<string> {
    const { items } = await this.api.json<List<KubeEvent>>("api/v1", "events", {
      limit,
      fieldSelector: warningsOnly ? "type=Warning" : undefined,
    });
    const lines = items.map(
      (event) =>
        `${event.lastTimestamp ?? "-"} ${event.type} ${event.involvedObject.kind}/${event.involvedObject.name} ` +
        `${event.reason}: ${event.message.slice(0, 400)}`,
    );
    return lines.length > 0 ? this.untrusted(lines.join("\n")) : "There are no such events.";
  }
}
