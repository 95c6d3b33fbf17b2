import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import { currentDate, currentTime } from '../../../common/values/clock.js';
import { SIGN_IN_SECONDS } from '../identity-provider/sign-in-request.js';

/** Lifetime of its cookie, which still says where the user wanted to go when the sign-in is over. */
export const SIGN_IN_COOKIE_SECONDS = 2 * SIGN_IN_SECONDS;

// Bounds of all sign-ins of one browser, such as in several tabs. Proxies accept headers of 8 KiB.
const MAX_COOKIES = 12;
const MAX_COOKIE_BYTES = 5 * 1024;

/** State that the hub keeps for a sign-in while the user is at the identity provider. */
export interface SignInTransaction {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
  /** Present when the sign-in has been completed or refused: it only says where the user wanted to go. */
  readonly over?: true;
}

const random = (): string => randomBytes(32).toString('base64url');

export const newTransaction = (returnTo: string): SignInTransaction => ({
  state: random(),
  nonce: random(),
  verifier: random(),
  returnTo,
});

const PREFIX = 'sign-in-';

/** Name of a sign-in's cookie. Each sign-in has its own, so that tabs do not interfere with each other. */
export const transactionCookie = (state: string): string =>
  PREFIX + createHash('sha256').update(state).digest('base64url').slice(0, 12);

/**
 * The sign-in cookies to clear before setting another, so that abandoned ones do not accumulate: the oldest ones.
 * @param cookies of a request; browsers send the oldest first (RFC 6265, 5.4)
 * @param nameOf the full name of a cookie
 */
export function surplusCookies(
  cookies: ReadonlyMap<string, string>,
  nameOf: (name: string) => string,
  next: string,
): string[] {
  const prefix = nameOf(PREFIX);
  const own = [...cookies].filter(([name]) => name.startsWith(prefix));
  let count = own.length + 1;
  let bytes = own.reduce((sum, [name, value]) => sum + name.length + value.length, next.length);
  const surplus: string[] = [];
  for (const [name, value] of own) {
    if (count <= MAX_COOKIES && bytes <= MAX_COOKIE_BYTES) break;
    count -= 1;
    bytes -= name.length + value.length;
    surplus.push(PREFIX + name.slice(prefix.length));
  }
  return surplus;
}

/** Encrypts transactions into cookies, so that the browser can neither read, change nor extend them. */
export class TransactionSeal {
  private readonly key: Uint8Array;

  constructor(private readonly sessionSecret: string) {
    this.key = new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'mcp-hub sign-in transaction', 32));
  }

  /** The id of the session that a sign-in gets, on every server the same: a sign-in creates one session. */
  sessionIdOf({ state, verifier }: SignInTransaction): string {
    const id = hkdfSync('sha256', this.sessionSecret, `${state}${verifier}`, 'mcp-hub session', 32);
    return Buffer.from(id).toString('base64url');
  }

  seal(transaction: SignInTransaction): Promise<string> {
    return new EncryptJWT({ ...transaction })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setExpirationTime(Math.floor(currentTime() / 1000) + SIGN_IN_SECONDS)
      .encrypt(this.key);
  }

  /**
   * The transaction with this state; one that has expired is over. Undefined if it is not sealed with the same secret or
   * has another state.
   */
  async open(sealed: string, state: string): Promise<SignInTransaction | undefined> {
    try {
      const { payload } = await jwtDecrypt<SignInTransaction>(sealed, this.key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        requiredClaims: ['exp'],
        clockTolerance: SIGN_IN_COOKIE_SECONDS,
        currentDate: currentDate(),
      });
      if (payload.state !== state) return undefined;
      return currentTime() >= (payload.exp ?? 0) * 1000 ? { ...payload, over: true } : payload;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}
