import { Agent } from "node:https";
import type { KubeConfig } from "../config.js";

/**
 * Keeps a few connections to the API server open. Without a CA of its own, the
 * certificate of the server is checked against the CAs Node.js knows.
 */
export function createAgent({ ca }: Pick<KubeConfig, "ca">): Agent {
  return new Agent({
    ca,
    keepAlive: true,
    maxSockets: 4,
    minVersion: "TLSv1.2",
    rejectUnauthorized: true,
  });
}
