import { hash, randomBytes } from 'node:crypto';

const FORM = /^[\w-]{43}$/;

/** A new capability: 32 random bytes as base64url. Whoever has it may read one allow list. */
export const newCapability = (): string => randomBytes(32).toString('base64url');

/** What is stored of a capability; undefined for a text that cannot be one. It is random, so a fast hash is enough. */
export const hashCapability = (capability: string): Buffer | undefined =>
  FORM.test(capability) ? hash('sha256', capability, 'buffer') : undefined;
