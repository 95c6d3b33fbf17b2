import type { Event } from '../../engine/events.js';
import { SanitizedFor } from '../../engine/values/taint.js';
import { constantPrefix, constantSuffix } from '../../engine/expressions/texts.js';
import { constantOf, type Value } from '../../engine/values/value.js';
import { describeSource } from '../support/flows.js';
import type { Report, Rule } from '../rule.js';
import { allHarmful } from '../support/pieces.js';

type PrefixEvent = Extract<Event, { kind: 'prefix' }>;

const RESOLVERS =
  /^(?:path\.(?:resolve|normalize|join)|fs\.realpath(?:Sync)?|os\.path\.(?:realpath|abspath|normpath|join)|path\/filepath\.(?:Abs|Clean|Join|EvalSymlinks)|pathlib\.Path)\(\)/u;

/** Whether a value is the result of a path function, rather than some other text. */
const isPath = (value: Value): boolean =>
  (value.key?.includes('%normal') ?? false) ||
  value.targets.some((target) => target.kind === 'external' && RESOLVERS.test(target.path)) ||
  value.taints.some(
    ({ sanitizedFor }) => (sanitizedFor & (SanitizedFor.LINKS | SanitizedFor.PATH)) === SanitizedFor.LINKS,
  );

/** Whether the compared folder lacks a trailing separator, so that siblings with the same prefix match. */
function isOpen(prefix: Value): boolean {
  if (prefix.taints.length > 0) return false;
  const constant = constantOf(prefix);
  if (constant !== undefined)
    return typeof constant === 'string' && /^(?:[/~]|[A-Za-z]:[/\\]).*[^/\\]$/u.test(constant);
  if (/[/\\]$/u.test(constantSuffix(prefix))) return false;
  if (/^(?:\.\.|-|https?:)/u.test(constantPrefix(prefix))) return false;
  const last = prefix.parts?.at(-1) ?? prefix;
  return !last.targets.some(
    (target) =>
      target.kind === 'external' && /(?:\.sep|\.Separator|PathSeparator)(?:\(\))?$/u.test(target.path),
  );
}

function check({ frame, lines, value, prefix }: PrefixEvent, report: Report): void {
  if (!isPath(value) || !isOpen(prefix)) return;
  const [taint] = allHarmful(value, frame, SanitizedFor.PATH);
  if (!taint) return;
  report({
    at: frame,
    lines,
    sink: 'prefix without separator',
    taint,
    confidence: 'medium',
    description: `A path that holds ${describeSource(taint)} is compared with the beginning of a folder's path, without a separator at its end: \`/srv/data-old\` begins like \`/srv/data\`.`,
  });
}

/** A containment check that accepts siblings of the folder. */
export const prefixCheck: Rule = {
  id: 'MCP-B003',
  class: 'B',
  title: 'Containment check without a separator',
  severity: 'medium',
  confidence: 'medium',
  cwe: 22,
  cvss: 'AV:N/AC:H/PR:L/UI:N/S:U/C:H/I:L/A:N',
  what: "Whether a path lies below a folder is asked by comparing texts, and the folder's path does not end with a separator.",
  why: 'All folders beside it whose names begin alike pass too: `/srv/data-private/key` begins with `/srv/data`.',
  example: {
    language: 'go',
    bad: 'if !strings.HasPrefix(path, root) { return errOutside }',
    good: 'if !strings.HasPrefix(path, root+string(filepath.Separator)) { return errOutside }',
  },
  fix: 'Add the separator to the folder before comparing, and allow the folder itself by its own comparison; or use `is_relative_to`, `commonpath`, `filepath.IsLocal`, `path.relative`.',
  notCounted: ['prefixes that end with a separator', 'comparisons of other texts than paths'],
  events: { prefix: check },
};
