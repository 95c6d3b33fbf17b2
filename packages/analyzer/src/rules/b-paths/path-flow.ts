import type { CallEvent, Frame } from '../../engine/machine.js';
import { NORMAL } from '../../engine/path-keys.js';
import { ALL_ARGUMENTS, Neutral, type Taint } from '../../engine/taint.js';
import type { Scope, Value } from '../../engine/value.js';
import { confidenceOf, flowInto, told } from '../support/flows.js';
import type { CallCheck, Report } from '../rule.js';
import { allHarmful, around, piecesOf } from '../support/pieces.js';
import { isByDesign, type Purpose } from '../support/purpose.js';
import { type CallTable, type Side } from '../support/sides.js';
import type { FileCall } from './file-calls.js';
import { sinkOf } from '../support/places.js';

/** Tools whose parameter says that it is a path of the machine, not a name below some folder. */
const TAKES_PATHS: Purpose = {
  parameters: new Set([ALL_ARGUMENTS, 'path', 'paths', 'file', 'files', 'filename', 'filepath', 'dir', 'directory', 'directories', 'folder', 'root', 'location', 'input', 'output', 'source', 'destination', 'dest', 'src', 'dst', 'target', 'image', 'repo', 'repository', 'workspace', 'cwd', 'project', 'document', 'workbook', 'presentation', 'pdf', 'csv', 'video', 'audio']), // prettier-ignore
};

const READING: ReadonlySet<string> = new Set(['read', 'opened', 'listed', 'searched', 'sent']);

/** The path of a client begins the whole, so that no folder was meant to hold it. */
const byDesign = (value: Value, taint: Taint, event: CallEvent): boolean =>
  (around(value, event.frame, Neutral.PATH)?.before ?? '') === '' &&
  isByDesign(taint, event.frame, TAKES_PATHS);

/** Whether all that clients send stands behind a folder in a text, and leads no way up from there. */
function staysBelow(value: Value, event: CallEvent): boolean {
  // A path from the root may take the folder's place, as it does with `resolve`.
  if (event.frame.scope.traits.joinsFromRoot || (value.key?.includes(NORMAL) ?? false)) return false;
  const { frame } = event;
  if (!(around(value, frame, Neutral.PATH)?.before ?? '').endsWith('/')) return false;
  return piecesOf(value, frame, Neutral.PATH).every(
    ({ taint }) => !taint || (taint.neutral & Neutral.UP) !== 0,
  );
}

const CONTENT =
  /^(?:Buffer(?:\.\w+)?|io\.(?:BytesIO|StringIO)|bytes\.\w+|strings\.NewReader|Uint8Array|Blob)\(\)$/u;

/** Whether a value is the content itself, for libraries that take either it or its path. */
const isContent = ({ targets }: Value): boolean =>
  targets.some((target) => target.kind === 'external' && CONTENT.test(target.path));

/** Folders that are made for a file that is written next tell nothing new. */
function isForFile(value: Value, event: CallEvent): boolean {
  const { callee } = event.node;
  if (callee.kind === 'member' && callee.object.kind === 'member' && callee.object.property === 'parent')
    return true;
  return value.targets.some(
    (target) => target.kind === 'external' && /\.(?:dirname|Dir)\(\)$/u.test(target.path),
  );
}

/** What is the same in many tools of one file is told this many times. */
const MAX_ALIKE = 3;

const toldBefore = new WeakMap<Scope, Map<string, Set<string>>>();

/** Whether enough has been told of parameters of one name that are used as paths in one way. */
function isEnough(event: CallEvent, { source }: Taint, deed: string): boolean {
  let { scope }: { scope: Scope } = event.frame;
  for (let each: Frame | undefined = event.frame; each; each = each.caller) scope = each.scope;
  while (scope.parent) scope = scope.parent;
  const told = toldBefore.get(scope) ?? new Map<string, Set<string>>();
  toldBefore.set(scope, told);
  const name = `${source.name} ${READING.has(deed) ? 'in' : 'out'}`;
  const places = told.get(name) ?? new Set<string>();
  told.set(name, places);
  const place = `${event.frame.module}:${event.node.line}`;
  if (places.size >= MAX_ALIKE && !places.has(place)) return true;
  places.add(place);
  return false;
}

function check(event: CallEvent, { deed, paths }: FileCall, what: string, side: Side, report: Report): void {
  for (const value of paths(event)) {
    const taints =
      isContent(value) || staysBelow(value, event) ? [] : allHarmful(value, event.frame, Neutral.PATH);
    const [first] = taints;
    if (!first || (deed === 'made' && isForFile(value, event))) continue;
    const other = taints.find((taint) => !byDesign(value, taint, event));
    if ((other === undefined) !== (side === 'design')) continue;
    const taint = other ?? first;
    if (!other && isEnough(event, taint, deed)) continue;
    report({
      ...flowInto(event, taint, sinkOf(event)),
      ...(!other && { confidence: confidenceOf(taint, 'medium') }),
      description: other
        ? `A ${what} is ${deed} whose path holds ${told(taint)}: with \`..\` or an absolute path it may be any of the machine.`
        : `Any ${what} of the machine is ${deed} by its path, ${told(taint)}: nothing limits it to a folder.`,
    });
    return;
  }
}

/** Checks of the paths that calls get. */
export const pathChecks = (
  calls: Readonly<Record<string, FileCall>>,
  what: 'file' | 'folder',
  side: Side,
): CallTable =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]): [string, CallCheck] => [
      name,
      (event, report) => check(event, call, what, side, report),
    ]),
  );
