import { createHash, randomBytes } from 'node:crypto';

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** A token of 256 random bits. */
export const newCheckToken = (): string => randomBytes(32).toString('base64url');

/** Whether a text has the form of a token. */
export const isCheckToken = (text: unknown): boolean => typeof text === 'string' && TOKEN.test(text);

/** What is stored of a token. */
export const hashCheckToken = (token: string): Buffer => createHash('sha256').update(token).digest();
