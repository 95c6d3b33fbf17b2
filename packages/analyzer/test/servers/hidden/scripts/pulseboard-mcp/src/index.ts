#!/usr/bin/env node
import { loadConfig } from "./config.js";
import { createListener } from "./http/listener.js";
import { Sessions } from "./http/sessions.js";
import { Pulse } from "./pulse.js";
import { buildServer } from "./server.js";

const config = loadConfig();
const pulse = new Pulse(config);
const sessions = new Sessions(() => buildServer(pulse));
const listener = createListener(config, sessions);

listener.listen(config.port, "127.0.0.1", () => {
  console.error(`[pulseboard] listening on 127.0.0.1:${config.port}`);
});

process.once("SIGTERM", () => {
  listener.close();
  void sessions.closeAll().finally(() => process.exit(0));
});
