import type { SurfaceSummary, ToolDetail } from '@mcp-hub/analyzer';

/** How a tool differs from the one of the same name before. */
export interface ToolChange {
  readonly name: string;
  readonly description: boolean;
  /** Its parameters or annotations. */
  readonly schema: boolean;
}

/** What differs between two surfaces. Lists are sorted, and bounded by `MAX_LISTED`. */
export interface SurfaceDifference {
  /** The snapshot that this one is compared with. */
  readonly snapshot_id: string;
  readonly tools_added: readonly string[];
  readonly tools_removed: readonly string[];
  readonly tools_changed: readonly ToolChange[];
  readonly capabilities_added: readonly string[];
  readonly capabilities_removed: readonly string[];
}

/** Longest list of a difference. */
const MAX_LISTED = 1000;

/** A snapshot to compare with: of an earlier version. */
export interface EarlierSurface {
  readonly snapshotId: string;
  readonly surface: SurfaceSummary;
  /** The version in the package's manifest. */
  readonly packageVersion: string | null;
}

/** What differs between the surface of a snapshot and a previous one. */
export function surfaceDifference(
  { snapshotId, surface: before }: EarlierSurface,
  now: SurfaceSummary,
): SurfaceDifference {
  const [old, current] = [toolsOf(before), toolsOf(now)];
  const changed = [...current].flatMap(([name, tools]) => {
    const previous = old.get(name);
    return previous === undefined ? [] : changeOf(name, previous, tools);
  });
  return {
    snapshot_id: snapshotId,
    tools_added: without(now.tools, before.tools),
    tools_removed: without(before.tools, now.tools),
    tools_changed: changed.slice(0, MAX_LISTED),
    capabilities_added: without(now.capabilities, before.capabilities),
    capabilities_removed: without(before.capabilities, now.capabilities),
  };
}

/** The tools by name; several can have the same one. */
function toolsOf({ tool_details: details = [] }: SurfaceSummary): Map<string, ToolDetail[]> {
  const tools = new Map<string, ToolDetail[]>();
  for (const tool of details) tools.set(tool.name, [...(tools.get(tool.name) ?? []), tool]);
  return tools;
}

function changeOf(name: string, before: readonly ToolDetail[], now: readonly ToolDetail[]): ToolChange[] {
  const description = textsOf(before, descriptionOf) !== textsOf(now, descriptionOf);
  const schema = textsOf(before, schemaOf) !== textsOf(now, schemaOf);
  return description || schema ? [{ name, description, schema }] : [];
}

const descriptionOf = ({ description, dynamic_description: dynamic }: ToolDetail): unknown => [
  description,
  dynamic,
];

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : Number(one > other);

const schemaOf = ({ parameters, annotations }: ToolDetail): unknown => [
  parameters.map(({ name, type, bounded }) => [name, [type, bounded]] as const).sort(byName),
  Object.entries(annotations).sort(byName),
];

/** A part of all tools of one name, whatever their order in the source. */
const textsOf = (tools: readonly ToolDetail[], part: (tool: ToolDetail) => unknown): string =>
  tools
    .map((tool) => JSON.stringify(part(tool)))
    .sort()
    .join('\n');

const without = (these: readonly string[], those: readonly string[]): string[] => {
  const known = new Set(those);
  return these.filter((name) => !known.has(name)).slice(0, MAX_LISTED);
};
