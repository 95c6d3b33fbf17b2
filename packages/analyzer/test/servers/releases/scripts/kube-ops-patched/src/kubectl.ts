import { execFileSync } from "node:child_process";

const DNS_LABEL = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/;

function label(value: string, what: string): string {
  if (typeof value !== "string" || !DNS_LABEL.test(value)) throw new Error(`invalid ${what}`);
  return value;
}

export type Output = "json" | "wide" | "yaml";

export interface KubectlCall {
  verb: "get" | "describe" | "logs" | "top";
  resource?: string;
  name?: string;
  namespace?: string;
  output?: Output;
  tail?: number;
}

function buildArgs(call: KubectlCall): string[] {
  const parts: string[] = [call.verb];
  if (call.resource) parts.push(label(call.resource, "resource"));
  if (call.name) parts.push(label(call.name, "name"));
  if (call.namespace) parts.push("-n", label(call.namespace, "namespace"));
  if (call.output) parts.push("-o", call.output);
  if (call.tail !== undefined) parts.push(`--tail=${call.tail}`);
  return parts;
}

export function kubectl(call: KubectlCall): string {
  return execFileSync("kubectl", buildArgs(call), { encoding: "utf8", timeout: 30_000, maxBuffer: 4 << 20 });
}
