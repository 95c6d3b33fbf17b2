import { useMutation, useQueryClient, type QueryKey, type UseMutationResult } from '@tanstack/react-query';
import { ApiFailure } from '../../api/api-failure.ts';
import { sentence } from '../../api/failure-text.ts';
import { useOutcome } from './outcome.tsx';

interface ChangeOptions<Input, Output> {
  readonly run: (input: Input) => Promise<Output>;
  /** Keys of the queries that the change makes stale. */
  readonly invalidates: readonly QueryKey[];
  /** What the page then says was done. */
  readonly done?: (output: Output, input: Input) => string;
  readonly onDone?: (output: Output, input: Input) => void;
}

/** A change on the server: stays pending until the affected lists are fresh, and then says what it has done. */
export function useChange<Input = void, Output = unknown>({
  run,
  invalidates,
  done,
  onDone,
}: ChangeOptions<Input, Output>): UseMutationResult<Output, Error, Input> {
  const queryClient = useQueryClient();
  const report = useOutcome();
  return useMutation({
    mutationFn: run,
    onSuccess: async (output, input) => {
      await Promise.all(invalidates.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
      onDone?.(output, input);
      const text = done?.(output, input) ?? '';
      if (text !== '') report(text);
    },
  });
}

/** What the server says about a field of the request; nothing if the failure is about something else. */
export const fieldError = (failure: Error | null, field: string): string | undefined =>
  failure instanceof ApiFailure && fieldsOf(failure).includes(field)
    ? sentence(failure.message.replace(/^[\w.]+ /, ''))
    : undefined;

/** The failure if it is about no field of `fields`. */
export const otherError = (failure: Error | null, fields: readonly string[] = []): Error | null =>
  failure instanceof ApiFailure && fieldsOf(failure).some((field) => fields.includes(field)) ? null : failure;

/** The path of the field that a failure is about, such as `urls.0.url`; a message about a field begins with it. */
function fieldsOf({ field, message, status }: ApiFailure): string[] {
  if (status !== 400 && status !== 422) return [];
  const path = field ?? /^[\w.]+(?= )/.exec(message)?.[0] ?? '';
  return path.split('.');
}
