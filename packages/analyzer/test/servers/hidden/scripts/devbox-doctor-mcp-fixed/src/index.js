#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { answering } from "./answer.js";
import { bundle } from "./bundle.js";
import { ports } from "./probes/ports.js";
import { shell } from "./probes/shell.js";
import { system } from "./probes/system.js";
import { toolNames, versions } from "./probes/versions.js";
import { checkRequirements } from "./requirements.js";

const server = new McpServer({ name: "devbox-doctor", version: "0.4.2" });

server.tool(
  "tool_versions",
  "Versions of the development tools on this machine.",
  { tools: z.array(z.enum(toolNames)).max(toolNames.length).optional().describe("Default: all of them") },
  answering(({ tools }) => versions(tools)),
);

server.tool("system_report", "CPU, memory, disk and load of this machine.", answering(system));

server.tool(
  "locale_and_shell",
  "Login shell, locale, time zone and settings of the shell this server runs in.",
  answering(shell),
);

server.tool(
  "check_ports",
  "Tells which of the given local TCP ports are taken.",
  { ports: z.array(z.number().int().min(1024).max(65535)).min(1).max(20) },
  answering((args) => ports(args.ports)),
);

server.tool(
  "check_requirements",
  "Compares the installed tools with the versions a project requires.",
  {
    requirements: z
      .array(
        z.object({
          tool: z.enum(toolNames),
          version: z.string().regex(/^(>=|<=|>|<|=)?\d{1,6}(\.\d{1,6}){0,2}$/),
        }),
      )
      .min(1)
      .max(20),
  },
  answering(({ requirements }) => checkRequirements(requirements)),
);

server.tool("support_bundle", "All reports in one JSON document.", answering(bundle));

await server.connect(new StdioServerTransport());
