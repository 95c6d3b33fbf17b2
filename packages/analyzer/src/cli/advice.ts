import { printable } from '../findings/printable.js';
import type { Outcome } from '../isolation/run-isolated.js';

const NEXT = 'give a folder with source code, what `npm pack` made, or an MCP bundle (.mcpb)';
const isAt = (head: Uint8Array, index: number, text: string): boolean =>
  Buffer.from(head.subarray(index, index + text.length)).toString('latin1') === text;

/** Names the format of a file that should be a packed package but is not, by its first bytes; undefined when it may be one. */
export function formatProblemOf(head: Uint8Array): string | undefined {
  if (head.length === 0) return 'it is empty';
  if (isAt(head, 0, '\u001f\u008b')) return undefined;
  // An MCP bundle is a zip.
  if (isAt(head, 0, 'PK')) return undefined;
  if (isAt(head, 257, 'ustar')) return 'it is a tar without gzip, gzip expected';
  return 'gzip expected';
}

/** The reasons for refusing an archive that starts as gzip but does not continue as a package. */
const BROKEN = /^The archive (?:is not [^]*, or broken: ([^]*)|is (cut off[^]*)|(holds no files))$/u;

/** The option that raises each limit. */
const LIMIT_OPTIONS = { time: '--timeout gives it more', memory: '--memory gives it more' } as const;

/** The advice after a crash, which should never happen. */
const CRASHED = '--debug shows what it wrote; please report it';

/**
 * Explains to the user why nothing was analyzed and what to do next.
 * @param head the first bytes of a file; undefined for a folder
 */
export function adviceOn(outcome: Outcome, path: string, head: Uint8Array | undefined): string | undefined {
  const name = printable(path);
  switch (outcome.kind) {
    case 'done':
      return `${name} holds no files that could be analyzed; ${NEXT}`;
    case 'stopped':
      if (outcome.limit) return `${outcome.reason}; ${LIMIT_OPTIONS[outcome.limit]}`;
      return outcome.errors === undefined ? undefined : `${outcome.reason}; ${CRASHED}`;
    case 'unusable':
      return undefined;
    case 'refused': {
      const strange = head && formatProblemOf(head);
      if (strange !== undefined) return `${name} is no packed package: ${strange}; ${NEXT}`;
      const broken = BROKEN.exec(outcome.reason)
        ?.slice(1)
        .find((part: string | undefined) => part !== undefined);
      if (broken === undefined) return `${name} is refused: ${outcome.reason}`;
      return `${name} is broken, or no packed package: ${broken}; ${NEXT}`;
    }
  }
}
