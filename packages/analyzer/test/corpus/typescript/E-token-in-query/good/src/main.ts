import { FastMCP } from "fastmcp";
import { z } from "zod";
import { TrackerClient } from "./tracker-client.js";

const token = process.env.TRACKER_TOKEN;
if (!token) throw new Error("TRACKER_TOKEN is not set");

const tracker = new TrackerClient(token);
const server = new FastMCP({ name: "tracker", version: "0.2.0" });

server.addTool({
  name: "open_issue_count",
  description: "Number of open issues of a project",
  annotations: { readOnlyHint: true, openWorldHint: true },
  parameters: z.object({ project: z.number().int().positive() }),
  execute: async ({ project }) => String(await tracker.openIssues(project)),
});

await server.start({ transportType: "stdio" });
