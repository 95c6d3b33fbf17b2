import { useNavigate } from '@tanstack/react-router';
import { SearchBar } from '../../ui/search-bar.tsx';

/** A list with at most as many entries is seen at once, and has no search. */
const SEARCHED_FROM = 5;

/** Searches a list by words, which live in the address. */
export function ListSearchBar({
  label,
  q,
  total,
}: {
  /** What is searched, such as "Search members". */
  readonly label: string;
  readonly q: string | undefined;
  /** Entries that are found. */
  readonly total: number;
}) {
  const navigate = useNavigate();
  const show = (words: string | undefined): void => void navigate({ to: '.', search: { q: words } });
  if (q === undefined && total <= SEARCHED_FROM) return null;
  return (
    <SearchBar
      label={label}
      q={q}
      onSearch={show}
      onClear={q === undefined ? undefined : () => show(undefined)}
    />
  );
}
