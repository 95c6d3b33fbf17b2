import { gzipSync } from 'node:zlib';
import type { ApiClient, ApiResponse } from './api-client.js';
import { digestOf } from './builders.js';

const UPLOADS = '/api/v1/uploads';
export const BUNDLE_TYPE = 'application/gzip';

/** Unique bytes of a bundle. */
export const aBundle = (text: string): Buffer => gzipSync(Buffer.from(text));

/** The response to the start of an upload. */
export interface Initiated {
  readonly upload_id: string;
  readonly bundle_upload_url: string;
  readonly url_expires_at: string;
}

export const initUpload = (
  actor: ApiClient,
  name: string,
  version: string,
  bundle: Uint8Array,
): Promise<ApiResponse> =>
  actor.post(`${UPLOADS}/init`, { mcp_name: name, mcp_version: version, bundle_digest: digestOf(bundle) });

/** Starts an upload that must be accepted. */
export async function initiated(
  actor: ApiClient,
  name: string,
  version: string,
  bundle: Uint8Array,
): Promise<Initiated> {
  const { status, body, text } = await initUpload(actor, name, version, bundle);
  if (status !== 201) throw new Error(`the upload was not started: ${text}`);
  return body as Initiated;
}

/** The path and query of an upload's URL, whose host is the public one. */
export const targetOf = ({ bundle_upload_url: url }: Pick<Initiated, 'bundle_upload_url'>): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** Sends bytes to the URL of an upload, as `anonymous`. */
export const sendBundle = (
  anonymous: ApiClient,
  upload: Pick<Initiated, 'bundle_upload_url'>,
  bundle: Uint8Array,
): Promise<ApiResponse> => anonymous.put(targetOf(upload), new Uint8Array(bundle), BUNDLE_TYPE);

export const finalizeUpload = (
  actor: ApiClient,
  { upload_id: id }: Pick<Initiated, 'upload_id'>,
): Promise<ApiResponse> => actor.post(`${UPLOADS}/${id}/finalize`, {});

/** Pushes a version and returns its id. */
export async function pushed(
  actor: ApiClient,
  anonymous: ApiClient,
  name: string,
  version: string,
  bundle: Uint8Array,
): Promise<string> {
  const upload = await initiated(actor, name, version, bundle);
  const sent = await sendBundle(anonymous, upload, bundle);
  if (sent.status !== 204) throw new Error(`the bytes were refused: ${sent.text}`);
  const { status, body, text } = await finalizeUpload(actor, upload);
  if (status !== 200) throw new Error(`the upload was not finalized: ${text}`);
  return body.version_id as string;
}
