import type { CallEvent } from '../../engine/events.js';
import { pathsOf } from '../../engine/values/value.js';
import { lastNameOf } from '../../ir/walk.js';
import names from './names.json' with { type: 'json' };

const SCRIPT = ['log', 'error', 'warn', 'info', 'debug', 'trace', 'dir', 'table'].map(
  (name) => `console.${name}`,
);
const LEVELS = names.logs.levels;
const GO_PRINTS = ['Print', 'Printf', 'Println', 'Fatal', 'Fatalf', 'Fatalln', 'Panic', 'Panicf'];
const GO_LEVELS = names.logs.goLevels;

const PLAIN: ReadonlySet<string> = new Set([
  ...SCRIPT,
  'process.stderr.write',
  'process.stdout.write',
  'print',
  'sys.stderr.write',
  'sys.stdout.write',
  ...GO_PRINTS.flatMap((name) => [`log.${name}`, `fmt.${name}`]),
]);
/** Go functions that log when they write to a standard stream. */
const TO_STREAM: ReadonlySet<string> = new Set(['fmt.Fprint', 'fmt.Fprintf', 'fmt.Fprintln']);
const METHODS: ReadonlySet<string> = new Set([...LEVELS, ...GO_LEVELS, ...GO_PRINTS]);

/** Calls that may write a log; `isLog` decides. */
export const LOG_CALLS: readonly string[] = [
  ...PLAIN,
  ...TO_STREAM,
  ...[...METHODS].map((name) => `.${name}`),
];

const LOGGER =
  /^_?(?:sys|app|my|the|s|l|server|request|base|root|audit|mcp)?_?(?:log|logger|logging|slog|winston|pino|loguru|console)$/iu;

/** Whether a call writes a log. */
export function isLog(event: CallEvent): boolean {
  const { names, node, method, arguments: given } = event;
  if (names.some((name) => PLAIN.has(name))) return true;
  if (names.some((name) => TO_STREAM.has(name)))
    return pathsOf(given.positional[0] ?? { taints: [], targets: [], objects: [] }).some((path) =>
      /^os\.Std(?:err|out)$/u.test(path),
    );
  if (method === undefined || !METHODS.has(method) || node.callee.kind !== 'member') return false;
  return (
    names.some((name) => /^(?:logging|structlog|loguru|winston|pino|bunyan|log\/slog|log)\b/u.test(name)) ||
    LOGGER.test(lastNameOf(node.callee.object))
  );
}
