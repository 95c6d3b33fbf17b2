#!/usr/bin/env node
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { Rates } from "./rates.js";
import { Tool, register } from "./registry.js";

const code = z.string().regex(/^[A-Z]{3}$/);

class RatesController {
  constructor(private readonly rates: Rates) {}

  @Tool("convert", "Convert an amount between currencies at the daily reference rates", { amount: z.number().positive().max(1e12), from: code, to: code })
  async convert({ amount, from, to }: { amount: number; from: string; to: string }) {
    const table = await this.rates.table();
    const a = table.get(from);
    const b = table.get(to);
    if (!a || !b) return { error: "unknown currency" };
    return { amount, from, to, result: Number(((amount / a) * b).toFixed(4)) };
  }

  @Tool("list_currencies", "Currencies with a reference rate")
  async currencies() {
    return [...(await this.rates.table()).keys()].sort();
  }
}

const server = new McpServer({ name: "fx-rates", version: "0.3.2" });
register(server, new RatesController(new Rates()));
await server.connect(new StdioServerTransport());
