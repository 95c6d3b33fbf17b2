const { FastMCP } = require("fastmcp");
const server = new FastMCP({ name: "colors", version: "1.0.4" });
server.addTool({ name: "red", description: "Returns the hex code of red", execute: async () => "#f00" });
server.start({ transportType: "stdio" });
