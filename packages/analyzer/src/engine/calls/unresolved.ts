import { memoByNode } from '../../common/memo.js';
import type { Expression, FunctionDefinition } from '../../ir/program.js';
import { nodesOf } from '../../ir/walk.js';
import type { CallEvent, UnresolvedEvent } from '../events.js';
import type { Frame } from '../frame.js';
import type { Machine } from '../machine.js';
import type { Scope, Value } from '../values/value.js';
import names from '../names.json' with { type: 'json' };
import { isCommon, isUnresolved } from './unique-methods.js';

/** Methods of promises: a module that is imported late is one. */
const WAITING = new Set(['then', 'catch', 'finally']);

/** The name with which an expression begins: `shell` of `shell.tools.run`. */
function firstName(node: Expression): string | undefined {
  let each = node;
  for (;;) {
    if (each.kind === 'name') return each.name;
    if (each.kind === 'member' || each.kind === 'index') each = each.object;
    else if (each.kind === 'await' || each.kind === 'cast') each = each.value;
    else return undefined;
  }
}

/** Whether a name is bound by an import of the package's own code under which nothing was found. */
function isMissing(name: string, frame: Frame, machine: Machine): boolean {
  for (let scope: Scope | undefined = frame.scope; scope; scope = scope.parent) {
    if (scope.flow.get(name)) return scope.missing?.has(name) ?? false;
    const binding = scope.imports?.get(name);
    if (binding) return machine.imported(scope.module, binding.module, binding.name) === undefined;
  }
  return false;
}

/** Whether a member is one of the package's modules, which have none of that name. */
function isMissingMember({ receiver, method }: CallEvent, machine: Machine): boolean {
  if (!receiver || method === undefined || receiver.targets.length === 0) return false;
  if (method.startsWith('__') || WAITING.has(method)) return false;
  return receiver.targets.every(
    (target) => target.kind === 'module' && machine.imported(target.path, '', method) === undefined,
  );
}

/** Whether nothing is known of a value but who decides on it: what is looked up under a client's key is of the program. */
const isNothing = (value: Value): boolean => isUnresolved({ ...value, taints: [] });

/** Names of methods by which programs call what they have chosen. */
const DISPATCHING = new Set(names.loneMethods.dispatching);

/** Whether a key is one of the language's own: `[Symbol.asyncIterator]`. */
const isOfLanguage = (index: Expression): boolean =>
  index.kind === 'member' && index.object.kind === 'name' && index.object.name === 'Symbol';

/** Whether a value is looked up under a key. */
const isLookedUp = (value: Expression): boolean =>
  value.kind === 'index' ||
  (value.kind === 'call' && value.callee.kind === 'member' && value.callee.property === 'get') ||
  ((value.kind === 'await' || value.kind === 'cast') && isLookedUp(value.value)) ||
  (value.kind === 'choice' && (isLookedUp(value.then) || isLookedUp(value.otherwise))) ||
  (value.kind === 'operation' && value.operands.some(isLookedUp));

/** The variables of a function that hold what was looked up: `const handler = handlers.get(name)`. */
const lookedUpIn = memoByNode((definition: FunctionDefinition): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const node of nodesOf(definition)) {
    if ((node.kind !== 'declare' && node.kind !== 'assign') || !node.value || !isLookedUp(node.value))
      continue;
    // Of several results, the first one is the value: `handler, ok := handlers[name]`.
    const target = node.target.kind === 'items' ? node.target.items[0]?.value : node.target;
    if (target?.kind === 'bind') found.add(target.name);
  }
  return found;
});

/** Whether nothing that is known was put into an object of the program: it may have hooks, which nobody gives it. */
const isEmpty = ({ objects }: Value): boolean =>
  objects.length > 0 &&
  objects.every(
    ({ fields, items = [], rest, path }) =>
      fields.size + items.length === 0 && (!rest || isUnresolved(rest)) && path === undefined,
  );

/** Whether what a call calls was chosen among several: `handlers[name](…)`, `tool.execute(…)`. */
function isChosen({ node: { callee }, frame, receiver, method }: CallEvent, machine: Machine): boolean {
  if (callee.kind === 'index') {
    if (isOfLanguage(callee.index)) return false;
    const { object } = callee;
    const isHook = object.kind === 'name' && isEmpty(machine.lookup(object.name, frame));
    return frame.entry.kind === 'tool' || !isHook;
  }
  if (callee.kind === 'name')
    return frame.function !== undefined && lookedUpIn(frame.function).has(callee.name);
  if (method === undefined || !receiver || !DISPATCHING.has(method)) return false;
  return isNothing(receiver) && machine.isOwnMethod(method);
}

/** Why nothing is known of what a call calls, although it is of the package's own code. */
function reasonOf(event: CallEvent, machine: Machine): UnresolvedEvent['reason'] | undefined {
  const { node, frame, receiver, method } = event;
  const { callee } = node;
  const name = firstName(callee);
  if (name !== undefined && isMissing(name, frame, machine)) return 'module';
  if (isMissingMember(event, machine)) return 'module';
  if (isChosen(event, machine)) return 'choice';
  if (callee.kind !== 'member' || method === undefined || !receiver || isCommon(method)) return undefined;
  const isOwnObject = receiver.objects.some(({ class: info }) => info);
  return (isOwnObject || isUnresolved(receiver)) && machine.isOwnMethod(method) ? 'method' : undefined;
}

/** Says so of a call that leads into the package's own code, and to nothing that was found there. */
export function noteUnresolved(event: CallEvent, machine: Machine): void {
  if (event.names.length > 0 || event.frame.entry.kind === 'module' || !isNothing(event.callee)) return;
  const reason = reasonOf(event, machine);
  if (reason) machine.emit({ kind: 'unresolved', frame: event.frame, node: event.node, reason });
}
