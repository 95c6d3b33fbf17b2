import type { Frame } from '../../engine/machine.js';
import { taintsWithin } from '../../engine/objects.js';
import { isSecretName } from '../../engine/secret-names.js';
import { SanitizedFor, type Taint } from '../../engine/taint.js';
import type { Value } from '../../engine/value.js';

/** Whether something that flows is a secret that can still be read. */
export const isSecret = ({ source, sanitizedFor }: Taint): boolean =>
  (sanitizedFor & SanitizedFor.SECRET) === 0 &&
  (source.kind === 'secret' || (source.kind === 'tool-parameter' && isSecretName(source.name)));

/** A secret that leaves with a value. */
export const secretIn = (value: Value, frame: Frame): Taint | undefined =>
  taintsWithin(value, frame).find(isSecret);

/** How a secret is named in a description: by its name alone. */
export const describeSecret = ({ source }: Taint): string =>
  source.kind === 'tool-parameter' ? `the parameter \`${source.name}\`` : source.name;
