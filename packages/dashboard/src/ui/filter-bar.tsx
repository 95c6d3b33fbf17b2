import { useRouterState } from '@tanstack/react-router';
import type { ReactNode, SubmitEvent } from 'react';
import { Button } from './button.tsx';

interface FilterBarProps {
  /** What is filtered, for screen readers. */
  readonly label: string;
  /** Verb of the button that applies the text fields. */
  readonly submit?: string;
  /** Applies the text fields of the form; choices apply themselves. */
  readonly onApply?: (form: HTMLFormElement) => void;
  /** Removes all filters; nothing if none is set. */
  readonly onClear?: (() => void) | undefined;
  readonly children?: ReactNode;
  /** Choices beside the form, which apply themselves. */
  readonly beside?: ReactNode;
}

/** The filters of a list, which live in the address of the page. */
export function FilterBar({ label, submit = 'Apply', onApply, onClear, children, beside }: FilterBarProps) {
  const apply = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onApply?.(event.currentTarget);
  };
  return (
    <search className="filters" aria-label={label}>
      {children === undefined ? null : (
        <form className="filters" onSubmit={apply}>
          {children}
          {onApply === undefined && onClear === undefined ? null : (
            <div className="row">
              {onApply === undefined ? null : (
                <Button type="submit" look="secondary">
                  {submit}
                </Button>
              )}
              {onClear === undefined ? null : (
                <Button look="plain" onPress={onClear}>
                  Clear filters
                </Button>
              )}
            </div>
          )}
        </form>
      )}
      {beside}
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
