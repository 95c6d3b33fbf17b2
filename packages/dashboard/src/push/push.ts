import { ApiFailure } from '../api/api-failure.ts';
import { bodyOf, hub } from '../api/client.ts';
import { mcpNameOf } from '../domain/mcp-name.ts';

/** What is pushed. */
export interface Push {
  /** `owner/slug` */
  readonly name: string;
  readonly version: string;
  readonly file: File;
}

/** Where a push is: reading and sending have a share from 0 to 1. */
export type PushStep =
  | { readonly kind: 'reading' | 'sending'; readonly share: number }
  | { readonly kind: 'starting' | 'finishing' };

interface Watch {
  readonly signal: AbortSignal;
  readonly onStep: (step: PushStep) => void;
}

/**
 * Pushes a bundle, and queues its analysis.
 * @returns the ids of the MCP and the version
 * @throws ApiFailure
 */
export async function push(
  { name, version, file }: Push,
  watch: Watch,
): Promise<{ readonly mcpId: string; readonly versionId: string }> {
  const { signal, onStep } = watch;
  const digest = await digestOf(file, watch);
  onStep({ kind: 'starting' });
  const { upload_id: uploadId, bundle_upload_url: url } = await bodyOf(
    hub.POST('/api/v1/uploads/init', {
      body: { mcp_name: name, mcp_version: version, bundle_digest: digest },
      signal,
    }),
  );
  await send(url, file, watch);
  onStep({ kind: 'finishing' });
  const { version_id: versionId } = await bodyOf(
    hub.POST('/api/v1/uploads/{uploadId}/finalize', { params: { path: { uploadId } }, signal }),
  );
  const { id: mcpId } = await bodyOf(
    hub.GET('/api/v1/mcps/{owner}/{slug}', { params: { path: mcpNameOf(name) }, signal }),
  );
  return { mcpId, versionId };
}

/** SHA-256 of a file as `sha256:<hex>`. Browsers hash a buffer at once, so the progress is that of reading it. */
async function digestOf(file: File, { signal, onStep }: Watch): Promise<string> {
  const bytes = new Uint8Array(file.size);
  const reader = file.stream().getReader();
  for (let offset = 0; ;) {
    signal.throwIfAborted();
    onStep({ kind: 'reading', share: file.size === 0 ? 1 : offset / file.size });
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value, offset);
    offset += value.length;
  }
  const hash = await sha256Of(bytes);
  return `sha256:${[...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** With plain HTTP, browsers do not hash for pages. */
async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  // Undefined in pages that are not secure, whatever its type says.
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
  if (subtle !== undefined) return new Uint8Array(await subtle.digest('SHA-256', bytes));
  const { sha256 } = await import('@noble/hashes/sha2.js');
  return sha256(bytes);
}

/** Sends the bytes to their signed address. XMLHttpRequest is what reports how much is sent. */
function send(url: string, file: File, { signal, onStep }: Watch): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    signal.addEventListener('abort', abort, { once: true });
    request.upload.onprogress = ({ loaded, total }) =>
      onStep({ kind: 'sending', share: total === 0 ? 1 : loaded / total });
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'));
    request.onerror = () => reject(ApiFailure.unreachable(undefined));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve();
      else void ApiFailure.of(new Response(request.responseText, { status: request.status })).then(reject);
    };
    onStep({ kind: 'sending', share: 0 });
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', 'application/gzip');
    request.send(file);
  });
}
