/** Lifetime of a sign-in in seconds: people leave the provider's page open for a while. */
export const SIGN_IN_SECONDS = 3600;

const STATE = /^[\w-]{43}$/;

/** Whether `text` has the form of a sign-in's state. */
export const isState = (text: unknown): text is string => typeof text === 'string' && STATE.test(text);
