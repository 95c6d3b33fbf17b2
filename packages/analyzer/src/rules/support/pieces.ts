import { taintsHere } from '../../engine/values/derive.js';
import type { Frame } from '../../engine/frame.js';
import { taintsWithin } from '../../engine/values/objects.js';
import { CLIENT_SOURCES, type SourceKind, type Taint } from '../../engine/values/taint.js';
import { textOrHole } from '../../engine/expressions/texts.js';
import type { Value } from '../../engine/values/value.js';

/** A part of a text: its text if known, and its tainted source if any. */
interface Piece {
  readonly text: string;
  readonly value: Value;
  readonly taint: Taint | undefined;
}

/** All tainted sources of some kinds in a value, or (`within`) in everything that it contains. */
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

/** The parts of a text in order; a value that was not concatenated is a single part. */
export function piecesOf(value: Value, frame: Frame, bits: number): readonly Piece[] {
  return (value.parts ?? [value]).map((part) => ({
    text: textOrHole(part),
    value: part,
    taint: allHarmful(part, frame, bits)[0],
  }));
}

/** The text before and after the first tainted part. */
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

/** Whether a value comes from the client as a whole, with no text of the program around it. */
export function isWhole(value: Value, frame: Frame, bits: number): boolean {
  const sides = around(value, frame, bits);
  // Where no part is tainted, only the value as a whole is known to be.
  return !sides || (sides.before + sides.after).trim() === '';
}
