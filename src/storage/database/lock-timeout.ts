/** How long a migration waits for a lock, and requests behind it. */
export const LOCK_TIMEOUT_MS = 1_000;
