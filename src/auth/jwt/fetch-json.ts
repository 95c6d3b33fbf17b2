import { answerBytes } from '../../common/http/answer-bytes.js';

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
  return JSON.parse((await answerBytes(response, MAX_BYTES)).toString()) as unknown;
}
