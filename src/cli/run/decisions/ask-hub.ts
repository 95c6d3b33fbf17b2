import { answerBytes } from '../../../common/http/answer-bytes.js';
import type { LoginSettings } from '../../login/login-settings.js';
import { failureOf } from '../download/failures.js';

/** A start waits for it. */
const TIMEOUT_MS = 15_000;
const MAX_BYTES = 70 * 1024 * 1024;

/** What the hub answered. */
export type HubAnswer =
  | { readonly kind: 'received'; readonly bytes: Buffer; readonly etag: string | undefined }
  | { readonly kind: 'unchanged' }
  /** It answers, and does not know the allow list. */
  | { readonly kind: 'unknown'; readonly reason: string }
  | { readonly kind: 'away'; readonly reason: string };

/** The address of the decisions of an allow list. */
export const decisionsAddress = ({ allow_list: address }: Pick<LoginSettings, 'allow_list'>): string =>
  `${address.replace(/\/+$/, '')}/decisions.json`;

/**
 * Asks for the decisions of the allow list, if they have changed. Redirects are not followed.
 * @param etag of those that are kept
 */
export async function askHub(
  login: Pick<LoginSettings, 'allow_list'>,
  etag: string | undefined,
): Promise<HubAnswer> {
  const url = new URL(decisionsAddress(login));
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'application/json', ...(etag !== undefined && { 'if-none-match': etag }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const bytes = await answerBytes(response, MAX_BYTES);
    const { status } = response;
    if (status === 304) return { kind: 'unchanged' };
    if (status === 200) return { kind: 'received', bytes, etag: response.headers.get('etag') ?? undefined };
    if (status === 404 || status === 410)
      return {
        kind: 'unknown',
        reason: `${url.host} does not know the allow list any more; ask for its new address, and run mcp-hub login`,
      };
    return { kind: 'away', reason: `${url.host} answered ${status}` };
  } catch (error) {
    return { kind: 'away', reason: failureOf(error, url.host) };
  }
}
