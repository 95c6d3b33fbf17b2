import type { CallEvent } from '../../engine/events.js';
import { NORMAL } from '../../engine/values/path-keys.js';
import { ALL_ARGUMENTS, SanitizedFor } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';
import { flowInto, describeSource } from '../support/flows.js';
import type { CallCheck, Report } from '../rule.js';
import { allHarmful, around, piecesOf } from '../support/pieces.js';
import { reportedFor, type Purpose } from '../support/purpose.js';
import type { CallTable, Side } from '../support/flow-reports.js';
import type { FileCall } from './file-calls.js';
import { sinkOf } from '../support/locations.js';
import names from './names.json' with { type: 'json' };

/** Tools whose parameter is a path on the machine by its name, not a name within a folder. */
const TAKES_PATHS: Purpose = {
  operation: 'file',
  parameters: new Set([ALL_ARGUMENTS, ...names.pathFlow.parameters]),
  tools: new Set(names.pathFlow.tools),
};

const READING: ReadonlySet<string> = new Set(['read', 'opened', 'listed', 'searched', 'sent']);

/** Whether the path starts with the client's value, so that it was never meant to be confined to a folder. */
const startsFree = (value: Value, event: CallEvent): boolean =>
  (around(value, event.frame, SanitizedFor.PATH)?.before ?? '') === '';

/** Whether every client value follows a folder in the text and cannot lead up from it. */
function staysBelow(value: Value, event: CallEvent): boolean {
  // An absolute path may replace the folder, as it does with `resolve`.
  if (event.frame.scope.traits.joinsFromRoot || (value.key?.includes(NORMAL) ?? false)) return false;
  const { frame } = event;
  if (!(around(value, frame, SanitizedFor.PATH)?.before ?? '').endsWith('/')) return false;
  return piecesOf(value, frame, SanitizedFor.PATH).every(
    ({ taint }) => !taint || (taint.sanitizedFor & SanitizedFor.UP) !== 0,
  );
}

const CONTENT =
  /^(?:Buffer(?:\.\w+)?|io\.(?:BytesIO|StringIO)|bytes\.\w+|strings\.NewReader|Uint8Array|Blob)\(\)$/u;

/** Whether a value is content rather than a path, for libraries that accept both. */
const isContent = ({ targets }: Value): boolean =>
  targets.some((target) => target.kind === 'external' && CONTENT.test(target.path));

/** A folder created for a file that is written next is not worth a second finding. */
function isForFile(value: Value, event: CallEvent): boolean {
  const { callee } = event.node;
  if (callee.kind === 'member' && callee.object.kind === 'member' && callee.object.property === 'parent')
    return true;
  return value.targets.some(
    (target) => target.kind === 'external' && /\.(?:dirname|Dir)\(\)$/u.test(target.path),
  );
}

/** The parts that differ between rules. */
interface PathCheck {
  readonly what: 'file' | 'folder';
  readonly side: Side;
}

function check(
  event: CallEvent,
  { operation, paths }: FileCall,
  { what, side }: PathCheck,
  report: Report,
): void {
  for (const value of paths(event)) {
    const taints =
      isContent(value) || staysBelow(value, event) ? [] : allHarmful(value, event.frame, SanitizedFor.PATH);
    if (operation === 'made' && isForFile(value, event)) continue;
    const reported = reportedFor(taints, event.frame, TAKES_PATHS, side, () => startsFree(value, event));
    if (!reported) continue;
    const { taint, designed } = reported;
    report({
      ...flowInto(event, taint, sinkOf(event)),
      ...(designed && { designed }),
      ...(side === 'design' && {
        confidence: 'medium',
        alike: `${taint.source.name} ${READING.has(operation) ? 'in' : 'out'}`,
      }),
      description:
        side === 'design'
          ? `By design, any ${what} of the machine is ${operation} by its path, ${describeSource(taint)}: nothing limits it to a folder.`
          : `A ${what} is ${operation} whose path holds ${describeSource(taint)}: with \`..\` or an absolute path it may be any of the machine.`,
    });
    // Another path of the call may be reported whatever the tool promises.
    if (!designed) return;
  }
}

/** Checks of the paths of calls, for one of the rules. */
export const pathChecks = (calls: Readonly<Record<string, FileCall>>, checked: PathCheck): CallTable =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]): [string, CallCheck] => [
      name,
      (event, report) => check(event, call, checked, report),
    ]),
  );
