import { isStorableText } from './text.js';

const MAX_LENGTH = 2048;

/** The rule in an error message. */
export const REPOSITORY_URL_RULE =
  'must be an http, https, ssh or git URL, or git@host:path, without a user (ssh: only "git"), credentials, backslashes or parts that ' +
  `begin with "-", of at most ${MAX_LENGTH} printable ASCII characters`;

const PRINTABLE = /^[!#-;=?-~]+$/;
const CONTROL = /[\p{Cc}\p{Bidi_Control}]/u;

const NAME = String.raw`[A-Za-z0-9_][A-Za-z0-9_-]*(?:\.[A-Za-z0-9_][A-Za-z0-9_-]*)*\.?`;
const HOST = String.raw`(${NAME}|\[[0-9A-Fa-f:.]+\])`;
const WEB = new RegExp(String.raw`^(?:https?|git)://${HOST}(?::\d{1,5})?([/?#].*)?$`, 'i');
const SSH = new RegExp(String.raw`^[Ss][Ss][Hh]://(?:git@)?${HOST}(?::\d{1,5})?([/?#].*)?$`);
// The short form of ssh that git itself prints for remotes.
const SCP = new RegExp(String.raw`^git@${HOST}:((?!//).+)$`);

// Names such as access_token, X-Amz-Signature or apiKey. Short words count only as a whole word of the name.
const CREDENTIAL_NAME =
  /token|secret|passw|passphrase|pwd|credential|signature|api[-_.]?key|authoriz|(?:^|[^a-z])(?:auth|key|sig|pass|pat|jwt|sid|session)(?:[^a-z]|$)/i;
// Tokens that code hosts, clouds and this product issue, and JWTs.
const CREDENTIAL_VALUE =
  /^(?:gh[a-z]_|github_pat_|glpat-|atbb|bbdc-|xox[a-z]-|npm_[a-z0-9]{20}|akia[a-z0-9]{12}|s?k_[\w-]{16}|mcp_(?:tk|svc)_|mcp_[a-z2-7]{20}|eyj[\w-]+\.[\w-]+\.)/i;

/**
 * Whether `value` can be the user-supplied URL of a source repository or a page. It is stored, shown to others and
 * passed to `git clone`, so it must not contain credentials or anything that a command line parses as an option
 * (`ssh://-oProxyCommand=…`), percent-encoded or not (registry contract 17).
 */
export function isRepositoryUrl(value: unknown): value is string {
  if (!isStorableText(value, MAX_LENGTH) || !PRINTABLE.test(value)) return false;
  const scp = SCP.exec(value);
  const [, host = '', rest = ''] = scp ?? WEB.exec(value) ?? SSH.exec(value) ?? [];
  if (host === '' || !URL.canParse(scp === null ? value : `ssh://${host}`)) return false;
  return isHarmless(rest);
}

/** Checks the path, query and fragment. */
function isHarmless(rest: string): boolean {
  if (!isDecodable(rest) || CONTROL.test(decodeURIComponent(rest))) return false;
  const [path = '', ...parameters] = rest.split(/[?#]/);
  const segments = decodedFully(path).split('/');
  return (
    !decodedFully(rest).includes('\\') &&
    !CONTROL.test(decodedFully(rest)) &&
    !segments.some((segment) => segment.startsWith('-')) &&
    !decodedFully(parameters.join('&'))
      .split(/[&;?#]/)
      .some(isCredential)
  );
}

function isCredential(parameter: string): boolean {
  const [name = '', ...value] = parameter.split('=');
  const words = name.replace(/([a-z])([A-Z])/g, '$1_$2');
  return CREDENTIAL_NAME.test(words) || [name, value.join('=')].some((text) => CREDENTIAL_VALUE.test(text));
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Decodes percent-encoded ASCII characters repeatedly. Terminates, because every round shortens the text. */
function decodedFully(text: string): string {
  const once = text.replace(/%([0-7][0-9a-f])/gi, (_all, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  return once === text ? text : decodedFully(once);
}
