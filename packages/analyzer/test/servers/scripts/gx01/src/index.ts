import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { Octokit } from "@octokit/rest";
import { z } from "zod";
const token = process.env.GITHUB_TOKEN;
if (!token) {
  console.error("GITHUB_TOKEN is not set");
  process.exit(1);
}
const octokit = new Octokit({ auth: token, request: { timeout: 10_000 } });
const repo = { owner: z.string().regex(/^[\w-]+$/), repo: z.string().regex(/^[\w.-]+$/) };
const text = (t: string) => ({ content: [{ type: "text" as const, text: t }] });
const server = new McpServer({ name: "github", version: "1.3.0" });
server.tool("star_count", "Number of stars", repo, async (r) => text(String((await octokit.repos.get(r)).data.stargazers_count)));
server.tool("create_issue", "Opens an issue", { ...repo, title: z.string().max(200), body: z.string().max(10_000).optional() }, async ({ owner, repo: name, title, body }) => {
  const { data } = await octokit.issues.create({ owner, repo: name, title, body });
  return text(`Created #${data.number}: ${data.html_url}`);
});
server.tool("search_code", "Counts code search results", { q: z.string() }, async ({ q }) => {
  const iterator = octokit.paginate.iterator(octokit.rest.search.code, { q, per_page: 50 });
  let n = 0;
  for await (const { data } of iterator) {
    n += data.length;
    if (n >= 200) break;
  }
  return text(`${n}`);
});
await server.connect(new StdioServerTransport());
