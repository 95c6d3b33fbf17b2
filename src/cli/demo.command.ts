import type { Command } from 'commander';
import { demoEnvironment } from '../config/demo.js';
import { runServer } from '../server/run-server.js';

const HELP = `
This is the server with DEMO=true. It runs until Ctrl-C, and needs no configuration. After the start it adds the servers
to the catalog and analyzes them, which takes a minute at most, and prints their scores and what a gate says about them.
They come from the npm registry if it answers, otherwise from node_modules. The first administrator gets an organization
with findings, policies and an evaluation, for the dashboard. A second start adds nothing.

All settings are those of the server, such as PORT=8090 npm run demo.`;

/** Defines `demo`: the server with a few MCP servers to look at. */
export function defineDemo(command: Command): void {
  command.addHelpText('after', HELP).action(() => runServer(demoEnvironment()));
}
