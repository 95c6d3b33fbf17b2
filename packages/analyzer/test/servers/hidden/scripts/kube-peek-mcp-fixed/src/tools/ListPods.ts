import { z } from "zod";
import type { List, Pod } from "../kube/types.js";
import { Tool } from "./Tool.js";

const schema = z.object({
  phase: z.enum(["Pending", "Running", "Succeeded", "Failed", "Unknown"]).optional(),
});

export class ListPods extends Tool<typeof schema> {
  readonly name = "list_pods";
  readonly description = "Lists the pods of the namespace with their state and restarts.";
  readonly schema = schema;

  async execute({ phase }: z.infer<typeof schema>): Promise<string> {
    const { items } = await this.api.json<List<Pod>>("api/v1", "pods", {
      limit: 200,
      fieldSelector: phase ? `status.phase=${phase}` : undefined,
    });
    const pods = items.map((pod) => ({
      name: pod.metadata.name,
      phase: pod.status.phase,
      node: pod.spec.nodeName,
      images: pod.spec.containers.map((container) => container.image),
      restarts: (pod.status.containerStatuses ?? []).reduce((sum, status) => sum + status.restartCount, 0),
      since: pod.metadata.creationTimestamp,
    }));
    return JSON.stringify(pods, null, 2);
  }
}
