import type { CallEvent } from '../engine/events.js';
import { memoByName } from '../common/memo.js';
import { maybe } from '../engine/values/value.js';
import { argument } from '../engine/expressions/call-arguments.js';
import type { Capability } from '../surface/surface.js';

/** Capabilities by the prefixes of the external functions that provide them. */
const PREFIXES: readonly (readonly [string, Capability])[] = [
  ['child_process.', 'process_exec'],
  ['execa', 'process_exec'],
  ['shelljs.exec', 'process_exec'],
  ['zx.', 'process_exec'],
  ['node-pty.', 'process_exec'],
  ['subprocess.', 'process_exec'],
  ['os.system', 'process_exec'],
  ['os.popen', 'process_exec'],
  ['os.exec', 'process_exec'],
  ['os.spawn', 'process_exec'],
  ['asyncio.create_subprocess', 'process_exec'],
  ['pexpect.', 'process_exec'],
  ['paramiko.', 'process_exec'],
  ['os/exec.', 'process_exec'],
  ['syscall.Exec', 'process_exec'],
  ['fs.write', 'file_write'],
  ['fs.append', 'file_write'],
  ['fs.createWriteStream', 'file_write'],
  ['fs.output', 'file_write'],
  ['fs.copy', 'file_write'],
  ['fs.rename', 'file_write'],
  ['fs.rm', 'file_write'],
  ['fs.unlink', 'file_write'],
  ['fs.mkdir', 'file_write'],
  ['shutil.', 'file_write'],
  ['os.remove', 'file_write'],
  ['os.unlink', 'file_write'],
  ['os.rename', 'file_write'],
  ['os.makedirs', 'file_write'],
  ['os.mkdir', 'file_write'],
  ['pathlib.Path().write_', 'file_write'],
  ['pathlib.Path().unlink', 'file_write'],
  ['pathlib.Path().mkdir', 'file_write'],
  ['os.WriteFile', 'file_write'],
  ['os.Create', 'file_write'],
  ['os.Remove', 'file_write'],
  ['os.Rename', 'file_write'],
  ['os.Mkdir', 'file_write'],
  ['os.OpenFile', 'file_write'],
  ['vm.', 'code_eval'],
  ['isolated-vm.', 'code_eval'],
  ['fetch', 'network_egress'],
  ['axios', 'network_egress'],
  ['got', 'network_egress'],
  ['undici.', 'network_egress'],
  ['superagent.', 'network_egress'],
  ['http.request', 'network_egress'],
  ['https.request', 'network_egress'],
  ['http.get', 'network_egress'],
  ['https.get', 'network_egress'],
  ['net.connect', 'network_egress'],
  ['net.createConnection', 'network_egress'],
  ['requests.', 'network_egress'],
  ['httpx.', 'network_egress'],
  ['aiohttp.', 'network_egress'],
  ['urllib.request.', 'network_egress'],
  ['socket.', 'network_egress'],
  ['net/http.Get', 'network_egress'],
  ['net/http.Post', 'network_egress'],
  ['net/http.Client()', 'network_egress'],
  ['net/http.NewRequest', 'network_egress'],
  ['net.Dial', 'network_egress'],
  ['pg.', 'db_access'],
  ['mysql2.', 'db_access'],
  ['better-sqlite3', 'db_access'],
  ['sqlite3.', 'db_access'],
  ['mongodb.', 'db_access'],
  ['mongoose.', 'db_access'],
  ['knex', 'db_access'],
  ['sequelize.', 'db_access'],
  ['redis.', 'db_access'],
  ['ioredis', 'db_access'],
  ['psycopg.', 'db_access'],
  ['asyncpg.', 'db_access'],
  ['mysql.', 'db_access'],
  ['sqlalchemy.', 'db_access'],
  ['pymongo.', 'db_access'],
  ['duckdb.', 'db_access'],
  ['database/sql.', 'db_access'],
  ['gorm.io/', 'db_access'],
  ['puppeteer', 'browser_control'],
  ['playwright', 'browser_control'],
  ['selenium.', 'browser_control'],
  ['pyppeteer.', 'browser_control'],
  ['github.com/chromedp/', 'browser_control'],
  ['github.com/go-rod/', 'browser_control'],
];

/** Whether a name has one of the prefixes: most have none. */
const PREFIXED = new RegExp(
  `^(?:${PREFIXES.map(([beginning]) => beginning.replaceAll(/[.()/]/gu, '\\$&')).join('|')})`,
  'u',
);

const EVALUATIONS = new Set(['eval', 'exec', 'Function', 'compile', 'globalThis.eval']);

/** `open(path, "w")`. */
const writes = (event: CallEvent): boolean =>
  ['w', 'wb', 'a', 'ab', 'x', 'w+', 'wt', 'r+'].some((mode) => maybe(argument(event, 1, 'mode'), mode));

const capabilitiesOfName = memoByName((name): readonly Capability[] => {
  const found: Capability[] = EVALUATIONS.has(name) ? ['code_eval'] : [];
  if (!PREFIXED.test(name)) return found;
  for (const [beginning, capability] of PREFIXES) if (name.startsWith(beginning)) found.push(capability);
  return found;
});

/** The capabilities that a call to a named function proves. */
export const capabilitiesOf = (name: string, event: CallEvent): readonly Capability[] =>
  name === 'open' && writes(event) ? ['file_write'] : capabilitiesOfName(name);

const ENVIRONMENT = /\bprocess\.env\b|\bos\.environ\b|\bos\.getenv\b|\bos\.(?:Getenv|LookupEnv|Environ)\b/u;
const SECRET =
  /(?:process\.env\.|process\.env\[['"]|environ\[['"]|environ\.get\(['"]|getenv\(['"]|Getenv\("|LookupEnv\(")\w*(?:KEY|TOKEN|SECRET|PASSW|CREDENTIAL)/iu;

/** The capabilities that a source text proves: reading the environment, and secrets in it. */
export function* capabilitiesOfText(text: string): Generator<Capability> {
  if (!ENVIRONMENT.test(text)) return;
  yield 'env_access';
  if (SECRET.test(text)) yield 'secret_access';
}
