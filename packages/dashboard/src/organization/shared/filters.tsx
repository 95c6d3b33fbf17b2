import { useRouterState } from '@tanstack/react-router';
import type { ReactNode, SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';

interface FilterBarProps {
  /** What is filtered, for screen readers. */
  readonly label: string;
  /** Applies the text fields of the form; choices apply themselves. */
  readonly onApply?: (form: HTMLFormElement) => void;
  /** Removes all filters; nothing if none is set. */
  readonly onClear: (() => void) | undefined;
  readonly children: ReactNode;
}

/** The filters of a list, which live in the address of the page. */
export function FilterBar({ label, onApply, onClear, children }: FilterBarProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onApply?.(event.currentTarget);
  };
  return (
    <search aria-label={label}>
      <form className="filters" onSubmit={submit}>
        {children}
        <div className="row">
          {onApply === undefined ? null : (
            <Button type="submit" look="secondary">
              Apply
            </Button>
          )}
          {onClear === undefined ? null : (
            <Button look="plain" onPress={onClear}>
              Clear filters
            </Button>
          )}
        </div>
      </form>
    </search>
  );
}

/** Whether a filter besides the page is set. */
export const isFiltered = ({ offset: _, ...filters }: Readonly<Record<string, unknown>>): boolean =>
  Object.values(filters).some((value) => value !== undefined);

/** A choice of a filter, where an empty one means all. */
export const choice = <Value extends string>(value: Value | ''): Value | undefined =>
  value === '' ? undefined : value;

/** The filters that the reader has chosen: those of the page, or those that are being loaded. */
export function useChosen<Search extends object>(search: Search): Search {
  // The state of the router has the new address at once, the page only when its data is there.
  const pending = useRouterState({
    select: ({ location, isLoading }) => (isLoading ? location.search : undefined),
  });
  return (pending as Search | undefined) ?? search;
}
