import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { EncryptJWT, errors, jwtDecrypt } from 'jose';

/** Seconds that a sign-in may take. */
export const SIGN_IN_SECONDS = 600;

// Tabs of one browser that may sign in at the same time.
const MAX_UNDER_WAY = 5;
const STATE = /^[\w-]{43}$/;

/** What the hub must remember of a sign-in while its user is with the identity provider. */
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

/** Name of the cookie of a sign-in: each has one, so that several tabs do not get into each other's way. */
export const transactionCookie = (state: string): string =>
  PREFIX + createHash('sha256').update(state).digest('base64url').slice(0, 12);

/** Those of a browser's sign-in cookies that are to go before another comes: abandoned ones must not pile up. */
export function surplusCookies(names: Iterable<string>): string[] {
  const own = [...names].map((name) => name.replace('__Host-', '')).filter((name) => name.startsWith(PREFIX));
  return own.length < MAX_UNDER_WAY ? [] : own;
}

/** Whether `text` can be the state of a sign-in. */
export const isState = (text: unknown): text is string => typeof text === 'string' && STATE.test(text);

/** Encrypts transactions for the browser to keep, so that it can neither read nor change them, nor keep them longer. */
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

  /** Undefined for what is not sealed by the same secret, has expired, or is another sign-in's. */
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
