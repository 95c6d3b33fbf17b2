import { kubectl } from "./kubectl.js";

type Args = Record<string, any>;

export const tools = [
  {
    name: "pod_status",
    description: "Phase and restart count of one pod",
    inputSchema: {
      type: "object" as const,
      properties: { pod: { type: "string" }, namespace: { type: "string", default: "default" } },
      required: ["pod"],
    },
    annotations: { readOnlyHint: true },
    run(a: Args) {
      const raw = kubectl({ verb: "get", resource: "pod", name: a.pod, namespace: a.namespace ?? "default", output: "json" });
      const pod = JSON.parse(raw);
      return {
        phase: String(pod.status?.phase),
        restarts: (pod.status?.containerStatuses ?? []).reduce((n: number, c: any) => n + Number(c.restartCount), 0),
      };
    },
  },
  {
    name: "node_count",
    description: "How many nodes the cluster has",
    inputSchema: { type: "object" as const, properties: {} },
    annotations: { readOnlyHint: true },
    run() {
      const list = JSON.parse(kubectl({ verb: "get", resource: "nodes", output: "json" }));
      return { nodes: list.items.length };
    },
  },
];
