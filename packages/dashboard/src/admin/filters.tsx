import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { formText, TextField } from '../ui/fields.tsx';

interface FiltersProps {
  /** What is searched, for screen readers. */
  readonly label: string;
  readonly q: string | undefined;
  readonly placeholder: string;
  readonly onSearch: (q: string | undefined) => void;
  /** Further filters, which apply at once. */
  readonly children?: ReactNode;
}

/** Search and filters of a list; their values live in the address of the page. */
export function Filters({ label, q, placeholder, onSearch, children }: FiltersProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = formText(event.currentTarget, 'q').trim();
    onSearch(text === '' ? undefined : text);
  };
  return (
    <search className="admin-filters" aria-label={label}>
      <form onSubmit={submit} key={q}>
        <TextField
          name="q"
          label="Search"
          type="search"
          defaultValue={q ?? ''}
          placeholder={placeholder}
          maxLength={200}
        />
        <Button type="submit" look="secondary">
          Search
        </Button>
      </form>
      {children}
    </search>
  );
}
