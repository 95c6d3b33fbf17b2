import { taintsHere } from '../../engine/derive.js';
import type { Frame } from '../../engine/machine.js';
import { taintsWithin } from '../../engine/objects.js';
import { CLIENT_SOURCES, type SourceKind, type Taint } from '../../engine/taint.js';
import type { Value } from '../../engine/value.js';

/** What stands for a part of a text that is not known. */
export const HOLE = '\uFFFC';

/** A part of a text: what it is, when that is known, and what of a client's can do harm in it. */
interface Piece {
  readonly text: string;
  readonly value: Value;
  readonly taint: Taint | undefined;
}

/** All sources of some kinds that can still do harm in a value, or in all that it holds. */
export function allHarmful(
  value: Value,
  frame: Frame,
  bits: number,
  within = false,
  kinds: ReadonlySet<SourceKind> = CLIENT_SOURCES,
): readonly Taint[] {
  const taints = within ? taintsWithin(value, frame) : taintsHere(value, frame);
  return taints.filter(
    ({ source, sanitizedFor }) => kinds.has(source.kind) && (sanitizedFor & bits) !== bits,
  );
}

const textOf = ({ constants }: Value): string =>
  constants && constants.length > 0 ? String(constants[0]) : HOLE;

/** The parts of a text in order; a value that was not put together is one part. */
export function piecesOf(value: Value, frame: Frame, bits: number): readonly Piece[] {
  return (value.parts ?? [value]).map((part) => ({
    text: textOf(part),
    value: part,
    taint: allHarmful(part, frame, bits)[0],
  }));
}

/** A text with a character for each part of it that is not known. */
export const outline = (value: Value): string => (value.parts ?? [value]).map(textOf).join('');

/** What stands before the first part that a client can do harm with, and after it. */
export function around(
  value: Value,
  frame: Frame,
  bits: number,
): { readonly before: string; readonly after: string } | undefined {
  const pieces = piecesOf(value, frame, bits);
  const index = pieces.findIndex(({ taint }) => taint);
  if (index < 0) return undefined;
  const text = (some: readonly Piece[]): string => some.map((piece) => piece.text).join('');
  return { before: text(pieces.slice(0, index)), after: text(pieces.slice(index + 1)) };
}

/** Whether a value is the client's own, with nothing of the program's around it. */
export function isWhole(value: Value, frame: Frame, bits: number): boolean {
  const sides = around(value, frame, bits);
  // Where the parts report no harm, the value as a whole is all that is known.
  return !sides || (sides.before + sides.after).trim() === '';
}
