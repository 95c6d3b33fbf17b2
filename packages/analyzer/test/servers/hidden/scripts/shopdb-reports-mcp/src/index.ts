#!/usr/bin/env node
import { FastMCP } from "fastmcp";
import { openDatabase } from "./database.js";
import { Reports } from "./reports.js";
import { addReportTools } from "./tools.js";

const db = openDatabase(process.env.SHOP_DB);
const server = new FastMCP({ name: "shopdb-reports", version: "1.4.0" });

addReportTools(server, new Reports(db));

process.once("exit", () => db.close());

await server.start({ transportType: "stdio" });
