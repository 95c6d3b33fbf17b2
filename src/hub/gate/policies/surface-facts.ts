import type { OfferedItem, OfferedItems } from '@mcp-hub/analyzer';
import { canBeNewest, isOlder, newestFirst } from '../../catalog/version-order/newest-version.js';
import { CERTIFIED_STATUSES, listOf } from '../../catalog/version-order/version-statuses.js';

/**
 * An id among those of the controls to read that means the surface, which is large and which few policies are about. No control
 * has such an id.
 */
export const SURFACE_FACT = '@surface';

/** The version that a surface is compared with. */
export interface SurfaceBefore {
  /** Its semantic version, or its visible one. */
  readonly version: string;
  /** Whether both offer the same. */
  readonly isEqual: boolean;
  /** What it offered and what is offered now; null where that is not known, and for equal ones. */
  readonly was: OfferedItems | null;
  readonly is: OfferedItems | null;
}

/** What policies know of the surface of a version. */
export interface SurfaceFacts {
  readonly isCertified: boolean;
  /** The newest certified version that it follows; null if there is none. */
  readonly before: SurfaceBefore | null;
  /** Whether names of tools or prompts are computed at run time: what has the same code may offer something else. */
  readonly isUnnamed?: boolean;
}

const isCertified = (v: string): string => `${v}.status IN (${listOf(CERTIFIED_STATUSES)})`;

/** SQL: `SurfaceFacts` of `snapshot s` of `mcp_version v`. */
export const SURFACE_FACTS = `
  json_build_object(
    'isCertified', ${isCertified('v')},
    'isUnnamed', coalesce(jsonb_path_exists(s.offered, '$.tools[*] ? (@.name == "")')
                          OR jsonb_path_exists(s.offered, '$.prompts[*] ? (@.name == "")'), false),
    'before', (
      SELECT json_build_object(
               'version', coalesce(o.semver, o.visible_version),
               'isEqual', coalesce(b.surface_digest = s.surface_digest, false),
               'was', CASE WHEN b.surface_digest IS DISTINCT FROM s.surface_digest THEN b.offered END,
               'is', CASE WHEN b.surface_digest IS DISTINCT FROM s.surface_digest THEN s.offered END)
        FROM mcp_version o
       CROSS JOIN LATERAL (
         SELECT e.surface_digest, e.offered FROM snapshot e
          WHERE e.version_id = o.id AND e.complete
          ORDER BY e.created_at DESC, e.id DESC LIMIT 1) AS b
       WHERE o.mcp_id = v.mcp_id AND ${isCertified('o')} AND ${canBeNewest('o')} AND ${isOlder('o', 'v')}
       ORDER BY ${newestFirst('o')} LIMIT 1))`;

/** The lists of a surface, with the name of their items in reasons. */
const LISTS = {
  tools: 'tool',
  prompts: 'prompt',
  resources: 'resource',
  instructions: 'instructions',
} as const;
type List = keyof typeof LISTS;

/** What differs between two surfaces, each in words: `the tool x is new`. */
export function surfaceChanges(was: OfferedItems, is: OfferedItems): readonly string[] {
  return (Object.keys(LISTS) as List[]).flatMap((list) => changesOf(list, was[list], is[list]));
}

function changesOf(list: List, was: readonly OfferedItem[], is: readonly OfferedItem[]): readonly string[] {
  const before = new Map(was.map((item) => [item.name, item]));
  const now = new Set(is.map(({ name }) => name));
  return [
    ...is
      .filter(({ name, digest }) => before.get(name)?.digest !== digest)
      .map((item) => `${nameOf(list, item)} ${changeOf(before.get(item.name), item)}`),
    ...was.filter(({ name }) => !now.has(name)).map((item) => `${nameOf(list, item)} gone`),
  ];
}

function nameOf(list: List, { name }: OfferedItem): string {
  if (list === 'instructions') return 'the instructions are';
  return name === '' ? `a ${LISTS[list]} without a constant name is` : `the ${LISTS[list]} ${name} is`;
}

function changeOf(before: OfferedItem | undefined, item: OfferedItem): string {
  if (before === undefined) return 'new';
  return before.text === item.text ? 'changed' : 'changed in its text';
}
