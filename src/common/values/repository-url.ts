import { isStorableText } from './text.js';

const MAX_LENGTH = 2048;

// Somebody will click on it: no javascript:, no data:, no file:, and nothing that a browser would repair into one.
const PRINTABLE = /^[!#-;=?-~]+$/;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const WITH_SCHEME = /^(https?|ssh|git|git\+https|git\+ssh):\/\/[^/?#]/i;

/** The rule, as an error message tells it. */
export const REPOSITORY_URL_RULE =
  'must be the address of a repository: an https, http, ssh or git URL without a password, or one without a scheme, of at most 2048 printable ASCII characters';

// Whoever resolves the version would see the password.
const isUrl = (text: string): boolean =>
  WITH_SCHEME.test(text) && URL.canParse(text) && new URL(text).password === '';

/**
 * Whether `value` can be the address of a source repository. People write it in many forms (`git@host:path`,
 * `host/path`); only a scheme must be one under which repositories are found.
 */
export const isRepositoryUrl = (value: unknown): value is string =>
  isStorableText(value, MAX_LENGTH) && PRINTABLE.test(value) && (!SCHEME.test(value) || isUrl(value));

/** The rule, as an error message tells it. */
export const HTTPS_REPOSITORY_URL_RULE =
  'must be an https URL without credentials, of at most 2048 printable ASCII characters';

/** Whether `value` can be the address under which a repository is fetched. */
export function isHttpsRepositoryUrl(value: unknown): value is string {
  if (!isRepositoryUrl(value) || !/^https:/i.test(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}
