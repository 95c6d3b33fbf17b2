#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { repoPath, revision } from "./arguments.js";
import { git } from "./git.js";
import { handled, quoted, say } from "./reply.js";
import { Repos } from "./repos.js";

const repos = await Repos.open(process.env.GITGLANCE_ROOT);
const server = new McpServer({ name: "gitglance", version: "1.1.0" });

const repo = z.string().max(100).describe("Name of the repository");
const rev = z.string().max(121).default("HEAD").describe("Branch, tag or commit");
const file = z.string().min(1).max(400).describe("Path of a file in the repository");

server.tool(
  "list_repositories",
  "Lists the repositories that can be read.",
  async () => handled(async () => say((await repos.list()).join("\n") || "There are no repositories."))(undefined),
);

server.tool(
  "git_log",
  "Shows the latest commits, optionally only those that touch one file.",
  { repo, rev, file: file.optional(), count: z.number().int().min(1).max(100).default(20) },
  handled(async (args) => {
    const output = await git(await repos.directory(args.repo), "log", [
      `--max-count=${args.count}`,
      "--date=iso-strict",
      "--format=%h %ad %an: %s",
      "--end-of-options",
      revision(args.rev),
      "--",
      ...(args.file ? [repoPath(args.file)] : []),
    ]);
    return quoted(output);
  }),
);

server.tool(
  "git_show",
  "Shows one commit with its diff.",
  { repo, rev, statOnly: z.boolean().default(false) },
  handled(async (args) => {
    const output = await git(await repos.directory(args.repo), "show", [
      "--no-ext-diff",
      "--no-textconv",
      "--no-color",
      args.statOnly ? "--stat" : "--patch",
      "--end-of-options",
      `${revision(args.rev)}^{commit}`,
      "--",
    ]);
    return quoted(output);
  }),
);

server.tool(
  "git_blame",
  "Tells who last changed the lines of a file.",
  {
    repo,
    rev,
    file,
    from: z.number().int().min(1).max(1_000_000).default(1),
    lines: z.number().int().min(1).max(300).default(60),
  },
  handled(async (args) => {
    const output = await git(await repos.directory(args.repo), "blame", [
      "--no-textconv",
      "--date=short",
      "-L",
      `${args.from},+${args.lines}`,
      revision(args.rev),
      "--",
      repoPath(args.file),
    ]);
    return quoted(output);
  }),
);

server.tool(
  "git_branches",
  "Lists the branches and tags, latest first.",
  { repo, kind: z.enum(["heads", "tags"]).default("heads") },
  handled(async (args) => {
    const output = await git(await repos.directory(args.repo), "for-each-ref", [
      "--sort=-creatordate",
      "--count=100",
      "--format=%(refname:short) %(objectname:short) %(creatordate:short)",
      `refs/${args.kind}`,
    ]);
    return quoted(output);
  }),
);

await server.connect(new StdioServerTransport());
