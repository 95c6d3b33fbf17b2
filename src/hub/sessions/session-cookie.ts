/** Name of the cookie that holds a session's id. */
export const SESSION_COOKIE = 'session';

/** Seconds that a browser keeps it: as long as a session can be (hub contract 1). */
export const SESSION_SECONDS = 7 * 24 * 3600;
