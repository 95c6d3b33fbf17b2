#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { connect, listVms } from "./pve.js";

const Env = z.object({
  PVE_HOST: z.string().regex(/^[A-Za-z0-9.-]+$/),
  PVE_TOKEN_ID: z.string().min(1),
  PVE_TOKEN_SECRET: z.string().min(1),
});

const env = Env.parse(process.env);
const api = connect({ host: env.PVE_HOST, tokenId: env.PVE_TOKEN_ID, secret: env.PVE_TOKEN_SECRET });
const server = new McpServer({ name: "hypervisor-admin", version: "0.2.0" });

server.registerTool(
  "list_vms",
  {
    description: "Virtual machines with id, state and size",
    inputSchema: { onlyRunning: z.boolean().default(false) },
    annotations: { readOnlyHint: true },
  },
  async ({ onlyRunning }) => {
    try {
      const vms = await listVms(api);
      return { content: [{ type: "text", text: JSON.stringify(onlyRunning ? vms.filter((v) => v.running) : vms) }] };
    } catch (e) {
      console.error("list_vms", (e as { code?: string }).code);
      return { isError: true, content: [{ type: "text", text: "the cluster did not answer" }] };
    }
  },
);

await server.connect(new StdioServerTransport());
