import { isSecretName, wordsOf } from '../../engine/values/secret-names.js';
import names from './names.json' with { type: 'json' };

/** How strongly something indicates a credential: not at all, ambiguously, conclusively. */
export type Weight = 0 | 1 | 2;

const CREDENTIALS = new Set(['credential', 'credentials', 'cred', 'creds']);
/** Words that make it something other than a readable credential: a path, a flag, a masked one. */
const UNREADABLE = new Set(names.credentialNames.unreadable);

const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/u, '') : word);

/** The weight of the name of a variable, parameter or field. `token` alone may also be a lexical token. */
export function weightOfName(name: string): Weight {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (words.some((word) => UNREADABLE.has(word))) return 0;
  if (CREDENTIALS.has(last)) return 2;
  const single = [...words.slice(0, -1), singular(last)].join(' ');
  if (!isSecretName(single)) return 0;
  return single === 'token' || single === 'pat' ? 1 : 2;
}

/** Files that contain only credentials. */
const KNOWN_FILES = /^[._](?:netrc|pgpass|git-credentials|htpasswd|vault-token)$/iu;
/** Extensions of data files; code, texts and encrypted files have others. */
const DATA_ENDING = /\.(?:json|ya?ml|toml|ini|txt|pickle|pkl|dat|cache|conf|cfg|properties)$/iu;

/** The weight of a file name: `token.json` 2, `tokens.json` 1, `design-tokens.json` 0. */
export function weightOfFile(path: string): Weight {
  const file = /[^/\\]*$/u.exec(path)?.[0] ?? '';
  if (KNOWN_FILES.test(file)) return 2;
  const stem = file.replace(DATA_ENDING, '').replace(/^\./u, '');
  if (stem === '' || stem.includes('.')) return 0;
  const words = wordsOf(stem);
  const last = words.at(-1) ?? '';
  if (words.some((word) => UNREADABLE.has(word) || word === 'client' || word === 'example')) return 0;
  if (CREDENTIALS.has(last)) return 2;
  if (words.length === 1 && (last === 'tokens' || last === 'auth' || last === 'passwords')) return 1;
  const isOAuth = words.includes('oauth') || words.includes('oauth2');
  if (isOAuth) return 2;
  return isSecretName([...words.slice(0, -1), singular(last)].join(' ')) ? 2 : 0;
}

/** Calls that obtain a token, and ambiguous ones, which may obtain something else. */
const ORIGINS =
  /^(?:run_local_server|run_console|fetch_token|fetch_access_token|get_?access_?token|acquire_?token\w*|refresh_?(?:access_?)?tokens?|exchange_?(?:auth(?:orization)?_?)?(?:code|token)(?:_?for_?(?:access_?)?tokens?)?|authorization_?code_?grant|refresh_?token_?grant|authorize_access_token)$/iu;
const VAGUE_ORIGINS = /^(?:get_?tokens?|request_?tokens?|exchange|token)$/iu;

/** The weight of a call's name for its result. */
export const weightOfCall = (name: string): Weight =>
  ORIGINS.test(name) ? 2 : VAGUE_ORIGINS.test(name) ? 1 : 0;

/** The URL of a token endpoint in the name of a source. */
const ENDPOINT =
  /\/(?:oauth2?|auth|login|connect|openid[\w-]*|identity|sso)\/(?:\S*\/)?(?:access_?)?token\b|\/\/(?:oauth2?|auth|login|accounts|identity|sso)\b[^/\s]*\/(?:\S*\/)?(?:access_?)?token\b/iu;
const VAGUE_ENDPOINT = /\/(?:access_?)?token$/iu;

/** The weight of a source's name: `the answer of https://auth.example.com/token`. */
export const weightOfAnswer = (text: string): Weight =>
  ENDPOINT.test(text) ? 2 : VAGUE_ENDPOINT.test(text) ? 1 : 0;

/** Credential types of authentication libraries. */
export const isCredentialType = (name: string): boolean =>
  /^(?:oauth2?\.Token|Credentials?|TokenSet|TokenResponse|OAuthTokens?|OAuth2?Token|TokenEndpointResponse)$/u.test(
    name,
  );
