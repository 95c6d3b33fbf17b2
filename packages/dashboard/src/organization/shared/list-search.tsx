import { formText, TextField } from '../../ui/fields.tsx';
import { choice, FilterBar } from './filters.tsx';

/** Where a page of a searched list starts, and what is searched; both live in the address. */
export interface ListSearch {
  readonly q?: string;
  readonly offset?: number;
}

/** A list with at most as many entries is seen at once. */
export const SEARCHED_FROM = 5;

/** Searches a list by words. */
export function SearchBar({
  label,
  search,
  onSearch,
}: {
  /** What is searched, such as "Search members". */
  readonly label: string;
  readonly search: ListSearch;
  readonly onSearch: (search: ListSearch) => void;
}) {
  return (
    <FilterBar
      label={label}
      key={search.q}
      onApply={(form) => {
        const q = choice(formText(form, 'q').trim());
        onSearch(q === undefined ? {} : { q });
      }}
      onClear={search.q === undefined ? undefined : () => onSearch({})}
    >
      <TextField name="q" label="Search" type="search" defaultValue={search.q ?? ''} maxLength={200} />
    </FilterBar>
  );
}
