import type { QueryKey } from '@tanstack/react-query';
import { messageOf } from '../../ui/failure.tsx';
import { useChange } from './use-change.ts';

interface InlineSelectProps<Value extends string> {
  /** What is chosen, for screen readers. */
  readonly name: string;
  readonly value: Value;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly run: (value: Value) => Promise<unknown>;
  readonly invalidates: readonly QueryKey[];
  /** What the page then says was done. */
  readonly done: (value: Value) => string;
}

/** A choice in a row of a table that is saved at once. */
export function InlineSelect<Value extends string>({
  name,
  value,
  options,
  run,
  invalidates,
  done,
}: InlineSelectProps<Value>) {
  const change = useChange({ run, invalidates, done: (_, chosen: Value) => done(chosen) });
  return (
    <div className="stack tight">
      <select
        className="input inline-select"
        aria-label={name}
        value={change.isPending ? change.variables : value}
        aria-busy={change.isPending}
        onChange={(event) => change.mutate(event.target.value as Value)}
      >
        {options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
      {change.error === null ? null : (
        <span className="field-error" role="alert">
          {messageOf(change.error)}
        </span>
      )}
    </div>
  );
}
