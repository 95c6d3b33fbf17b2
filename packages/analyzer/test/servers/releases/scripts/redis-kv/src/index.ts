#!/usr/bin/env node
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { createServer } from "./server.js";
import { RedisStore } from "./store.js";

const store = new RedisStore(process.env.REDIS_URL ?? "redis://127.0.0.1:6379/0", "agent-kv");
await createServer(store).connect(new StdioServerTransport());
