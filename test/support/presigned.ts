import type { ApiClient, ApiResponse } from './api-client.js';
import { artifactPath, digestOf, publish } from './builders.js';

/** The instruction for an upload (registry contract 8). */
export interface Instruction {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Requests a presigned URL: `kind=evidence&evidence_kind=sbom`. */
export const presign = (
  actor: ApiClient,
  org: string,
  bytes: Uint8Array | string,
  query: string,
): Promise<ApiResponse> => actor.post(`${artifactPath(org, digestOf(bytes), 'presign')}?${query}`);

/** Follows the instruction, optionally with other headers; fetch sets the length itself. */
export async function follow(
  instruction: unknown,
  bytes: Uint8Array,
  more: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { url, method, headers } = instruction as Instruction;
  const { 'Content-Length': _length, ...sent } = headers;
  const answer = await fetch(url, { method, headers: { ...sent, ...more }, body: new Uint8Array(bytes) });
  return answer.status;
}

/** Publishes a version with these bytes, and uploads the same or other ones. */
export async function announceAndPut(
  actor: ApiClient,
  id: string,
  version: string,
  bundle: Uint8Array,
  put = bundle,
): Promise<unknown> {
  const change = { bundle_digest: digestOf(bundle), bundle_size_bytes: bundle.length };
  const { status, text, body } = await publish(actor, id, version, change);
  if (status !== 200) throw new Error(`not published: ${text}`);
  const instruction: unknown = body.bundle_upload;
  const taken = await follow(instruction, put);
  if (taken !== 200) throw new Error(`not put: ${taken}`);
  return instruction;
}
