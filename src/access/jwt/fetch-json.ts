const MAX_BYTES = 512 * 1024;
const TIMEOUT_MS = 5_000;

/** The JSON at `url`: at most 512 KiB, within five seconds from the first to the last byte. @throws for anything else */
export async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    // Redirects are not followed: only the configured URL is trusted.
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`${new URL(url).origin} answered ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    // Leaving the loop cancels the body.
    if (bytes > MAX_BYTES) throw new Error(`${new URL(url).origin} answered more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString()) as unknown;
}
