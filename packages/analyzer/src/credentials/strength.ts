import names from './names.json' with { type: 'json' };

/** The Shannon entropy of a text in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let entropy = 0;
  for (const count of counts.values()) entropy -= (count / text.length) * Math.log2(count / text.length);
  return entropy;
}

/** Words of which each one marks a text as a placeholder. */
const STOP =
  /example|placeholder|change[-_ ]?me|change[-_ ]?this|replace[-_ ]?(?:me|this|with)|\byour|your[-_]|[-_]your|dummy|sample|redacted|insert[-_ ]|fill[-_ ]?in|put[-_ ]|goes[-_ ]?here|[-_ ]here$|not[-_ ]?(?:set|a[-_ ]?real|needed|used|required)|undefined|todo|fixme|lorem|foobar|hunter2|<[^<>]{1,80}>|\$\{|\{\{|\{[a-z_]*\}|\$\(|%\(|%[a-z_]+%|\.\.\.|…|\*\*\*|•|abc123|123abc/iu;
/** Masking letters. In mixed case they occur by chance in some of a thousand keys. */
const MASKED = /x{3}|X{3}|y{3}|Y{3}|z{3}|Z{3}/u;
/** Words that mark a placeholder only as whole words: inside others, they may occur by chance. */
const STOP_WORD =
  /(?:^|[^a-z])(?:test|testing|tests|fake|mock|demo|foo|bar|baz|none|null|nil|true|false|default|string|secret[-_]?(?:here|key|token)|my[-_]?(?:secret|token|key|password|api[-_]?key)|api[-_]?key|access[-_]?token|stub|noop|optional|required|local|localhost|unknown|empty|value|ignored?|omitted|hidden|masked|invalid|bogus)(?:$|[^a-z])/iu;
const SEQUENCES = names.strength.sequences;

/** Whether a text is a placeholder for a secret or an example of one. */
export function isPlaceholder(text: string): boolean {
  if (STOP.test(text) || STOP_WORD.test(text) || MASKED.test(text)) return true;
  if (/^[$%@{<[]/u.test(text) && /[}>\]%]$/u.test(text)) return true;
  if (/(.)\1{4,}/u.test(text)) return true;
  if (new Set(text).size * 4 <= text.length && text.length < 64) return true;
  return text.length < 40 && SEQUENCES.some((sequence) => text.includes(sequence));
}

/** Keys of the documentation of AWS, which everybody copies. */
const DOCUMENTED = /AKIAIOSFODNN7|IOSFODNN7EXAMPLE|wJalrXUtnFEMI/u;

/**
 * Whether a text has the length and the characters of a key, and only sequences or the word EXAMPLE speak against it. A key that somebody has typed looks
 * like this, and so does a made-up one.
 */
export function isPatterned(text: string): boolean {
  if (text.length < 16 || !/\d/u.test(text) || !/[A-Za-z]/u.test(text) || DOCUMENTED.test(text)) return false;
  const rest = text.replaceAll('EXAMPLE', '');
  if (STOP.test(rest) || STOP_WORD.test(rest) || MASKED.test(rest.replaceAll('xyz', ''))) return false;
  return !/(.)\1{3,}/u.test(rest) && new Set(rest).size >= 10 && !isOtherForm(text) && !isWordy(text);
}

/** How many characters follow the one before in the alphabet or in the digits, forward or backward. */
function followers(text: string): number {
  let count = 0;
  for (let index = 1; index < text.length; index += 1)
    if (Math.abs(text.charCodeAt(index) - text.charCodeAt(index - 1)) === 1) count += 1;
  return count;
}

/** Whether a text is an alphabet, or mostly parts of one: the characters of an encoding, not a secret. */
const isAlphabet = (text: string): boolean => text.length >= 16 && followers(text) * 10 >= text.length * 7;

/** Formats that are never secrets: names, addresses, paths, format strings, sentences. */
const OTHER_FORMS: readonly RegExp[] = [
  /\s/u,
  /^(?:[a-z][a-z0-9+.-]*:)?\/\//iu,
  /^(?:\.{0,2}|~)\//u,
  /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/u,
  /^[\w.-]+\.(?:com|net|org|io|dev|ai|app|co|json|ya?ml|txt|md|pem|key|env|js|ts|py|go|html?|sql|log|conf|cfg|toml)$/iu,
  /^(?:application|text|image|audio|video|multipart)\//u,
  /^[\w.+-]+@[\w-]+\.[\w.]+$/u,
  /^v?\d+(?:\.\d+)+(?:[-+][\w.]+)?$/u,
  /^\d{4}-\d\d-\d\d/u,
  /^#[0-9a-f]{3,8}$/iu,
  /^(?:sha(?:1|256|384|512)|md5|urn|data|blob|arn|did|file|mailto|tel|env|vault|op|ssm|aws|gcp|secret|keychain|keyring)[-:]/u,
  /^0+$|^0{8}-0{4}/u,
  /^0x[0-9a-f]{40}$/iu,
  /^[#@!]\{|^@Microsoft\.KeyVault\(|^ENC\[/u,
  /^process\.env|^os\.|^import\.meta|^config\.|^settings\.|^self\.|^this\./u,
  /\(\)|=>|\\[dws]|\[\^|\(\?|\[a-z|\.\*/u,
];

/** Password hashes in the formats of servers and frameworks. */
const PASSWORD_HASH =
  /^(?:\$2[abxy]?\$\d\d\$|\$argon2(?:id?|d)\$|\$[156y]\$|\$apr1\$|\$pbkdf2|\$scrypt\$|pbkdf2[:_]|scrypt:|\{(?:SSHA|SHA|BCRYPT|PBKDF2)[^}]{0,10}\})/iu;
/** Public keys in base64: RSA and elliptic curves as OpenSSL and SSH encode them. */
const PUBLIC_KEY =
  /^(?:MII[BCEG][IA-Za-z]jANBgkqhkiG9w0BAQEFAAOC|MIGfMA0GCSqGSIb3DQEBAQUAA4|M[A-Za-z]+wEwYHKoZIzj0CAQYI|MCowBQYDK2Vw|ssh-(?:rsa|ed25519|dss)|AAAA(?:B3NzaC1|C3NzaC1lZDI1|E2VjZHNh))/u;

/** Whether a text is the salted hash of a password. */
export const isPasswordHash = (text: string): boolean => PASSWORD_HASH.test(text);

/** Whether a text has a format that is never a secret. */
export const isOtherForm = (text: string): boolean =>
  PASSWORD_HASH.test(text) || PUBLIC_KEY.test(text) || OTHER_FORMS.some((form) => form.test(text));

const VOWEL = /[aeiouy]/iu;
/** Whether a part between separators is a word or a small number. */
const isWord = (piece: string): boolean =>
  /^v?\d{0,4}[a-z]?$/u.test(piece) ||
  /^(?:19|20)\d{6}$/u.test(piece) ||
  (/^[A-Za-z]?[a-z]+\d{0,4}$/u.test(piece) &&
    (piece.length < 4 || VOWEL.test(piece)) &&
    !/[^aeiouy\d]{6}/iu.test(piece));

/** Whether a text consists of words: an identifier, a label. */
export const isWordy = (text: string): boolean =>
  text
    .replace(/([a-z])([A-Z])/gu, '$1-$2')
    .split(/[-_.:/+ ]/u)
    .every(isWord);

const HEX = /^[0-9a-f]+$|^[0-9A-F]+$/u;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu;

/** How many of these kinds of characters a text has: lower case, upper case, digits, others. */
const kindsIn = (text: string): number =>
  [/[a-z]/u, /[A-Z]/u, /\d/u, /[^A-Za-z0-9]/u].filter((kind) => kind.test(text)).length;

/** Whether a text looks random, as keys and good passwords do. */
export function looksRandom(text: string): boolean {
  if (text.length < 8 || text.length > 4096) return false;
  if (UUID.test(text)) return true;
  if (isAlphabet(text)) return false;
  const entropy = entropyOf(text);
  if (HEX.test(text)) return text.length >= 16 && entropy >= 2.8 && /\d/u.test(text) && /[a-f]/iu.test(text);
  if (isWordy(text)) return false;
  const hasDigit = /\d/u.test(text);
  if (!hasDigit) return text.length >= 20 && entropy >= 3.9 && kindsIn(text) >= 2 && !/[a-z]{7}/u.test(text);
  if (text.length >= 20) return entropy >= 3.1;
  if (text.length >= 12) return entropy >= 3 && kindsIn(text) >= 2;
  return entropy >= 2.75 && kindsIn(text) >= 3;
}
