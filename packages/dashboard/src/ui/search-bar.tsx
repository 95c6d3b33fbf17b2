import type { ReactNode } from 'react';
import { formText, TextField } from './fields.tsx';
import { choice, FilterBar } from './filter-bar.tsx';

interface SearchBarProps {
  /** What is searched, for screen readers. */
  readonly label: string;
  readonly q: string | undefined;
  /** Shows what has all words of `q`, or everything. */
  readonly onSearch: (q: string | undefined) => void;
  readonly placeholder?: string;
  /** Verb of the button. */
  readonly submit?: string;
  /** Removes the search and all filters; nothing if none is set. */
  readonly onClear?: (() => void) | undefined;
  /** Further filters in the form. */
  readonly children?: ReactNode;
  /** Further filters beside the form, which apply themselves. */
  readonly beside?: ReactNode;
}

/** Searches a list by words. */
export const SearchBar = ({ q, onSearch, placeholder, children, ...bar }: SearchBarProps) => (
  <FilterBar key={q} {...bar} onApply={(form) => onSearch(choice(formText(form, 'q').trim()))}>
    <TextField
      name="q"
      label="Search"
      type="search"
      defaultValue={q ?? ''}
      maxLength={200}
      {...(placeholder !== undefined && { placeholder })}
    />
    {children}
  </FilterBar>
);
