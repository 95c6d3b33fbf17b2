import { LEVELS, type Level } from '../api/catalogs.gen.ts';
import type { components } from '../api/hub.js';
import { levelText } from '../domain/labels.ts';
import type { CatalogFilter } from './catalog.queries.ts';

type Facets = components['schemas']['CatalogFacets'];

/** A filter of the catalog that has a facet. */
export type FacetKey = 'category' | 'tag' | 'language' | 'min_level' | 'min_score';

/** A value of a facet with the number of MCPs that it would leave. */
export interface FacetValue {
  readonly value: string | number;
  readonly label: string;
  readonly count: number;
}

/** A facet of the catalog. */
export interface Facet {
  readonly key: FacetKey;
  readonly title: string;
  readonly values: readonly FacetValue[];
}

/** The lowest scores that can be asked for: the starts of the ranges that the server counts. */
const SCORES = [90, 80, 70, 50];

/** The facets in the order of the page. Levels and scores are lower bounds, so their counts add up. */
export function facetsOf({ categories, tags, languages, levels, scores }: Facets): readonly Facet[] {
  return [
    {
      key: 'min_level',
      title: 'Certification level',
      values: LEVELS.toReversed().map((value) => ({
        value,
        label: levelText(value),
        count: sum(levels.filter(({ level }) => level >= value)),
      })),
    },
    {
      key: 'min_score',
      title: 'Score',
      values: SCORES.map((value) => ({
        value,
        label: scoreLabel(value),
        count: sum(scores.filter(({ min }) => min >= value)),
      })),
    },
    { key: 'category', title: 'Category', values: categories.map(termValue) },
    { key: 'tag', title: 'Tag', values: tags.map(termValue) },
    {
      key: 'language',
      title: 'Language',
      values: languages.map(({ name, count: value }) => ({ value: name, label: name, count: value })),
    },
  ];
}

const termValue = ({ slug, name, count: value }: Facets['tags'][number]): FacetValue => ({
  value: slug,
  label: name,
  count: value,
});

const sum = (parts: readonly { readonly count: number }[]): number =>
  parts.reduce((total, part) => total + part.count, 0);

const scoreLabel = (score: number): string => `${score} or higher`;

/** A filter that is active, with the words of its chip. */
export interface ActiveFilter {
  readonly key: keyof CatalogFilter;
  readonly label: string;
}

/** The active filters; names of categories and tags come from the facets once they are there. */
export function activeFilters(filter: CatalogFilter, facets: Facets | undefined): readonly ActiveFilter[] {
  const nameOf = (terms: Facets['tags'] | undefined, slug: string): string =>
    terms?.find((term) => term.slug === slug)?.name ?? slug;
  const { q, category, tag, language, min_level: level, min_score: score } = filter;
  const active: (ActiveFilter | undefined)[] = [
    q === undefined ? undefined : { key: 'q', label: `“${q}”` },
    level === undefined ? undefined : { key: 'min_level', label: levelText(level as Level) },
    score === undefined ? undefined : { key: 'min_score', label: `Score ${scoreLabel(score)}` },
    category === undefined
      ? undefined
      : { key: 'category', label: `Category ${nameOf(facets?.categories, category)}` },
    tag === undefined ? undefined : { key: 'tag', label: `Tag ${nameOf(facets?.tags, tag)}` },
    language === undefined ? undefined : { key: 'language', label: language },
  ];
  return active.filter((each) => each !== undefined);
}
