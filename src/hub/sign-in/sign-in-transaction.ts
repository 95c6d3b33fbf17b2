import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';

/** Lifetime of a sign-in in seconds. */
export const SIGN_IN_SECONDS = 600;

// Maximum number of concurrent sign-ins of one browser, such as in several tabs.
const MAX_UNDER_WAY = 5;
const STATE = /^[\w-]{43}$/;

/** State that the hub keeps for a sign-in while the user is at the identity provider. */
export interface SignInTransaction {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
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

/** The sign-in cookies to clear before setting another, so that abandoned ones do not accumulate. */
export function surplusCookies(names: Iterable<string>): string[] {
  const own = [...names].map((name) => name.replace('__Host-', '')).filter((name) => name.startsWith(PREFIX));
  return own.length < MAX_UNDER_WAY ? [] : own;
}

/** Whether `text` has the form of a sign-in's state. */
export const isState = (text: unknown): text is string => typeof text === 'string' && STATE.test(text);

/** Encrypts transactions into cookies, so that the browser can neither read, change nor extend them. */
export class TransactionSeal {
  private readonly key: Uint8Array;

  constructor(sessionSecret: string) {
    this.key = new Uint8Array(hkdfSync('sha256', sessionSecret, '', 'mcp-hub sign-in transaction', 32));
  }

  seal({ state, nonce, verifier, returnTo }: SignInTransaction): Promise<string> {
    return new EncryptJWT({ state, nonce, verifier, returnTo })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setExpirationTime(`${SIGN_IN_SECONDS} s`)
      .encrypt(this.key);
  }

  /** Undefined for a transaction that is not sealed with the same secret, has expired, or has another state. */
  async open(sealed: string, state: string): Promise<SignInTransaction | undefined> {
    try {
      const { payload } = await jwtDecrypt<SignInTransaction>(sealed, this.key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        requiredClaims: ['exp'],
      });
      return payload.state === state ? payload : undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}
