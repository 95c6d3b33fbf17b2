import { useMutation, useQueryClient, type QueryKey, type UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useOutcome } from './outcome.tsx';

/** What the page says after a success; nothing is said without it. */
export type Success<Result, Input> = ReactNode | ((result: Result, input: Input) => ReactNode);

/** The words for a success. */
export const successOf = <Result, Input>(
  success: Success<Result, Input>,
  result: Result,
  input: Input,
): ReactNode => (typeof success === 'function' ? success(result, input) : success);

interface ActionOptions<Input, Result> {
  readonly run: (input: Input) => Promise<Result>;
  /** Beginnings of the keys of what the action changes, which is read again. */
  readonly changes: readonly QueryKey[];
  /** Called after the changed queries were read again. */
  readonly done?: ((result: Result, input: Input) => void) | undefined;
  /** Said at the top of the page, where it has a place for that. */
  readonly success?: Success<Result, Input>;
}

/** A change on the server: it stays pending until the affected queries are read again, and then says what it has done. */
export function useAction<Input = void, Result = unknown>({
  run,
  changes,
  done,
  success,
}: ActionOptions<Input, Result>): UseMutationResult<Result, Error, Input> {
  const client = useQueryClient();
  const report = useOutcome();
  return useMutation({
    mutationFn: run,
    onSuccess: async (result, input) => {
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
      done?.(result, input);
      if (success !== undefined) report?.(successOf(success, result, input));
    },
  });
}
