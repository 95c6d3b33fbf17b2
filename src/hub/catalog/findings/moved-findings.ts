import type { ReportedFinding } from '@mcp-hub/analyzer';

/** What decides whether a finding is the same at another path. */
export type Movable = Pick<
  ReportedFinding,
  'fingerprint' | 'rule_id' | 'description' | 'location' | 'mcp_context' | 'trace'
>;

/** A finding that has moved: the fingerprint that it had, and the one that it has now. */
export interface MovedFinding {
  readonly from: string;
  readonly to: string;
}

/** Alike findings beyond these are matched in their order only. */
const MAX_COMPARED = 50;

// A snippet with it hides a secret or the rest of a line, so nobody knows whether the code is the same.
const HIDDEN = '…';

/**
 * Finds those that are the same finding at another path: with the same rule, sink and code (ADR 82). Of several alike,
 * those whose paths end alike belong together, then those of one tool, then those at the same place in the order of paths
 * and lines. What could be several stays unmatched.
 * @param lost findings that a complete snapshot does not have any more
 * @param gained findings that it has, and that the MCP never had
 */
export function movedFindings(lost: readonly Movable[], gained: readonly Movable[]): MovedFinding[] {
  const arrived = groupsOf(gained);
  return [...groupsOf(lost)].flatMap(([identity, group]) => matched(group, arrived.get(identity) ?? []));
}

function groupsOf(findings: readonly Movable[]): Map<string, Movable[]> {
  const groups = new Map<string, Movable[]>();
  for (const finding of [...findings].sort(byPlace)) {
    const identity = identityOf(finding);
    if (identity === undefined) continue;
    const group = groups.get(identity);
    if (group === undefined) groups.set(identity, [finding]);
    else group.push(finding);
  }
  return groups;
}

function identityOf({ rule_id: rule, description, location, trace }: Movable): string | undefined {
  const code = location.snippet ?? description;
  if (code.includes(HIDDEN)) return undefined;
  return JSON.stringify([rule, trace.at(-1)?.message ?? '', code.replaceAll(/\s+/g, '')]);
}

function byPlace(one: Movable, other: Movable): number {
  const [left, right] = [one.location, other.location];
  return (
    compare(left.file_path, right.file_path) ||
    left.start_line - right.start_line ||
    compare(one.fingerprint, other.fingerprint)
  );
}

function matched(lost: readonly Movable[], gained: readonly Movable[]): MovedFinding[] {
  if (Math.max(lost.length, gained.length) > MAX_COMPARED) return inOrder(lost, gained);
  const moves: MovedFinding[] = [];
  const [from, to] = [new Set(lost), new Set(gained)];
  for (const score of scoresOf(lost, gained)) {
    const pairs = [...from].flatMap((one) =>
      [...to].filter((other) => likeness(one, other) === score).map((other) => ({ one, other })),
    );
    for (const { one, other } of unambiguous(pairs)) {
      from.delete(one);
      to.delete(other);
      moves.push({ from: one.fingerprint, to: other.fingerprint });
    }
  }
  return [...moves, ...inOrder([...from], [...to])];
}

/** The pairs of findings that are in no other pair. */
function unambiguous<P extends { readonly one: Movable; readonly other: Movable }>(pairs: readonly P[]): P[] {
  const count = (finding: Movable): number =>
    pairs.filter(({ one, other }) => one === finding || other === finding).length;
  return pairs.filter(({ one, other }) => count(one) === 1 && count(other) === 1);
}

/** As many lost as gained ones are the same in their order; of other numbers, nobody knows which. */
function inOrder(lost: readonly Movable[], gained: readonly Movable[]): MovedFinding[] {
  if (lost.length !== gained.length) return [];
  return lost.flatMap((one, index) => {
    const other = gained[index];
    if (other === undefined || likeness(one, other) === 0) return [];
    return [{ from: one.fingerprint, to: other.fingerprint }];
  });
}

/** The likenesses of all pairs, highest first. */
const scoresOf = (lost: readonly Movable[], gained: readonly Movable[]): number[] =>
  [...new Set(lost.flatMap((one) => gained.map((other) => likeness(one, other))))]
    .filter((score) => score > 0)
    .sort((a, b) => b - a);

/** How much alike two places are; 0 for one path, because what is there has not moved. */
function likeness(one: Movable, other: Movable): number {
  const [left, right] = [one.location.file_path, other.location.file_path];
  if (left === right) return 0;
  return 2 * commonEnd(left.split('/'), right.split('/')) + Number(toolOf(one) === toolOf(other)) + 1;
}

function commonEnd(left: readonly string[], right: readonly string[]): number {
  let length = 0;
  while (length < left.length && length < right.length && left.at(-1 - length) === right.at(-1 - length))
    length += 1;
  return length;
}

const toolOf = ({ mcp_context: { tool_name: tool, handler_name: handler } }: Movable): string | null =>
  tool ?? handler;

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
