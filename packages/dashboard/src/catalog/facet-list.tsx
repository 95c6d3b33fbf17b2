import { useId, useState } from 'react';
import { AppLink, Button } from '../ui/button.tsx';
import { count } from '../ui/count.ts';
import type { CatalogSearch } from './catalog.queries.ts';
import type { Facet, FacetKey, FacetValue } from './facet-values.ts';

/** Values of a facet that show before the reader asks for all. */
const SHOWN = 8;

/** The address without the page, where `key` has another value or none. */
const changed = (search: CatalogSearch, key: FacetKey, value?: string | number): CatalogSearch => {
  const { [key]: _removed, offset: _offset, ...rest } = search;
  return value === undefined ? rest : { ...rest, [key]: value };
};

/** The facets beside the list. On narrow screens a button shows them. */
export function FacetList({
  facets,
  search,
  activeCount,
}: {
  readonly facets: readonly Facet[];
  readonly search: CatalogSearch;
  readonly activeCount: number;
}) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <nav className="facets" aria-label="Filters" data-open={isOpen}>
      <Button look="secondary" aria-expanded={isOpen} aria-controls={id} onPress={() => setIsOpen(!isOpen)}>
        {activeCount === 0 ? 'Filters' : `Filters (${activeCount} active)`}
      </Button>
      <div id={id} className="facet-groups">
        {facets
          .filter(({ key, values }) => values.length > 0 || search[key] !== undefined)
          .map((facet) => (
            <FacetGroup key={facet.key} facet={facet} search={search} />
          ))}
      </div>
    </nav>
  );
}

function FacetGroup({ facet, search }: { readonly facet: Facet; readonly search: CatalogSearch }) {
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const { key, title, values } = facet;
  const shown = showsAll ? values : values.slice(0, SHOWN);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="plain">
        {shown.map((value) => (
          <li key={value.value}>
            <FacetLink facetKey={key} value={value} search={search} />
          </li>
        ))}
      </ul>
      {values.length > SHOWN ? (
        <Button look="plain" small onPress={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${values.length}`}
        </Button>
      ) : null}
    </section>
  );
}

function FacetLink({
  facetKey,
  value: { value, label, count: matches },
  search,
}: {
  readonly facetKey: FacetKey;
  readonly value: FacetValue;
  readonly search: CatalogSearch;
}) {
  const isActive = search[facetKey] === value;
  if (matches === 0 && !isActive) {
    return (
      <span className="facet empty">
        {label}
        <span className="number">0</span>
      </span>
    );
  }
  return (
    <AppLink
      to="/"
      className="facet"
      search={changed(search, facetKey, isActive ? undefined : value)}
      resetScroll={false}
      aria-current={isActive ? 'true' : undefined}
      activeProps={{ 'aria-current': isActive ? 'true' : undefined }}
    >
      <span>
        {label}
        {isActive ? <span className="visually-hidden"> (active, select to remove)</span> : null}
      </span>
      <span className="number">{count(matches)}</span>
    </AppLink>
  );
}
