import type { Frame } from '../../../engine/frame.js';
import { taintsHere } from '../../../engine/values/derive.js';
import type { SourceKind, Taint } from '../../../engine/values/taint.js';
import type { Value } from '../../../engine/values/value.js';
import type { Lines } from '../../../ir/program.js';
import type { PackageView, StoreCheck } from '../../rule.js';
import { isDescription, isLate } from './described-texts.js';

/** A description that is set during a call, to a text that is not written in the package. */
export interface Assigned {
  /** The name of the changed field. */
  readonly name: string;
  readonly taint: Taint;
  readonly frame: Frame;
  readonly lines: Lines;
  /** The described object. */
  readonly object: Value | undefined;
}

/** Texts that others write: arguments of clients, answers from the network, files and the environment. */
const FOREIGN: ReadonlySet<SourceKind> = new Set([
  'tool-parameter',
  'http-request',
  'remote-content',
  'file-content',
  'database-content',
  'command-output',
  'environment',
]);

/** What a text written by others comes from. A file that is read when the server begins does not change what it says later. */
export const foreignIn = (value: Value, frame: Frame): Taint | undefined =>
  taintsHere(value, frame).find(
    ({ source: { kind, early } }) => FOREIGN.has(kind) && !(kind === 'file-content' && early),
  );

/** Whether a value is a registered tool: an object of a server library, a handler, a declaration with a tool's name. */
export const isOfTool = (object: Value | undefined, { surface }: PackageView): boolean =>
  (object?.targets.some((target) =>
    target.kind === 'closure'
      ? surface.tools.some(({ handler }) => handler?.function === target.function)
      : target.kind === 'external' && /tool/iu.test(target.path),
  ) ??
    false) ||
  (object?.objects.some(({ fields }) => {
    const [name] = (fields.get('name') ?? fields.get('Name'))?.constants ?? [];
    return surface.tools.some((tool) => tool.name !== '' && tool.name === name);
  }) ??
    false);

/** Collects descriptions that are set during calls. */
export class AssignedDescriptions {
  readonly all: Assigned[] = [];

  readonly check: StoreCheck = {
    names: isDescription,
    check: ({ name, value, frame, lines, object }) => {
      const taint = isLate({ frame }) ? foreignIn(value, frame) : undefined;
      if (taint) this.all.push({ name: `\`${name}\``, taint, frame, lines, object });
    },
  };
}
