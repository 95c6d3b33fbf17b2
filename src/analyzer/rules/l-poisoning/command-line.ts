/** What a line of commands does that a script at installation has no business to do. */
export interface Conduct {
  readonly kind:
    'runs what it fetches' | 'fetches' | 'runs hidden code' | 'sends data away' | 'runs a foreign package';
  readonly severe: boolean;
}

/** Commands longer than this are cut: people do not write them. */
const MAX_COMMAND = 2000;

const FETCH =
  /(?:^|[\s;&|("'`=])(?:curl|wget|fetch|iwr|irm|aria2c|invoke-webrequest|invoke-restmethod|start-bitstransfer|bitsadmin|certutil\s+-urlcache)\b[^|;&]*(?:https?:|ftp:|\$|[\w-]+\.[a-z]{2,}\/)/iu;
const PIPED =
  /\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^;&]*\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k)?sh|node|python3?|perl|ruby|php|iex|invoke-expression|powershell|pwsh)\b/iu;
const SUBSTITUTED =
  /(?:\b(?:ba|z|da)?sh|eval|source|iex|invoke-expression|node|python3?)\b[^;|]*(?:\$\(|`|<\(|\()\s*(?:curl|wget|iwr|irm|new-object\s+net\.webclient)\b/iu;
const THEN_RUN =
  /\b(?:curl|wget)\b[^;&|]*(?:https?:)[^;&|]*(?:&&|;)[^]*(?:chmod\s+(?:\+x|[0-7]*[157][0-7]{0,2})|(?:^|[\s;&])(?:\.\/|(?:ba|z)?sh\s|node\s|python3?\s))/iu;
const HIDDEN =
  /(?:base64\s+(?:-d|-D|--decode)|xxd\s+-r|openssl\s+enc\s+-d|frombase64string)[^;&]*(?:\||\))\s*(?:(?:ba|z|da)?sh|node|python3?|iex|eval)?|powershell[^;&]*\s-(?:e|en|enc|encodedcommand)\s|(?:\\x[0-9a-f]{2}){6,}/iu;
const INLINE =
  /\b(?:node|bun|deno)\s+(?:-e|-p|-pe|--eval|--print|eval)\s|\b(?:python3?|perl|ruby|php)\s+-[cer]\s|\b(?:ba|z)?sh\s+-c\s/iu;
const INLINE_HARM =
  /https?:\/\/|require\(\s*\\?["'`](?:node:)?(?:https?|child_process|net|dns|dgram)|\b(?:fetch|eval|atob|Function|execSync|exec|spawn|urlopen|b64decode|__import__|os\.system|subprocess|socket)\s*\(|Buffer\.from\(/u;
const SENT =
  /\b(?:curl|wget|nc|ncat|invoke-webrequest)\b[^;&]*(?:-d\b|--data|-F\b|--form|-T\b|--upload-file|--post-data|--post-file|-Body\b|\?[a-z]+=)[^;&]*(?:\$\(|`|\$[A-Z_]|@|%[A-Z_]+%|~\/)|(?:cat|tar|zip)\b[^;&]*(?:\.ssh|\.aws|\.npmrc|\.env\b|\/etc\/passwd)[^;&]*\|\s*(?:curl|nc|wget)|\b(?:env|printenv|whoami|hostname)\b\s*\|\s*(?:curl|nc|wget|base64)|\/dev\/tcp\//iu;
const RUNNERS =
  /\b(?:npx|pnpx|bunx|pnpm\s+dlx|yarn\s+dlx|npm\s+exec|uvx|pipx\s+run)\s+((?:-{1,2}[\w-]+(?:=\S+)?\s+)*)(@?[\w./@-]+)/gu;

/** Packages that prepare a project and are known for nothing else. */
const KNOWN = new Set([
  'husky', 'patch-package', 'only-allow', 'playwright', 'puppeteer', 'prisma', 'node-gyp', 'node-gyp-build', 'prebuild-install',
  'node-pre-gyp', 'lefthook', 'simple-git-hooks', 'is-ci', 'tsc', 'typescript', 'rimraf', 'electron-rebuild', 'ngcc', 'opencollective',
  'opencollective-postinstall', 'yarn-deduplicate', 'check-node-version', 'link-module-alias', 'allow-scripts', 'shx', 'tsup', 'vite',
  'esbuild', 'rollup', 'webpack', 'nuxt', 'nuxi', 'svelte-kit', 'graphql-codegen', 'husky-run', 'cross-env', 'run-s', 'npm-run-all',
  'playwright-core', 'cypress', 'skills', 'panda', 'wxt', 'fumadocs-mdx', 'smithery', '@smithery/cli', '@anthropic-ai/dxt', 'bundler',
]); // prettier-ignore

const bareName = (name: string): string => name.replace(/(?<=.)@[^/]*$/u, '');

/**
 * What a command does that is not building: nothing for `husky`, `node-gyp rebuild`, `tsc` and the like.
 * @param own packages that the manifest asks for
 */
export function conductOf(written: string, own: ReadonlySet<string>): Conduct | undefined {
  const command = written.slice(0, MAX_COMMAND);
  if (SENT.test(command)) return { kind: 'sends data away', severe: true };
  if (PIPED.test(command) || SUBSTITUTED.test(command) || THEN_RUN.test(command))
    return { kind: 'runs what it fetches', severe: true };
  if (HIDDEN.test(command)) return { kind: 'runs hidden code', severe: true };
  if (INLINE.test(command) && INLINE_HARM.test(command)) return { kind: 'runs hidden code', severe: /https?:|fetch|eval|atob|b64|Buffer\.from/u.test(command) }; // prettier-ignore
  if (FETCH.test(command)) return { kind: 'fetches', severe: false };
  for (const [, , name = ''] of command.matchAll(RUNNERS)) {
    const bare = bareName(name);
    if (!KNOWN.has(bare) && !own.has(bare)) return { kind: 'runs a foreign package', severe: false };
  }
  return undefined;
}

/** Files that a command runs: `node scripts/x.js`, `sh ./x.sh`, `python x.py`, `./x`. */
export function filesRunBy(written: string): readonly string[] {
  const command = written.slice(0, MAX_COMMAND);
  const files: string[] = [];
  for (const part of command.split(/&&|\|\||[;|&\n]/u)) {
    const words = part.trim().split(/\s+/u).filter((word) => !/^\w+=/u.test(word)); // prettier-ignore
    const program = words[0] ?? '';
    const isRunner = /(?:^|\/)(?:node|bun|deno|tsx|ts-node|sh|bash|zsh|python3?|cross-env)$/u.test(program);
    const file = isRunner ? words.slice(1).find((word) => !word.startsWith('-') && word !== 'run') : program;
    if (file !== undefined && (isRunner || /^\.{1,2}\//u.test(file)))
      files.push(file.replace(/^["']|["']$/gu, ''));
    for (const [, required = ''] of part.matchAll(/require\(\s*\\?["'`](\.[^"'`\\]+)/gu))
      files.push(required);
  }
  return files;
}

/** Scripts of the manifest that a command runs: `npm run build`, `yarn x`. */
export const scriptsRunBy = (written: string): readonly string[] =>
  [...written.slice(0, MAX_COMMAND).matchAll(/\b(?:npm\s+run(?:-script)?|pnpm(?:\s+run)?|yarn(?:\s+run)?|bun\s+run)\s+(?:-{1,2}[\w-]+\s+)*([\w:.-]+)/gu)].map(
    ([, name = '']) => name,
  ); // prettier-ignore
