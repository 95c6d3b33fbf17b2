import { setTimeout as wait } from 'node:timers/promises';
import { digestOf } from './product.mjs';
import { send, sendJson } from './load.mjs';

// Each request costs the measured machine a millisecond or two.
const POLL_MS = 50;
const LONGEST_MS = 10 * 60_000;
const UNFINISHED = new Set(['INGESTED', 'ANALYZING']);

/**
 * Uploads a bundle, and returns the function that finalizes the upload, as the command-line client does it. That returns the
 * path of the version.
 * @param {Awaited<ReturnType<typeof import('./hub.mjs').startHub>>} hub
 * @param {{name: string, version: string, bundle: Buffer}} version
 */
export async function upload({ server, token }, { name, version, bundle }) {
  const post = (path, json, expect) =>
    sendJson(server.origin, { method: 'POST', path, headers: token, json, expect });
  const request = { mcp_name: name, mcp_version: version, bundle_digest: digestOf(bundle) };
  const { upload_id: id, bundle_upload_url: url } = await post('/api/v1/uploads/init', request, 201);
  const { pathname, search } = new URL(url);
  const headers = { 'Content-Type': 'application/gzip', 'Content-Length': bundle.length };
  const sent = await send(server.origin, { method: 'PUT', path: pathname + search, headers, body: bundle });
  if (sent.status !== 204) throw new Error(`the upload answered ${sent.status}: ${sent.body}`);
  return () => post(`/api/v1/uploads/${id}/finalize`, {});
}

/** The status of the newest version of an MCP. */
async function statusOf({ server, token }, name) {
  const { status, body } = await send(server.origin, { path: `/api/v1/mcps/${name}`, headers: token });
  if (status !== 200) throw new Error(`the MCP answered ${status}: ${body}`);
  return JSON.parse(body).latest_version.status;
}

/** Waits until the newest versions of some MCPs have their verdicts. @throws when one has failed */
export async function verdicts(hub, names) {
  const until = performance.now() + LONGEST_MS;
  for (const name of names) {
    let status = await statusOf(hub, name);
    while (UNFINISHED.has(status)) {
      if (performance.now() > until) throw new Error('the analyses took too long');
      await wait(POLL_MS);
      status = await statusOf(hub, name);
    }
    if (status === 'FAILED') throw new Error(`the analysis of ${name} has failed`);
  }
}
