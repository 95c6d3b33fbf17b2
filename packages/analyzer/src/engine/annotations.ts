import type { Expression } from '../ir/program.js';
import type { Frame, Machine } from './machine.js';
import { pathsOf, UNKNOWN, type Annotation, type Scope, type Value } from './value.js';

/** Whether a path is that of a generic type that is kept with its parts. */
export const isGenericPath = (path: string, { traits }: Scope): boolean =>
  traits.genericTypes?.test(path) ?? false;

/** `Annotated[str, AfterValidator(check)]` as a value: a name may stand for it, and say elsewhere what a parameter may be. */
export function annotationValue(
  expression: Expression,
  generic: Value,
  frame: Frame,
  machine: Machine,
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

/** The types that a value stands for. */
export const annotationsOf = ({ objects }: Value): readonly Annotation[] =>
  objects.flatMap(({ annotation }) => annotation ?? []);
