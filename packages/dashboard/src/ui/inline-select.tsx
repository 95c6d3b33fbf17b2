import type { QueryKey } from '@tanstack/react-query';
import { messageOf } from './failure.tsx';
import { FieldError } from './fields.tsx';
import type { Option } from './labels.tsx';
import { useAction } from './use-action.ts';

interface InlineSelectProps<Value extends string> {
  /** What is chosen, for screen readers. */
  readonly name: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly run: (value: Value) => Promise<unknown>;
  readonly changes: readonly QueryKey[];
  /** What the page then says was done. */
  readonly success: (value: Value) => string;
}

/** A choice in a row of a table that is saved at once. */
export function InlineSelect<Value extends string>({
  name,
  value,
  options,
  run,
  changes,
  success,
}: InlineSelectProps<Value>) {
  const change = useAction({ run, changes, success: (_, chosen: Value) => success(chosen) });
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
      <FieldError>{messageOf(change.error)}</FieldError>
    </div>
  );
}
