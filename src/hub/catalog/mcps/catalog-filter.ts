import type { McpSelection } from './mcp-lists.read-model.js';

/** What readers of the catalog can filter by. Scores and levels are those of newest versions. */
export interface CatalogFilter {
  /** Slugs. */
  readonly category?: string | undefined;
  readonly tag?: string | undefined;
  readonly language?: string | undefined;
  readonly minLevel?: number | undefined;
  readonly minScore?: number | undefined;
  readonly featured?: boolean | undefined;
}

/** Conditions on `mcp m`, by the name of their filter. @param value the parameter of the filter's value */
const CONDITIONS: Readonly<Record<keyof CatalogFilter, (value: string) => string>> = {
  category: (value) => `m.category_id = (SELECT c.id FROM category c WHERE c.slug = ${value}::text)`,
  tag: (value) =>
    `m.id IN (SELECT x.mcp_id FROM tag t JOIN mcp_tag x ON x.tag_id = t.id WHERE t.slug = ${value}::text)`,
  language: (value) => `m.language = ${value}::text`,
  minLevel: (value) => `m.latest_level >= ${value}::integer`,
  minScore: (value) => `m.latest_score >= ${value}::integer`,
  featured: (value) => `m.featured = ${value}::boolean`,
};

const NAMES = Object.keys(CONDITIONS) as readonly (keyof CatalogFilter)[];

/** The conditions of a filter, each by its name, with their values. */
export interface CatalogConditions {
  readonly byName: ReadonlyMap<keyof CatalogFilter, string>;
  readonly values: readonly unknown[];
}

/** @param first the number of the first parameter */
export function catalogConditions(filter: CatalogFilter, first: number): CatalogConditions {
  const byName = new Map<keyof CatalogFilter, string>();
  const values: unknown[] = [];
  for (const name of NAMES) {
    const value = filter[name];
    if (value === undefined) continue;
    byName.set(name, CONDITIONS[name](`$${first + values.length}`));
    values.push(value);
  }
  return { byName, values };
}

/** Those of the selected MCPs that pass a filter. */
export function narrowedBy({ condition, values }: McpSelection, filter: CatalogFilter): McpSelection {
  const { byName, values: more } = catalogConditions(filter, values.length + 1);
  return {
    condition: [condition, ...byName.values()].join(' AND '),
    values: [...values, ...more],
  };
}
