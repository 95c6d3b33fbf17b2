import type { CallEvent, Frame } from '../../engine/machine.js';
import { NORMAL } from '../../engine/path-keys.js';
import { ALL_ARGUMENTS, SanitizedFor, type Taint } from '../../engine/taint.js';
import type { Scope, Value } from '../../engine/value.js';
import { flowInto, describeSource } from '../support/flows.js';
import type { CallCheck, Report } from '../rule.js';
import { allHarmful, around, piecesOf } from '../support/pieces.js';
import { isByDesign, type Purpose } from '../support/purpose.js';
import type { CallTable } from '../support/flow-reports.js';
import type { FileCall } from './file-calls.js';
import { sinkOf } from '../support/locations.js';

/** Tools whose parameter is a path on the machine by its name, not a name within a folder. */
const TAKES_PATHS: Purpose = {
  parameters: new Set([
    ALL_ARGUMENTS,
    'path',
    'paths',
    'file',
    'files',
    'filename',
    'filepath',
    'dir',
    'directory',
    'directories',
    'folder',
    'root',
    'location',
    'input',
    'output',
    'source',
    'destination',
    'dest',
    'src',
    'dst',
    'target',
    'image',
    'repo',
    'repository',
    'workspace',
    'cwd',
    'project',
    'document',
    'workbook',
    'presentation',
    'pdf',
    'csv',
    'video',
    'audio',
  ]),
};

const READING: ReadonlySet<string> = new Set(['read', 'opened', 'listed', 'searched', 'sent']);

/** The path starts with the client's value, so that it was never meant to be confined to a folder. */
const byDesign = (value: Value, taint: Taint, event: CallEvent): boolean =>
  (around(value, event.frame, SanitizedFor.PATH)?.before ?? '') === '' &&
  isByDesign(taint, event.frame, TAKES_PATHS);

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

/** Limit on similar findings per module. */
const MAX_ALIKE = 3;

/** What has been reported in an analysis about tools that work on any path by design. */
export class ReportedPaths {
  private readonly byModule = new Map<Scope, Map<string, Set<string>>>();

  /** Whether the limit is reached for parameters of this name that are used in this way; records the call if not. */
  isEnough(event: CallEvent, { source }: Taint, operation: string): boolean {
    let { scope }: { scope: Scope } = event.frame;
    for (let each: Frame | undefined = event.frame; each; each = each.caller) scope = each.scope;
    while (scope.parent) scope = scope.parent;
    const byUse = this.byModule.get(scope) ?? new Map<string, Set<string>>();
    this.byModule.set(scope, byUse);
    const use = `${source.name} ${READING.has(operation) ? 'in' : 'out'}`;
    const locations = byUse.get(use) ?? new Set<string>();
    byUse.set(use, locations);
    const location = `${event.frame.module}:${event.node.line}`;
    if (locations.size >= MAX_ALIKE && !locations.has(location)) return true;
    locations.add(location);
    return false;
  }
}

/** The parts that differ between rules. */
interface PathCheck {
  readonly what: 'file' | 'folder';
  /** The findings so far, for the rule about tools that work on any path by design; undefined for the others. */
  readonly byDesign?: ReportedPaths;
}

function check(
  event: CallEvent,
  { operation, paths }: FileCall,
  { what, byDesign: reported }: PathCheck,
  report: Report,
): void {
  for (const value of paths(event)) {
    const taints =
      isContent(value) || staysBelow(value, event) ? [] : allHarmful(value, event.frame, SanitizedFor.PATH);
    const [first] = taints;
    if (!first || (operation === 'made' && isForFile(value, event))) continue;
    const other = taints.find((taint) => !byDesign(value, taint, event));
    if ((other === undefined) !== (reported !== undefined)) continue;
    const taint = other ?? first;
    if (!other && reported?.isEnough(event, taint, operation) === true) continue;
    report({
      ...flowInto(event, taint, sinkOf(event)),
      ...(!other && { confidence: 'medium' }),
      description: other
        ? `A ${what} is ${operation} whose path holds ${describeSource(taint)}: with \`..\` or an absolute path it may be any of the machine.`
        : `Any ${what} of the machine is ${operation} by its path, ${describeSource(taint)}: nothing limits it to a folder.`,
    });
    return;
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
