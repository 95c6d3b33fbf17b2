const [major] = process.versions.node.split(".").map(Number);
if (major < 18) {
  console.error("mcp-colors needs Node.js 18 or newer");
  process.exit(1);
}
