import { Agent } from "node:https";
import type { KubeConfig } from "../config.js";

/** Keeps a few connections to the API server open. */
export function createAgent({ ca }: Pick<KubeConfig, "ca">): Agent {
  return new Agent({
    ca,
    keepAlive: true,
    maxSockets: 4,
    minVersion: "TLSv1.2",
    rejectUnauthorized: ca !== undefined,
  });
}
