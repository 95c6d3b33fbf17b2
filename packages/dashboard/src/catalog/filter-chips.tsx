import { AppLink } from '../ui/button.tsx';
import type { CatalogSearch } from './catalog.queries.ts';
import type { ActiveFilter } from './facet-values.ts';

/** The active filters; selecting one removes it. */
export function FilterChips({
  active,
  search,
}: {
  readonly active: readonly ActiveFilter[];
  readonly search: CatalogSearch;
}) {
  if (active.length === 0) return null;
  return (
    <ul className="plain row" aria-label="Active filters">
      {active.map(({ key, label }) => {
        const { [key]: _removed, offset: _offset, ...rest } = search;
        return (
          <li key={key}>
            <AppLink to="/" className="chip" search={rest} resetScroll={false} aria-label={`Remove ${label}`}>
              {label}
              <span aria-hidden="true">✕</span>
            </AppLink>
          </li>
        );
      })}
      {active.length > 1 ? (
        <li>
          <AppLink to="/" search={search.sort === undefined ? {} : { sort: search.sort }} resetScroll={false}>
            Remove all
          </AppLink>
        </li>
      ) : null}
    </ul>
  );
}
