import { readFileSync } from "node:fs";

export interface KubeConfig {
  server: URL;
  namespace: string;
  tokenFile: string;
  ca?: string;
}

function need(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

export function loadConfig(env: NodeJS.ProcessEnv = process.env): KubeConfig {
  const server = new URL(need(env, "KUBE_API_SERVER"));
  if (server.protocol !== "https:") throw new Error("KUBE_API_SERVER has to use https");

  const namespace = need(env, "KUBE_NAMESPACE");
  if (!/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(namespace)) {
    throw new Error("KUBE_NAMESPACE is not a valid name");
  }
  return {
    server,
    namespace,
    tokenFile: need(env, "KUBE_TOKEN_FILE"),
    ca: env.KUBE_CA_FILE ? readFileSync(env.KUBE_CA_FILE, "utf8") : undefined,
  };
}
