import { readOf } from '../../packages/commands.js';
import names from './names.json' with { type: 'json' };
import type { CallCheck } from '../rule.js';
import { byName } from '../../models/model.js';

/** Suspicious behavior of a command in an installation script. */
interface Conduct {
  readonly kind:
    | 'runs what it fetches'
    | 'fetches'
    | 'runs hidden code'
    | 'sends data away'
    | 'runs a foreign package';
  readonly severe: boolean;
}

/**
 * Whether patterns match one after the other. Step by step, because one pattern with gaps would search for its end from
 * every start.
 */
function inOrder(text: string, ...patterns: readonly RegExp[]): boolean {
  let rest = text;
  for (const pattern of patterns) {
    const match = pattern.exec(rest);
    if (!match) return false;
    rest = rest.slice(match.index + match[0].length);
  }
  return true;
}

/** The same within one part of a command, split at separators. */
const withinPart = (command: string, separators: RegExp, ...patterns: readonly RegExp[]): boolean =>
  command.split(separators).some((part) => inOrder(part, ...patterns));

const FETCHER =
  /(?:^|[\s;&|("'`=])(?:curl|wget|fetch|iwr|irm|aria2c|invoke-webrequest|invoke-restmethod|start-bitstransfer|bitsadmin|certutil\s+-urlcache)\b/iu;
const ADDRESS = /https?:|ftp:|\$|[\w-]+\.[a-z]{2,}\//iu;
const DOWNLOAD = /\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b/iu;
const INTO_SHELL =
  /\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k)?sh|node|python3?|perl|ruby|php|iex|invoke-expression|powershell|pwsh)\b/iu;
const SHELL = /\b(?:(?:ba|z|da)?sh|eval|source|iex|invoke-expression|node|python3?)\b/iu;
const OF_DOWNLOAD = /(?:\$\(|`|<\(|\()\s*(?:curl|wget|iwr|irm|new-object\s+net\.webclient)\b/iu;
const RUN = /chmod\s+(?:\+x|[0-7]*[157][0-7]{0,2})|(?:^|[\s;&])(?:\.\/|(?:ba|z)?sh\s|node\s|python3?\s)/iu;
const DECODE = /base64\s+(?:-d|-D|--decode)|xxd\s+-r|openssl\s+enc\s+-d|frombase64string/iu;
const ESCAPES = /(?:\\x[0-9a-f]{2}){6,}/iu;
const INLINE =
  /\b(?:node|bun|deno)\s+(?:-e|-p|-pe|--eval|--print|eval)\s|\b(?:python3?|perl|ruby|php)\s+-[cer]\s|\b(?:ba|z)?sh\s+-c\s/iu;
const INLINE_HARM =
  /https?:\/\/|require\(\s*\\?["'`](?:node:)?(?:https?|child_process|net|dns|dgram)|\b(?:fetch|eval|atob|Function|execSync|exec|spawn|urlopen|b64decode|__import__|os\.system|subprocess|socket)\s*\(|Buffer\.from\(/u;
const SENDER = /\b(?:curl|wget|nc|ncat|invoke-webrequest)\b/iu;
const BODY =
  /\s(?:-d\b|--data|-F\b|--form|-T\b|--upload-file|--post-data|--post-file|-Body\b)|\?[a-z]+=|https?:\/\/[^\s"'$`]{1,200}\/(?=\$\(|`)/iu;
const OF_MACHINE = /\$\(|`|\$[A-Z_]|@|%[A-Z_]+%|~\//iu;
const SECRET_FILES = /\.ssh|\.aws|\.npmrc|\.env\b|\/etc\/passwd/iu;
const WHO = /\b(?:env|printenv|whoami|hostname)\b\s*\|\s*(?:curl|nc|wget|base64)|\/dev\/(?:tcp|udp)\//iu;
/** Installs or runs something from a URL instead of a registry. */
const INSTALLER =
  /\b(?:npm\s+(?:i|install|add)|pnpm\s+(?:i|install|add)|yarn\s+add|bun\s+(?:add|install)|pip3?\s+install|go\s+install|deno\s+(?:run|install)|mshta|git\s+clone)\b/iu;
/** A digest check. */
const CHECKED = /\b(?:sha(?:1|224|256|384|512)sum|shasum)\s[^;&|]{0,200}(?:-c|--check)\b|\bget-filehash\b/iu;

/** Whether a later command runs what was fetched. */
function runsLater(command: string): boolean {
  const parts = command.split(/&&|;/u);
  const fetching = parts.findIndex((part) => withinPart(part, /[&|]/u, /\b(?:curl|wget)\b/iu, /https?:/iu));
  return fetching >= 0 && RUN.test(parts.slice(fetching + 1).join(' ; '));
}

/** Variables that contain secrets, or all variables. */
const SECRET_DATA =
  /\$\{?\w*(?:TOKEN|SECRET|PASSWORD|API_?KEY|ACCESS_KEY)\b|\b(?:env|printenv)\b\s*(?:\||\)|`|$)/iu;

/** Whether data leaves through a covert channel: DNS look-ups, raw sockets. */
const isCovert = (command: string): boolean =>
  WHO.test(command) ||
  withinPart(command, /[;&|]/u, /(?:^|[\s(])(?:nslookup|dig|ping)\s/iu, /\$\(|`/u) ||
  withinPart(command, /[;&|]/u, /\b(?:nc|ncat|netcat)\s/iu, /(?:^|\s)-[a-z]*e\s/u);

const sendsFiles = (command: string): boolean =>
  withinPart(command, /[;&]/u, /\b(?:cat|tar|zip)\b/iu, SECRET_FILES, /\|\s*(?:curl|nc|wget)/iu);

const sendsData = (command: string): boolean => withinPart(command, /[;&]/u, SENDER, BODY, OF_MACHINE);

/** What a command sends, and whether that is more than telemetry: secrets, or data over a covert channel. */
function sending(command: string): Conduct | undefined {
  const isSecret = SECRET_DATA.test(command) || SECRET_FILES.test(command);
  if (isCovert(command) || sendsFiles(command)) return { kind: 'sends data away', severe: true };
  return sendsData(command) ? { kind: 'sends data away', severe: isSecret } : undefined;
}

const runsFetched = (command: string): boolean =>
  withinPart(command, /[;&]/u, DOWNLOAD, INTO_SHELL) || withinPart(command, /[;|]/u, SHELL, OF_DOWNLOAD);

const runsHidden = (command: string): boolean =>
  ESCAPES.test(command) ||
  withinPart(command, /[;&]/u, DECODE, /[|)]/u) ||
  withinPart(command, /[;&]/u, /powershell/iu, /\s-(?:e|en|enc|encodedcommand)\s/iu);

const fetches = (command: string): boolean =>
  withinPart(command, /[|;&]/u, FETCHER, ADDRESS) ||
  withinPart(command, /[|;&]/u, INSTALLER, /https?:\/\//iu);

/** Whether a command installs a package globally. */
const installsGlobally = (command: string): boolean =>
  withinPart(command, /[|;&]/u, /\bp?npm\s/iu, /\b(?:i|install|add)\b/u) &&
  withinPart(command, /[|;&]/u, /\bp?npm\b/iu, /\s(?:-g|--global)\b/u);

const RUNNERS =
  /\b(?:npx|pnpx|bunx|bun\s+x|pnpm\s+dlx|yarn\s+dlx|npm\s+exec|uvx|pipx\s+run|go\s+run)\s+(?:-[\w-]*(?:=\S+)?\s+)*(@?[\w./@-]+)/gu;

/** Well-known packages that only set up a project. */
const KNOWN = new Set(names.commandConduct.known);

const bareName = (name: string): string => name.replace(/(?<=.)@[^/]*$/u, '');

/** Whether a package is neither a dependency nor well known; a path is a file: `go run ./build`. */
const isForeignPackage = (name: string, own: ReadonlySet<string>): boolean =>
  !/^\.{0,2}\/|^\.$/u.test(name) && !KNOWN.has(bareName(name)) && !own.has(bareName(name));

/**
 * What a command does besides building; undefined for `husky`, `node-gyp rebuild`, `tsc` and the like.
 * @param own the dependencies in the manifest
 */
export function conductOf(written: string, own: ReadonlySet<string>): Conduct | undefined {
  const command = readOf(written);
  const sent = sending(command);
  if (sent?.severe) return sent;
  const isChecked = CHECKED.test(command);
  if (runsFetched(command) || (runsLater(command) && !isChecked))
    return { kind: 'runs what it fetches', severe: true };
  if (runsHidden(command)) return { kind: 'runs hidden code', severe: true };
  if (INLINE.test(command) && INLINE_HARM.test(command))
    return { kind: 'runs hidden code', severe: /https?:|fetch|eval|atob|b64|Buffer\.from/u.test(command) };
  if (sent) return sent;
  if (fetches(command) && !isChecked) return { kind: 'fetches', severe: false };
  const isForeign = [...command.matchAll(RUNNERS)].some(([, name = '']) => isForeignPackage(name, own));
  if (isForeign || installsGlobally(command)) return { kind: 'runs a foreign package', severe: false };
  return undefined;
}

/** Calls that run a text as code, or bytes as a program. */
const NAMES = names.commandConduct.codeCalls;

/** Registers a check under the names of all calls that run code. */
export const codeCalls = (check: CallCheck): Record<string, CallCheck> => byName(NAMES, check);
