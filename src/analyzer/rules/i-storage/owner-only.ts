import type { CallEvent, Frame } from '../../engine/machine.js';
import { constantOf } from '../../engine/value.js';
import type { Call } from '../../ir/program.js';
import { callsWithin, lastNameOf, nodesWithin } from '../../ir/walk.js';
import { callersOf } from '../support/places.js';
import { variableOf } from '../support/variables.js';

/** Whether only the file's owner may read it. */
export const isPrivate = (mode: number | undefined): boolean => mode !== undefined && (mode & 0o077) === 0;

const PRIVATE_MODES = new Set<unknown>([0o600, 0o400, 0o700, '600', '0600', '0o600', '700', '0700']);
/** Calls that narrow the rights of a file, or make it with narrow ones. */
const NARROWING =
  /^(?:f?chmod(?:Sync)?|Chmod|open(?:Sync)?|OpenFile|umask|Umask|opener|touch|NamedTemporaryFile|mkstemp)$/u;
/** Into a folder that only its owner may enter, nobody else looks. */
const FOLDERS = /^(?:mkdir(?:Sync|p|_p)?|makedirs|MkdirAll|Mkdir|ensureDir(?:Sync)?)$/u;
/** `stat.S_IRUSR | stat.S_IWUSR`. */
const OWNER = /^S_IR(?:USR|WXU)$/u;
const OTHERS = /^S_I(?:R|W|RWX)(?:GRP|OTH|G|O)$/u;
/** Both are made with mode 600. */
const ALWAYS = /^(?:NamedTemporaryFile|mkstemp)$/u;

function givesOwnerOnly(call: Call, frame: Frame): boolean {
  const name = lastNameOf(call.callee);
  if (ALWAYS.test(name)) return true;
  const nodes = [...nodesWithin(call.arguments)];
  const names = nodes.flatMap((node) => (node.kind === 'name' ? [node.name] : node.kind === 'member' ? [node.property] : [])); // prettier-ignore
  if (names.some((each) => OWNER.test(each)) && !names.some((each) => OTHERS.test(each))) return true;
  const values = nodes.flatMap((node) =>
    node.kind === 'constant'
      ? [node.value]
      : node.kind === 'name'
        ? [constantOf(variableOf(node.name, frame))]
        : [],
  );
  if (/^[uU]mask$/u.test(name)) return values.includes(0o077) || values.includes(0o177);
  return values.some((value) => PRIVATE_MODES.has(value));
}

const isRunnable = (name: string): boolean => NARROWING.test(name) || FOLDERS.test(name);

/** Whether the functions around narrow the rights of what a call writes: before, or right after. */
export function isNarrowed({ frame }: CallEvent): boolean {
  for (const each of callersOf(frame))
    for (const call of callsWithin(each.function?.body ?? []))
      if (isRunnable(lastNameOf(call.callee)) && givesOwnerOnly(call, each)) return true;
  return false;
}
