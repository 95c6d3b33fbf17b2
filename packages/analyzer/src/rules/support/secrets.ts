import type { Frame } from '../../engine/frame.js';
import { taintsWithin } from '../../engine/values/objects.js';
import { isSecretName } from '../../engine/values/secret-names.js';
import { SanitizedFor, type Taint } from '../../engine/values/taint.js';
import type { Value } from '../../engine/values/value.js';

/** Whether a flow carries a secret in readable form. */
export const isSecret = ({ source, sanitizedFor }: Taint): boolean =>
  (sanitizedFor & SanitizedFor.SECRET) === 0 &&
  (source.kind === 'secret' || (source.kind === 'tool-parameter' && isSecretName(source.name)));

/** A readable secret in a value. */
export const secretIn = (value: Value, frame: Frame): Taint | undefined =>
  taintsWithin(value, frame).find(isSecret);

/** The name of a secret in a description; never its value. */
export const describeSecret = ({ source }: Taint): string =>
  source.kind === 'tool-parameter' ? `the parameter \`${source.name}\`` : source.name;
