import { describe, expect, it } from '@jest/globals';
import { analyze } from '../../src/analysis/analyze.js';
import { lines } from '../support/flow-rows.js';

/** The reach of the commands in a package that are built from input, and its score. */
async function reachesOf(path: string, source: string): Promise<{ reaches: string[]; security: number }> {
  const { report } = await analyze(new Map([[path, Buffer.from(source)]]));
  const commands = report.findings.filter(({ vulnerability_class }) => vulnerability_class === 'A');
  return { reaches: commands.map(({ reach }) => reach), security: report.scores.security_score };
}

describe('requests other than tool calls', () => {
  it.each([
    ['SubscribeRequestSchema', 'uri'],
    ['UnsubscribeRequestSchema', 'uri'],
    ['"resources/subscribe"', 'uri'],
    ['ReadResourceRequestSchema', 'uri'],
    ['CompleteRequestSchema', 'argument.value'],
    ['"completion/complete"', 'ref.uri'],
    ['GetPromptRequestSchema', 'arguments.topic'],
    ['SetLevelRequestSchema', 'level'],
    ['z.object({ method: z.literal("example/run") })', 'command'],
  ])('of %s are tainted', async (schema, field) => {
    const source = lines(
      'import { exec } from "node:child_process";',
      'import { z } from "zod";',
      'import { Server } from "@modelcontextprotocol/sdk/server/index.js";',
      'import * as types from "@modelcontextprotocol/sdk/types.js";',
      'const server = new Server({ name: "a", version: "1" });',
      `server.setRequestHandler(${schema.replace(/^[A-Z]/u, (first) => `types.${first}`)}, async (request) => {`,
      `  exec("mount " + request.params.${field});`,
      '  return {};',
      '});',
    );
    const { reaches, security } = await reachesOf('index.js', source);
    expect(reaches).toEqual(['handler']);
    expect(security).toBeLessThanOrEqual(18);
  });

  it.each([
    ['subscribe_resource', 'uri: AnyUrl', 'uri'],
    ['unsubscribe_resource', 'uri: AnyUrl', 'uri'],
    ['completion', 'ref, argument, context', 'argument.value'],
    ['read_resource', 'uri: AnyUrl', 'uri'],
  ])('of @server.%s() are tainted', async (decorator, parameters, value) => {
    const source = lines(
      'import os',
      'from pydantic import AnyUrl',
      'from mcp.server.lowlevel import Server',
      'server = Server("a")',
      `@server.${decorator}()`,
      `async def handle(${parameters}):`,
      `    os.system(f"mount {${value}}")`,
    );
    const { reaches, security } = await reachesOf('server.py', source);
    expect(reaches).toEqual(['handler']);
    expect(security).toBeLessThanOrEqual(18);
  });
});
