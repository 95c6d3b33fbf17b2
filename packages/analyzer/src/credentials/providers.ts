import { Buffer } from 'node:buffer';
import type { Confidence } from '../findings/finding.js';
import { LinearPattern } from '../common/linear-pattern.js';
import { entropyOf, isPatterned, isPlaceholder, isWordy } from './strength.js';

/** A kind of credential that is recognized by its format. */
interface Provider {
  readonly name: string;
  /** The prefix of every key of this kind. */
  readonly cue: string;
  readonly pattern: LinearPattern;
  /** The minimum entropy in bits per character; 0 for keys recognized by their format alone. */
  readonly entropy: number;
}

const provider = (name: string, cue: string, rest: string, entropy = 3): Provider => ({
  name,
  cue,
  pattern: new LinearPattern(`${cue.replaceAll(/[.+$]/gu, '\\$&')}(${rest})`),
  entropy,
});

const several = (name: string, cues: readonly string[], rest: string, entropy = 3): Provider[] =>
  cues.map((cue) => provider(name, cue, rest, entropy));

const HEX = '[0-9a-f]';
const WORD = '[0-9A-Za-z]';
const URL64 = '[0-9A-Za-z_-]';

const PROVIDERS: readonly Provider[] = [
  ...several('AWS access key', ['AKIA', 'ASIA'], '[A-Z0-9]{16}\\b'),
  ...several('GitHub token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], `${WORD}{36,}`),
  provider('GitHub token', 'github_pat_', '[0-9A-Za-z_]{40,}'),
  ...several('GitLab token', ['glpat-', 'glptt-', 'gldt-', 'glrt-', 'glcbt-'], `${URL64}{20,}`),
  ...several(
    'Slack token',
    ['xoxb-', 'xoxp-', 'xoxa-', 'xoxo-', 'xoxs-', 'xoxr-', 'xoxe-', 'xapp-'],
    '[0-9A-Za-z-]{20,}',
    2.8,
  ),
  provider('Slack webhook', 'hooks.slack.com/services/', 'T[0-9A-Z]{6,}/B[0-9A-Z]{6,}/[0-9A-Za-z]{20,}'),
  ...several('Stripe key', ['sk_live_', 'rk_live_'], `${WORD}{20,}`),
  provider('Stripe webhook secret', 'whsec_', '[0-9A-Za-z+/=]{24,}'),
  ...several('OpenAI key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], `${URL64}{32,}`),
  provider('OpenRouter key', 'sk-or-v1-', `${HEX}{48,}`),
  provider('Anthropic key', 'sk-ant-', `${URL64}{32,}`),
  provider('OpenAI key', 'sk-', `${WORD}{32,}\\b`, 3.3),
  provider('Google API key', 'AIza', `${URL64}{35}`),
  provider('Google client secret', 'GOCSPX-', `${URL64}{20,}`),
  provider('Google access token', 'ya29.', `${URL64}{40,}`),
  provider('Hugging Face token', 'hf_', `${WORD}{30,}\\b`),
  provider('npm token', 'npm_', `${WORD}{36}\\b`),
  provider('PyPI token', 'pypi-', `${URL64}{50,}`),
  provider('SendGrid key', 'SG.', `${URL64}{16,32}\\.${URL64}{32,64}`),
  provider('Twilio key', 'SK', `${HEX}{32}\\b`, 2.8),
  provider('Telegram bot token', ':AA', `${URL64}{33}\\b`),
  provider('Discord webhook', 'discord.com/api/webhooks/', `[0-9]{15,}/${URL64}{50,}`),
  ...several('DigitalOcean token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], `${HEX}{64}`, 2.8),
  provider('Databricks token', 'dapi', `${HEX}{32}`, 2.8),
  provider('Shopify token', 'shpat_', '[0-9A-Fa-f]{32}', 2.8),
  provider('Shopify secret', 'shpss_', '[0-9A-Fa-f]{32}', 2.8),
  provider('Linear key', 'lin_api_', `${WORD}{32,}`),
  provider('Notion token', 'ntn_', `${WORD}{40,}`),
  provider('Notion token', 'secret_', `${WORD}{43}\\b`),
  provider('Airtable token', 'pat', `${WORD}{14}\\.${HEX}{64}`),
  provider('Figma token', 'figd_', `${URL64}{30,}`),
  provider('Postman key', 'PMAK-', `${HEX}{24}-${HEX}{34}`, 2.8),
  provider('Mailgun key', 'key-', `${HEX}{32}\\b`, 2.8),
  ...several('Square token', ['sq0atp-', 'sq0csp-'], `${URL64}{22,}`),
  provider('Doppler token', 'dp.pt.', `${WORD}{40,}`),
  provider('Vault token', 'hvs.', `${URL64}{24,}`),
  provider('Atlassian token', 'ATATT3', '[0-9A-Za-z_=-]{60,}'),
  ...several('Grafana token', ['glsa_', 'glc_'], '[0-9A-Za-z_+/=]{32,}'),
  provider('New Relic key', 'NRAK-', '[0-9A-Z]{27}'),
  ...several('Sentry token', ['sntrys_', 'sntryu_'], '[0-9A-Za-z_+/=]{40,}'),
  provider('Groq key', 'gsk_', `${WORD}{40,}`),
  provider('Replicate token', 'r8_', `${WORD}{36,}`),
  provider('Perplexity key', 'pplx-', `${WORD}{40,}`),
  provider('xAI key', 'xai-', `${WORD}{60,}`),
  provider('Tavily key', 'tvly-', `${URL64}{28,}`),
  provider('Firecrawl key', 'fc-', `${HEX}{32}\\b`, 2.8),
  provider('E2B key', 'e2b_', `${HEX}{40}`, 2.8),
  provider('Pinecone key', 'pcsk_', '[0-9A-Za-z_]{50,}'),
  provider('LangSmith key', 'lsv2_', '(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}', 2.8),
  provider('Supabase token', 'sbp_', `${HEX}{40}`, 2.8),
  provider('Supabase key', 'sb_secret_', `${URL64}{20,}`),
  provider('Netlify token', 'nfp_', `${WORD}{36,}`),
  provider('PlanetScale token', 'pscale_tkn_', `${URL64}{32,}`),
  provider('Alibaba Cloud key', 'LTAI', `${WORD}{16,24}\\b`),
  provider('Azure storage key', 'AccountKey=', '[0-9A-Za-z+/]{80,}={0,2}', 3.5),
  provider('Azure access key', 'SharedAccessKey=', '[0-9A-Za-z+/]{40,}={0,2}', 3.5),
  provider('JSON Web Token', 'eyJ', `${URL64}{8,}\\.eyJ${URL64}{8,}\\.${URL64}{20,}`),
];

const PRIVATE_KEY = new LinearPattern(
  '-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----((?:\\s|\\\\n|\\\\r|["\'`+,;]|[A-Za-z-]+: [^\\n]*\\n){0,40}[A-Za-z0-9+/=]{32,})',
);
const BEGIN = '-----BEGIN ';
const END = '-----END ';

/** A URL with a user name and a password. */
const WITH_PASSWORD = new LinearPattern(
  '://([^\\s:/@"\'`<>{}$]{0,80}):([^\\s/@"\'`<>]{3,200})@([A-Za-z0-9._-]{1,200}|\\[[0-9A-Fa-f:]+\\])',
);
const SCHEME = /[a-z][a-z0-9+.-]{1,20}$/iu;
const OWN_HOSTS =
  /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1\]|host|hostname|server|example|.*\.(?:example|test|invalid|localhost)|(?:.*\.)?example\.(?:com|org|net)|(?:db|database|postgres|postgresql|mysql|mariadb|mongo|mongodb|redis|rabbitmq|host\.docker\.internal))$/iu;

/** A credential found in a text by its format. */
interface ProviderKey {
  readonly name: string;
  readonly secret: string;
  readonly index: number;
  /** The range of the text to redact: `from` up to `to`. */
  readonly from: number;
  readonly to: number;
  /** How sure it is that this is a credential in use; `low` if it has a pattern or is for the local machine. */
  readonly confidence: Confidence;
}

/** The characters after the cue of every key; rejects words like `path` and `pattern`. */
const KEY_CHARACTERS = /[\w+/=.-]{14}/uy;

function hasKeyCharacters(text: string, index: number): boolean {
  KEY_CHARACTERS.lastIndex = index;
  return KEY_CHARACTERS.test(text);
}

/** The maximum number of keys of one kind per text. */
const MAX_EACH = 200;
/** The maximum number of candidates: bundled scripts are full of `key-` and `SK`. */
const MAX_TRIED = 5000;
/** A JWT contains claims and is longer than other keys. */
const MAX_LENGTH = 400;
const MAX_TOKEN_LENGTH = 4000;

/** Whether a cue is inside a word; `key-` may also be inside a hyphenated one, as in `cache-key-…`. */
function isInWord(text: string, index: number, cue: string): boolean {
  if (!/^[A-Za-z0-9]/u.test(cue)) return false;
  const before = text.slice(Math.max(0, index - 2), index);
  return /[A-Za-z0-9_]$/u.test(before) || (cue.endsWith('-') && /[A-Za-z0-9]-$/u.test(before));
}

/** The context of Google API keys that are public by design: Firebase in browsers, maps, YouTube's own player, page metrics. */
const PUBLIC_KEY_CONTEXT =
  /authDomain|messagingSenderId|firebaseapp\.com|maps\.googleapis\.com\/maps\/api\/js|youtubei|innertube|INNERTUBE|chromeuxreport\.googleapis\.com/u;
const CONTEXT_LENGTH = 300;

const isPublicGoogleKey = (cue: string, text: string, index: number): boolean =>
  cue === 'AIza' &&
  PUBLIC_KEY_CONTEXT.test(text.slice(Math.max(0, index - CONTEXT_LENGTH), index + CONTEXT_LENGTH));

/** Whether the claims of a JWT show that it is public: browser keys and examples from documentation are not secrets. */
function isPublicToken(token: string): boolean {
  const payload = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  return (
    /"role"\s*:\s*"anon"|John Doe|Jane Doe|1234567890|example\.(?:com|org)|supabase-demo/u.test(payload) ||
    !payload.startsWith('{')
  );
}

/** Words that introduce an example of a key. */
const EXAMPLE =
  /\be\.?g\b|example|for instance|such as|\blike\b|format|placeholder|replace|starts? with|z\.\s?B\./iu;
const SHOWN_BEFORE = 60;

/** Whether a key has the complete format of a provider, but sequences instead of random characters. */
const isPatternedKey = (cue: string, rest: string, before: string): boolean =>
  cue.length >= 4 && isPatterned(rest) && !EXAMPLE.test(before.slice(before.lastIndexOf('\n') + 1));

function* keysOf(each: Provider, text: string, within: boolean): Generator<ProviderKey> {
  let count = 0;
  let tried = 0;
  const length = each.cue === 'eyJ' ? MAX_TOKEN_LENGTH : MAX_LENGTH;
  for (
    let index = text.indexOf(each.cue);
    index >= 0;
    index = text.indexOf(each.cue, index + each.cue.length)
  ) {
    if (!hasKeyCharacters(text, index + each.cue.length) || (!within && isInWord(text, index, each.cue)))
      continue;
    if ((tried += 1) > MAX_TRIED) return;
    const candidate = text.slice(index, index + length);
    // The pattern would read all of a long candidate; most have no second part.
    if (each.cue === 'eyJ' && !candidate.includes('.eyJ')) continue;
    const matcher = each.pattern.matcher(candidate);
    if (!matcher.lookingAt()) continue;
    if ((count += 1) > MAX_EACH) return;
    const rest = matcher.group(1) ?? '';
    const before =
      each.cue === ':AA' ? (/\d{8,12}$/u.exec(text.slice(Math.max(0, index - 12), index))?.[0] ?? '') : '';
    if (each.cue === ':AA' && before === '') continue;
    if (!/\d/u.test(rest)) continue;
    const isSure = !isPlaceholder(rest) && entropyOf(rest) >= each.entropy;
    if (!isSure && !isPatternedKey(each.cue, rest, text.slice(Math.max(0, index - SHOWN_BEFORE), index)))
      continue;
    const secret = before + (matcher.group() ?? '');
    if (each.cue === 'eyJ' && isPublicToken(secret)) continue;
    if (isPublicGoogleKey(each.cue, text, index)) continue;
    const from = index - before.length;
    const confidence = isSure ? 'high' : 'low';
    yield { name: each.name, secret, index: from, from, to: from + secret.length, confidence };
  }
}

/** The length that a key in DER states in its first bytes; undefined if it is in another format. */
function statedLength(body: string): number | undefined {
  const [tag, size = 0, high = 0, low = 0] = Buffer.from(body.slice(0, 8), 'base64');
  if (tag !== 0x30) return undefined;
  return size < 0x80 ? size : size === 0x81 ? high : size === 0x82 ? high * 256 + low : undefined;
}

/** Whether a key between its marks lacks most of the bytes that it states: documents show the beginning of one. */
function isCutOff(key: string, body: string): boolean {
  const stated = statedLength(body);
  if (stated === undefined) return false;
  const whole = key.slice(key.indexOf(body.slice(0, 32))).replaceAll(/[^A-Za-z0-9+/]/gu, '');
  return (whole.length * 3) / 4 < stated / 2;
}

function* privateKeys(text: string): Generator<ProviderKey> {
  for (let index = text.indexOf(BEGIN); index >= 0; index = text.indexOf(BEGIN, index + BEGIN.length)) {
    const matcher = PRIVATE_KEY.matcher(text.slice(index, index + 2000));
    if (!matcher.lookingAt()) continue;
    const body = (matcher.group(1) ?? '').replaceAll(/\\[nr]|[^A-Za-z0-9+/=]/gu, '');
    if (entropyOf(body) < 3.5 || /example|placeholder|your/iu.test(body)) continue;
    const end = text.indexOf(END, index + BEGIN.length);
    // What is in a key file is delivered as a key.
    const isFile = text.slice(0, index).trim() === '';
    if (!isFile && end > 0 && isCutOff(text.slice(index, end), body)) continue;
    const to = end < 0 ? text.length : end;
    yield { name: 'private key', secret: body, index, from: index, to, confidence: 'high' };
  }
}

function* passwordsInUrls(text: string): Generator<ProviderKey> {
  let count = 0;
  for (let index = text.indexOf('://'); index >= 0; index = text.indexOf('://', index + 3)) {
    if ((count += 1) > 5000) return;
    const window = text.slice(index, index + 500);
    const who = window.slice('://'.length, Math.max(0, window.indexOf('@')));
    // Most URLs have no password.
    if (!who.includes(':') || who.includes('/')) continue;
    const matcher = WITH_PASSWORD.matcher(window);
    if (!matcher.lookingAt()) continue;
    const [user, secret, host] = [1, 2, 3].map((group) => matcher.group(group) ?? '');
    const scheme = SCHEME.exec(text.slice(Math.max(0, index - 24), index))?.[0];
    const confidence = passwordConfidence(user ?? '', secret ?? '', host ?? '');
    if (scheme === undefined || !confidence) continue;
    if (confidence === 'low' && EXAMPLE.test(lineBefore(text, index))) continue;
    const from = index + '://'.length + (user ?? '').length + ':'.length;
    const to = from + (secret ?? '').length;
    yield {
      name: 'password in a URL',
      secret: secret ?? '',
      index: index - scheme.length,
      from,
      to,
      confidence,
    };
  }
}

/** Words used in place of a password. */
const NO_PASSWORD =
  /[{}$%()*|\\]|^(?:pass|password|passwd|pwd|pw|secret|token|guest|postgres|root|admin|user|key|api_?key)$/iu;
const NO_USER = /^(?:user|username|login|)$/iu;

/** The text of the line before an index, up to a limit. */
const lineBefore = (text: string, index: number): string => {
  const before = text.slice(Math.max(0, index - SHOWN_BEFORE), index);
  return before.slice(before.lastIndexOf('\n') + 1);
};

/** Hosts of documents. */
const DOCUMENTED = /example|\.(?:test|invalid)$|^(?:host|hostname|server)$/iu;

/** The address to which clients of Sentry report errors. It is part of what is delivered to users, and only lets them report. */
const REPORTS_ERRORS = { user: /^[0-9a-f]{32}$/u, host: /^(?:[\w-]+\.)*sentry\.io$/iu };

/** How sure it is that a password in a URL is one in use; undefined when it is a placeholder. */
function passwordConfidence(user: string, password: string, host: string): Confidence | undefined {
  const written = password.replaceAll(/%[0-9a-f]{2}/giu, 'x');
  const isOwn = OWN_HOSTS.test(host);
  if (REPORTS_ERRORS.user.test(user) && REPORTS_ERRORS.host.test(host)) return undefined;
  if ((isOwn && DOCUMENTED.test(host)) || password === user) return undefined;
  if (isPlaceholder(written) || NO_PASSWORD.test(written)) return undefined;
  if (NO_USER.test(user)) return !isOwn && password.length >= 10 && !isWordy(password) ? 'high' : undefined;
  if (password.length < 6) return undefined;
  return isOwn ? 'low' : isWordy(password) ? 'medium' : 'high';
}

/** `Server=db.vendor.net;User Id=app;Password=…`: connection strings of .NET, ODBC and similar. */
const CONNECTION = /(?:Password|Pwd)\s?=\s?([^;"'`\s]{6,100})/iu;
const CONNECTED = /(?:Server|Data Source|Host|Address)\s?=\s?(?:tcp:)?([^;,"'`\s]{1,200})/iu;
const CONNECTION_USER = /(?:User Id|Uid|Username|User)\s?=\s?([^;"'`]{1,100})/iu;
const CONNECTION_CUE = /;\s?(?:Password|Pwd)\s?=/giu;

function* passwordsInConnections(text: string): Generator<ProviderKey> {
  let count = 0;
  for (const { index } of text.matchAll(CONNECTION_CUE)) {
    if ((count += 1) > MAX_EACH) return;
    const [line = ''] = text.slice(index, index + CONTEXT_LENGTH).split('\n');
    const before =
      text
        .slice(Math.max(0, index - CONTEXT_LENGTH), index)
        .split('\n')
        .at(-1) ?? '';
    const secret = CONNECTION.exec(line)?.[1] ?? '';
    const host = CONNECTED.exec(before + line)?.[1] ?? 'localhost';
    const user = CONNECTION_USER.exec(before + line)?.[1] ?? '';
    const confidence = /^[${<%]/u.test(secret) ? undefined : passwordConfidence(user, secret, host);
    const from = text.indexOf(secret, text.indexOf('=', index) + 1);
    const to = from + secret.length;
    if (confidence) yield { name: 'password in a connection string', secret, index, from, to, confidence };
  }
}

/** The cues of all providers, longest first, as the source of a pattern. */
export const CUES = PROVIDERS.map(({ cue }) => cue)
  .toSorted((one, other) => other.length - one.length)
  .map((cue) => cue.replaceAll(/[.+$]/gu, '\\$&'))
  .join('|');
const CUE_HERE = new RegExp(`(?=(${CUES}))`, 'gu');
/** The cues that are prefixes of each cue: `sk-` for `sk-proj-`. */
const PREFIX_CUES = new Map(
  PROVIDERS.map(({ cue: whole }) => [
    whole,
    PROVIDERS.flatMap(({ cue }) => (whole.startsWith(cue) ? cue : [])),
  ]),
);

/** The cues that occur in a text, found in one pass: most texts contain none. */
function cuesIn(text: string): ReadonlySet<string> {
  const longest = new Set<string>();
  for (const { 1: cue = '' } of text.matchAll(CUE_HERE)) longest.add(cue);
  return new Set([...longest].flatMap((cue) => PREFIX_CUES.get(cue) ?? []));
}

/**
 * All credentials in a text that can be recognized by their format.
 * @param within whether to include keys inside a word, as in a composed name: `tool_ghp_…`
 */
export function* providerKeysIn(text: string, within = false): Generator<ProviderKey> {
  const taken = new Set<number>();
  const cues = cuesIn(text);
  for (const each of PROVIDERS) {
    if (!cues.has(each.cue)) continue;
    for (const key of keysOf(each, text, within)) {
      if (taken.has(key.index)) continue;
      taken.add(key.index);
      yield key;
    }
  }
  yield* privateKeys(text);
  yield* passwordsInUrls(text);
  yield* passwordsInConnections(text);
}

/** Whether a text contains a credential that can be recognized by its format, without doubt. */
export function hasProviderKey(text: string): boolean {
  for (const { confidence } of providerKeysIn(text)) if (confidence !== 'low') return true;
  return false;
}
