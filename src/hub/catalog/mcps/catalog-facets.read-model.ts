import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { catalogConditions, type CatalogFilter } from './catalog-filter.js';
import { searchHits, type McpSelection } from './mcp-lists.read-model.js';
import type { SearchTerm } from './search-term.js';

const MAX_CATEGORIES = 200;
const MAX_TAGS = 50;
const MAX_LANGUAGES = 50;

/** The ranges that scores are counted in. */
export const SCORE_RANGES = [
  { min: 0, max: 49 },
  { min: 50, max: 69 },
  { min: 70, max: 79 },
  { min: 80, max: 89 },
  { min: 90, max: 100 },
] as const;

interface Counted {
  readonly count: number;
}

/** Numbers of MCPs. What no MCP has is left out. */
export interface FacetsRow {
  readonly total: number;
  readonly categories: readonly (Counted & { readonly slug: string; readonly name: string })[];
  readonly tags: readonly (Counted & { readonly slug: string; readonly name: string })[];
  readonly languages: readonly (Counted & { readonly name: string })[];
  readonly levels: readonly (Counted & { readonly level: number })[];
  /** By the lowest score of the range; null for MCPs without a score. */
  readonly scores: readonly (Counted & { readonly range: number | null })[];
}

/** The facets that are counted from cells: MCPs with equal values. */
type CellFacet = 'category' | 'language' | 'minLevel' | 'minScore';

const RANGE = `CASE ${SCORE_RANGES.map(({ min, max }) => `WHEN m.latest_score <= ${max} THEN ${min}`).join(' ')} END`;

/** One statement, which reads the selected MCPs twice: once for all facets but tags, once for tags. */
function facetsStatement(
  { condition, values }: McpSelection,
  term: SearchTerm | undefined,
  filter: CatalogFilter,
): { readonly sql: string; readonly values: readonly unknown[] } {
  const { byName, values: filterValues } = catalogConditions(filter, values.length + 1);
  const hits = term && searchHits(term, values.length + filterValues.length + 1);
  const mcps = hits === undefined ? 'mcp m' : 'hit m';
  const always = [condition, byName.get('featured') ?? 'true'].join(' AND ');
  const flag = (name: keyof CatalogFilter): string => `coalesce(${byName.get(name) ?? 'true'}, false)`;
  const flags: Readonly<Record<CellFacet, string>> = {
    category: 'in_category',
    language: 'in_language',
    minLevel: 'in_level',
    minScore: 'in_score',
  };
  const matching = (facet?: CellFacet): string =>
    ['in_tag', ...Object.entries(flags).flatMap(([name, column]) => (name === facet ? [] : [column]))].join(
      ' AND ',
    );
  const notByTag = [...byName].filter(([name]) => name !== 'tag').map(([, each]) => each);
  const list = (sql: string): string => `(SELECT coalesce(json_agg(x), '[]') FROM (${sql}) x)`;
  return {
    sql: `WITH ${hits === undefined ? '' : `${hits.sql},`}
   cell AS MATERIALIZED (
     SELECT m.category_id, m.language, m.latest_level AS level, ${RANGE} AS range, ${flag('tag')} AS in_tag,
            ${flag('category')} AS in_category, ${flag('language')} AS in_language,
            ${flag('minLevel')} AS in_level, ${flag('minScore')} AS in_score, count(*)::integer AS mcps
       FROM ${mcps} WHERE ${always}
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9)
   SELECT (SELECT coalesce(sum(mcps), 0)::integer FROM cell WHERE ${matching()}) AS total,
     ${list(`SELECT c.slug, c.name, sum(cell.mcps)::integer AS count
               FROM cell JOIN category c ON c.id = cell.category_id WHERE ${matching('category')}
              GROUP BY c.id ORDER BY 3 DESC, 1 LIMIT ${MAX_CATEGORIES}`)} AS categories,
     ${list(`SELECT t.slug, t.name, counted.count
               FROM (SELECT x.tag_id, count(*)::integer AS count
                       FROM ${mcps} JOIN mcp_tag x ON x.mcp_id = m.id
                      WHERE ${[condition, ...notByTag].join(' AND ')} GROUP BY 1) counted
               JOIN tag t ON t.id = counted.tag_id
              ORDER BY 3 DESC, 1 LIMIT ${MAX_TAGS}`)} AS tags,
     ${list(`SELECT language AS name, sum(mcps)::integer AS count FROM cell
              WHERE language <> '' AND ${matching('language')}
              GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_LANGUAGES}`)} AS languages,
     ${list(`SELECT level, sum(mcps)::integer AS count FROM cell
              WHERE level IS NOT NULL AND ${matching('minLevel')} GROUP BY 1`)} AS levels,
     ${list(`SELECT range, sum(mcps)::integer AS count FROM cell
              WHERE ${matching('minScore')} GROUP BY 1`)} AS scores`,
    values: [...values, ...filterValues, ...(hits?.values ?? [])],
  };
}

/** Numbers of MCPs by what they can be filtered by. */
@Injectable()
export class CatalogFacetsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  async of(selection: McpSelection, term: SearchTerm | undefined, filter: CatalogFilter): Promise<FacetsRow> {
    const { sql, values } = facetsStatement(selection, term, filter);
    const row = await this.uow.row<FacetsRow>(sql, values);
    if (row === undefined) throw new Error('a statement without FROM has one row');
    return row;
  }
}
