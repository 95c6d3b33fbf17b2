import type { CallEvent } from '../../engine/events.js';
import type { Frame } from '../../engine/frame.js';
import { constantOf } from '../../engine/values/value.js';
import type { Call, FunctionDefinition } from '../../ir/program.js';
import { callsWithin, lastNameOf, nodesWithin, type Node } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import { callersOf } from '../support/locations.js';
import { variableOf } from '../support/variables.js';

/** Whether only the file's owner has permissions. */
export const isPrivate = (mode: number | undefined): boolean => mode !== undefined && (mode & 0o077) === 0;

const PRIVATE_MODES = new Set<unknown>([0o600, 0o400, 0o700, '600', '0600', '0o600', '700', '0700']);
/** Calls that restrict the permissions of a file, or create it with restricted ones. */
const NARROWING =
  /^(?:f?chmod(?:Sync)?|Chmod|open(?:Sync)?|OpenFile|umask|Umask|opener|touch|NamedTemporaryFile|mkstemp)$/u;
/** A file in a folder that only its owner can enter is protected, too. */
const FOLDERS = /^(?:mkdir(?:Sync|p|_p)?|makedirs|MkdirAll|Mkdir|ensureDir(?:Sync)?)$/u;
/** `stat.S_IRUSR | stat.S_IWUSR`. */
const OWNER = /^S_IR(?:USR|WXU)$/u;
const OTHERS = /^S_I(?:R|W|RWX)(?:GRP|OTH|G|O)$/u;
/** Both create files with mode 600. */
const ALWAYS = /^(?:NamedTemporaryFile|mkstemp)$/u;

const MASKS = new Set<unknown>([0o077, 0o177]);

/** What a function does about file permissions. */
interface Rights {
  /** It certainly restricts them, whatever its variables contain. */
  readonly isNarrowed: boolean;
  /** Variables that may contain the mode or umask, by the set of restrictive values. */
  readonly variables: ReadonlyMap<ReadonlySet<unknown>, ReadonlySet<string>>;
}

const isRunnable = (name: string): boolean => NARROWING.test(name) || FOLDERS.test(name);

function isSure(call: Call, nodes: readonly Node[], narrow: ReadonlySet<unknown>): boolean {
  if (ALWAYS.test(lastNameOf(call.callee))) return true;
  const names = nodes.flatMap((node) =>
    node.kind === 'name' ? [node.name] : node.kind === 'member' ? [node.property] : [],
  );
  if (names.some((each) => OWNER.test(each)) && !names.some((each) => OTHERS.test(each))) return true;
  return nodes.some((node) => node.kind === 'constant' && narrow.has(node.value));
}

const rightsOf = memoByNode(({ body }: FunctionDefinition): Rights => {
  const [modes, masks] = [new Set<string>(), new Set<string>()];
  const variables = new Map([
    [PRIVATE_MODES, modes],
    [MASKS, masks],
  ]);
  for (const call of callsWithin(body)) {
    const name = lastNameOf(call.callee);
    if (!isRunnable(name)) continue;
    const nodes = nodesWithin(call.arguments);
    const isMask = /^[uU]mask$/u.test(name);
    if (isSure(call, nodes, isMask ? MASKS : PRIVATE_MODES)) return { isNarrowed: true, variables };
    for (const node of nodes) if (node.kind === 'name') (isMask ? masks : modes).add(node.name);
  }
  return { isNarrowed: false, variables };
});

function narrows(definition: FunctionDefinition, frame: Frame): boolean {
  const { isNarrowed: isSurely, variables } = rightsOf(definition);
  if (isSurely) return true;
  for (const [narrow, names] of variables)
    for (const name of names) if (narrow.has(constantOf(variableOf(name, frame)))) return true;
  return false;
}

/** Whether a function in the call stack restricts the permissions of what a call writes, before or after. */
export function isNarrowed({ frame }: CallEvent): boolean {
  for (const each of callersOf(frame)) if (each.function && narrows(each.function, each)) return true;
  return false;
}
