import type { Lines } from '../../ir/program.js';
import type { Tool } from '../../surface/surface.js';

/** A handler that begins further below belongs to another declaration. */
const MAX_DISTANCE = 40;

/** The lines of what describes a tool: from its description to where its handler begins, if that is below. */
export function toolLines({ file, descriptionLine: start, handler }: Tool): Lines {
  const head = handler?.scope.module === file ? handler.function.line : start;
  const isNear = head >= start && head - start <= MAX_DISTANCE;
  return { line: start, endLine: isNear ? head : start };
}
