#!/usr/bin/env node
import { FastMCP } from "fastmcp";
import { addTools } from "./tools.js";

const server = new FastMCP({ name: "pdfscope", version: "0.2.4" });

addTools(server);

await server.start({ transportType: "stdio" });
