import type { AppConfig } from '../config/app-config.js';

/** How callers of the registry get a credential, as the end of an error message. */
export const whereToSignIn = (auth: AppConfig['auth']): string =>
  auth.mode === 'oss'
    ? 'log in with POST /v1/auth/login, or send an API token'
    : `get a token for the audience ${auth.audience} from ${auth.issuer}, or send an API token`;
