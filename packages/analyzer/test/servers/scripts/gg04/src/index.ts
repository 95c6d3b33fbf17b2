import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { chromium, type Browser } from "playwright";
import { z } from "zod";
const SITE = "https://shop.example.com";
let browser: Browser | undefined;
const getBrowser = async () => (browser ??= await chromium.launch({ headless: true }));
const server = new McpServer({ name: "shop-browser", version: "1.0.0" });
server.registerTool("product_price", { description: "Price of a product in our shop", inputSchema: { sku: z.string().regex(/^\d{4,8}$/) }, annotations: { readOnlyHint: true } }, async ({ sku }) => {
  const page = await (await getBrowser()).newPage();
  try {
    await page.goto(`${SITE}/p/${sku}`, { timeout: 15_000 });
    const raw = await page.locator("[data-price]").first().getAttribute("data-price", { timeout: 5000 });
    const price = Number(raw);
    if (!Number.isFinite(price)) throw new Error("no price on the page");
    return { content: [{ type: "text", text: price.toFixed(2) }] };
  } finally {
    await page.close();
  }
});
process.on("SIGINT", async () => {
  await browser?.close();
  process.exit(0);
});
await server.connect(new StdioServerTransport());
