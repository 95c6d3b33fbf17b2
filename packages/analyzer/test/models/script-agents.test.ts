import { describe, expect, it } from '@jest/globals';
import { lines } from '../support/flow-rows.js';
import { filesOf, foundIn } from '../support/twins.js';

const GUARD = lines(
  'function lookup(hostname, options, callback) {',
  '  dns.lookup(hostname, { ...options, all: true }, (err, found) => {',
  '    if (err) return callback(err, []);',
  '    if (!found.every((each) => isPublic(each.address))) return callback(new Error("inner"), []);',
  '    return callback(null, found);',
  '  });',
  '}',
);
const CACHE = lines(
  'function lookup(hostname, options, callback) {',
  '  dns.lookup(hostname, options, (err, found) => {',
  '    if (err) return callback(err, []);',
  '    return callback(null, found);',
  '  });',
  '}',
);

/** A tool that fetches its parameter `x`, after some declarations. */
const fetching = (before: string, request: string): Record<string, string> =>
  filesOf(
    lines(
      'HEAD',
      'import dns from "node:dns"; import http from "node:http"; import https from "node:https";',
      'import axios from "axios"; import { Agent, fetch as ask } from "undici"; import { isPublic } from "addresses";',
      before,
      'HIGH',
      'server.tool("page_title", "Title of a page.", { x: z.string().url() }, async ({ x }) => {',
      `  const response = await ${request};`,
      '  return { content: [{ type: "text", text: String(response.status) }] };',
      '});',
    ),
  );

const SIGNAL = 'signal: AbortSignal.timeout(1000)';
const AGENT = 'const agent = new Agent({ connect: { lookup } });';
const PAIR = 'const httpAgent = new http.Agent({ lookup }); const httpsAgent = new https.Agent({ lookup });';

describe('JavaScript agents that check addresses themselves', () => {
  it.each([
    ['a dispatcher', `${GUARD}${AGENT}`, `ask(x, { dispatcher: agent, ${SIGNAL} })`],
    ['a pair of agents', `${GUARD}${PAIR}`, 'axios.get(x, { httpAgent, httpsAgent, timeout: 1000 })'],
    ['a lookup function in the options', GUARD, 'https.get(x, { lookup, timeout: 1000 })'],
  ])('%s that refuses private ones', async (_, before, request) => {
    expect(await foundIn(fetching(before, request), 'MCP-G')).toEqual([]);
  });

  it.each([
    ['a dispatcher that refuses none', `${CACHE}${AGENT}`, `ask(x, { dispatcher: agent, ${SIGNAL} })`],
    ['a dispatcher that limits connections', 'const agent = new Agent({ connections: 2 });', `ask(x, { dispatcher: agent, ${SIGNAL} })`], // prettier-ignore
    ['an agent for one scheme of two', `${GUARD}${PAIR}`, 'axios.get(x, { httpAgent, timeout: 1000 })'],
    ['an agent that is not used', `${GUARD}${AGENT}`, `ask(x, { ${SIGNAL} })`],
  ])('%s', async (_, before, request) => {
    expect(await foundIn(fetching(before, request), 'MCP-G')).not.toEqual([]);
  });
});
