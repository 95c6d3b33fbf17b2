#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { ThinkingSession } from "./session.js";

const DESCRIPTION = `A tool for reflective problem solving through a sequence of thoughts.

When to use this tool:
- Breaking down complex problems into steps
- Planning with room for revision
- Problems whose full scope is not clear at the beginning

You should:
1. Start with an estimate of the steps that are needed, and be ready to adjust it
2. Feel free to question or revise earlier steps
3. Call reset_thinking before you begin a new problem
4. Only set nextNeeded to false when you are satisfied with the answer`;

const session = new ThinkingSession();
const server = new McpServer({ name: "step-thinking", version: "0.4.0" });

server.registerTool(
  "think_step",
  {
    title: "Think one step",
    description: DESCRIPTION,
    inputSchema: {
      thought: z.string().min(1).max(8000).describe("Your current step"),
      number: z.number().int().min(1).max(1000).describe("Number of this step"),
      total: z.number().int().min(1).max(1000).describe("Estimate of the steps needed"),
      nextNeeded: z.boolean().describe("Whether another step is needed"),
      revises: z.number().int().min(1).optional().describe("Number of the step that is reconsidered"),
      branch: z.string().max(60).optional().describe("Name of the branch"),
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  async ({ nextNeeded, ...step }) => {
    try {
      return { content: [{ type: "text", text: JSON.stringify({ ...session.record(step), nextNeeded }) }] };
    } catch (e) {
      return { isError: true, content: [{ type: "text", text: e instanceof RangeError ? e.message : "the step was not recorded" }] };
    }
  },
);

server.registerTool("reset_thinking", { description: "Forget the steps so far", inputSchema: {} }, async () => {
  session.reset();
  return { content: [{ type: "text", text: "ready" }] };
});

await server.connect(new StdioServerTransport());
