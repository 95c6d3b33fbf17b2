import { spawn } from "node:child_process";
import type { ToolDef } from "../types.js";

export const podLogs: ToolDef = {
  name: "pod_logs",
  description: "Read the logs of a pod",
  inputSchema: { type: "object", properties: { pod: { type: "string" }, namespace: { type: "string" } }, required: ["pod"] },
  async run(args) {
    const { pod, namespace: ns = "default" } = args as { pod: string; namespace?: string };
    const child = spawn("kubectl", ["logs", "-n", ns, pod, "--tail=50"], { shell: true, timeout: 20000 });
    let size = 0;
    for await (const chunk of child.stdout) size += chunk.length;
    return `${size} bytes of logs`;
  },
};
