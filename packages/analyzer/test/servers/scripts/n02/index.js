import { FastMCP } from "fastmcp";
import { z } from "zod";
const EMAIL = /^([a-zA-Z0-9]+)+@([a-z]+)+\.com$/;
const server = new FastMCP({ name: "mailcheck", version: "1.0.0" });
server.addTool({
  name: "is_email",
  description: "Checks an address",
  parameters: z.object({ address: z.string() }),
  execute: async ({ address }) => (EMAIL.test(address) ? "yes" : "no"),
});
server.start({ transportType: "stdio" });
