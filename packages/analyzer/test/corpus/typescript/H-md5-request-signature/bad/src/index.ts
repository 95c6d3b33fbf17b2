import { FastMCP } from "fastmcp";
import { z } from "zod";
import { sign } from "./signature.js";

const HOOK = "https://builds.acme-tools.example/hook";
const secret = process.env.BUILD_HOOK_SECRET;
if (!secret) throw new Error("BUILD_HOOK_SECRET is not set");

const server = new FastMCP({ name: "build-trigger", version: "1.7.0" });

server.addTool({
  name: "trigger_build",
  description: "Start a build of a branch",
  annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
  parameters: z.object({ branch: z.enum(["main", "next", "nightly"]) }),
  execute: async ({ branch }) => {
    const body = JSON.stringify({ branch, at: Date.now() });
    const response = await fetch(HOOK, {
      method: "POST",
      headers: { "content-type": "application/json", "x-signature": sign(secret, body) },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(10_000),
    });
    return response.ok ? "Started" : `The hook answered ${response.status}`;
  },
});

await server.start({ transportType: "stdio" });
