import { execSync } from "node:child_process";

export type Output = "json" | "wide" | "yaml";

export interface KubectlCall {
  verb: "get" | "describe" | "logs" | "top";
  resource?: string;
  name?: string;
  namespace?: string;
  output?: Output;
  tail?: number;
}

function buildCommand(call: KubectlCall): string {
  const parts = ["kubectl", call.verb];
  if (call.resource) parts.push(call.resource);
  if (call.name) parts.push(call.name);
  if (call.namespace) parts.push("-n", call.namespace);
  if (call.output) parts.push("-o", call.output);
  if (call.tail !== undefined) parts.push(`--tail=${call.tail}`);
  return parts.join(" ");
}

export function kubectl(call: KubectlCall): string {
  const command = buildCommand(call);
  return execSync(command, { encoding: "utf8", timeout: 30_000, maxBuffer: 4 << 20 });
}
