import type { Expression } from '../../ir/program.js';
import type { Frame } from '../frame.js';
import type { ValueFactory } from '../machine.js';
import { pathsOf, UNKNOWN, type Annotation, type Scope, type Value } from '../values/value.js';

/** Whether a path is that of a generic type whose parts are kept with it. */
export const isGenericPath = (path: string, { traits }: Scope): boolean =>
  traits.genericTypes?.test(path) ?? false;

/** `Annotated[str, AfterValidator(check)]` as a value: it may be an alias that a parameter elsewhere has as its type. */
export function annotationValue(
  expression: Expression,
  generic: Value,
  frame: Frame,
  machine: ValueFactory,
): Value | undefined {
  if (generic.objects.length > 0 || generic.taints.length > 0) return undefined;
  const paths = pathsOf(generic);
  if (
    paths.length === 0 ||
    paths.length < generic.targets.length ||
    !paths.every((path) => isGenericPath(path, frame.scope))
  )
    return undefined;
  const object = machine.allocate(expression, frame, { annotation: { expression, scope: frame.scope } });
  return { ...UNKNOWN, targets: generic.targets, objects: [object] };
}

/** The annotations among the objects of a value. */
export const annotationsOf = ({ objects }: Value): readonly Annotation[] =>
  objects.flatMap(({ annotation }) => annotation ?? []);
