const http = require("node:http");
const tools = { ping: () => "pong", version: () => "1.0.0" };
const read = async (req) => {
  let body = "";
  for await (const chunk of req) {
    body += chunk;
    if (body.length > 100000) throw new Error("too large");
  }
  return JSON.parse(body);
};
const srv = http.createServer(async (req, res) => {
  const { origin } = req.headers;
  if (origin && origin !== "http://localhost:9000") { res.writeHead(403); return res.end(); }
  if (req.method !== "POST" || req.url !== "/mcp") { res.writeHead(404); return res.end(); }
  try {
    const msg = await read(req);
    const result = msg.method === "tools/list"
      ? { tools: Object.keys(tools).map((name) => ({ name, description: name, inputSchema: { type: "object" } })) }
      : { content: [{ type: "text", text: Object.hasOwn(tools, msg.params.name) ? tools[msg.params.name]() : "unknown" }] };
    res.setHeader("content-type", "application/json");
    res.end(JSON.stringify({ jsonrpc: "2.0", id: msg.id, result }));
  } catch (e) {
    console.error("request failed", e);
    res.writeHead(400);
    res.end();
  }
});
srv.listen(9000, "127.0.0.1");
