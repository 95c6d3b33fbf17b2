import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from './button.tsx';
import { count } from './count.ts';

interface PagerProps {
  readonly total: number;
  readonly limit: number;
}

/** Moves through a list by pages; where one starts is `offset` in the address. */
export function Pager({ total, limit }: PagerProps) {
  const { offset = 0 } = useSearch({ strict: false });
  const navigate = useNavigate();
  if (total === 0) return null;
  const show = (next: number): void =>
    void navigate({ to: '.', search: (search) => ({ ...search, offset: next <= 0 ? undefined : next }) });
  const last = Math.min(offset + limit, total);
  return (
    <nav className="pager" aria-label="Pages">
      <span className="number" aria-live="polite">
        {`${count(offset + 1)}–${count(last)} of ${count(total)}`}
      </span>
      <span className="row">
        <Button look="secondary" small isDisabled={offset === 0} onPress={() => show(offset - limit)}>
          Previous
        </Button>
        <Button look="secondary" small isDisabled={last >= total} onPress={() => show(offset + limit)}>
          Next
        </Button>
      </span>
    </nav>
  );
}
