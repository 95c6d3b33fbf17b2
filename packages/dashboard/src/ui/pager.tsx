import { Button } from './button.tsx';

interface PagerProps {
  readonly total: number;
  readonly limit: number;
  readonly offset: number;
  /** Shows the page that starts at `offset`. */
  readonly onOffset: (offset: number) => void;
}

/** Moves through a list by pages. */
export function Pager({ total, limit, offset, onOffset }: PagerProps) {
  if (total === 0) return null;
  const last = Math.min(offset + limit, total);
  return (
    <nav className="pager" aria-label="Pages">
      <span className="number" aria-live="polite">
        {`${count(offset + 1)}–${count(last)} of ${count(total)}`}
      </span>
      <span className="row">
        <Button
          look="secondary"
          small
          isDisabled={offset === 0}
          onPress={() => onOffset(Math.max(0, offset - limit))}
        >
          Previous
        </Button>
        <Button look="secondary" small isDisabled={last >= total} onPress={() => onOffset(offset + limit)}>
          Next
        </Button>
      </span>
    </nav>
  );
}

/** A number with the separators of the reader's language. */
export const count = (value: number): string => new Intl.NumberFormat().format(value);
