import type { CallEvent } from '../../engine/events.js';
import type { FunctionDefinition } from '../../ir/program.js';
import { calledIn } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import { named, option } from '../../engine/expressions/call-arguments.js';
import { inHandler, sinkOf } from '../support/locations.js';
import { byName } from '../../models/model.js';
import type { CallCheck, Checks, Report, Rule } from '../rule.js';
import { isPlain, oncePerFile } from './once.js';

function reportFinding(event: CallEvent, report: Report): void {
  report({
    at: event.frame,
    lines: event.node,
    sink: sinkOf(event),
    description: `\`${sinkOf(event)}\` waits for a program that nothing ever stops.`,
  });
}

const LIMITS =
  /^(?:wait_?for|timeout|timeout_at|move_on_after|fail_after|kill|terminate|send_signal|setTimeout|Timer|alarm|withTimeout)$/iu;

/** Whether a function limits the time in another way. */
const watches = memoByNode((definition: FunctionDefinition) =>
  [...calledIn(definition)].some((name) => LIMITS.test(name)),
);
const isWatched = ({ frame }: CallEvent): boolean => frame.function !== undefined && watches(frame.function);

const script: CallCheck = (event, report) => {
  if (!inHandler(event.frame) || !isPlain(event) || isWatched(event)) return;
  const last = event.arguments.positional
    .slice(1)
    .find(({ objects, targets }) => objects.length === 0 && targets.length === 0);
  // Unknown options may contain a timeout.
  if (last && !last.constants && last.taints.length === 0 && !last.parts) return;
  if (!option(event, 'timeout') && !option(event, 'signal')) reportFinding(event, report);
};

const python: CallCheck = (event, report) => {
  if (inHandler(event.frame) && isPlain(event) && !named(event, 'timeout') && !isWatched(event))
    reportFinding(event, report);
};

/** `process.wait()` of an asyncio process or of Popen. */
const waited: CallCheck = (event, report) => {
  const limited =
    named(event, 'timeout') ?? (event.method === 'wait' ? event.arguments.positional[0] : undefined);
  if (inHandler(event.frame) && !limited && !isWatched(event)) reportFinding(event, report);
};

const go: CallCheck = (event, report) => {
  if (inHandler(event.frame) && !isWatched(event)) reportFinding(event, report);
};

const PYTHON_PROCESSES = [
  'asyncio.create_subprocess_exec',
  'asyncio.create_subprocess_shell',
  'asyncio.subprocess.create_subprocess_exec',
  'subprocess.Popen',
];

/** The server waits for a program without a time limit. */
export const processTimeout: Rule = {
  id: 'MCP-N004',
  class: 'N',
  title: 'Program started without a time limit',
  severity: 'low',
  confidence: 'medium',
  cwe: 1088,
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:N/I:N/A:L',
  what: 'A program that a client’s call starts and waits for, with nothing that ends it.',
  why: 'A program that waits for input, a lock or a host that does not answer holds the tool, and its memory, for ever.',
  example: {
    language: 'python',
    bad: 'subprocess.run(["git", "fetch"])',
    good: 'subprocess.run(["git", "fetch"], timeout=60)',
  },
  fix: 'Give a limit: `timeout`, `asyncio.wait_for`, `exec.CommandContext` with a deadline.',
  notCounted: ['programs that the server itself ends', 'more than one such program in a file'],
  remembering: (): Checks => ({
    calls: {
      ...byName(
        ['exec', 'execSync', 'execFile', 'execFileSync', 'spawnSync'].map((name) => `child_process.${name}`),
        oncePerFile(script),
      ),
      ...byName(
        ['run', 'call', 'check_call', 'check_output'].map((name) => `subprocess.${name}`),
        oncePerFile(python),
      ),
      ...byName(
        PYTHON_PROCESSES.flatMap((name) => [`${name}().wait`, `${name}().communicate`]),
        oncePerFile(waited),
      ),
      ...byName(
        ['Run', 'Output', 'CombinedOutput', 'Wait'].map((name) => `os/exec.Command().${name}`),
        oncePerFile(go),
      ),
    },
  }),
};
