import { useMutation, useQueryClient, type QueryKey, type UseMutationResult } from '@tanstack/react-query';

interface ActionOptions<Input, Result> {
  readonly run: (input: Input) => Promise<Result>;
  /** Beginnings of the keys of what the action changes, which is read again. */
  readonly changes: readonly QueryKey[];
  /** Called after the changed queries were read again. */
  readonly done?: ((result: Result) => void) | undefined;
}

/** A change on the server, after which the affected queries are read again. */
export function useAction<Input = void, Result = unknown>({
  run,
  changes,
  done,
}: ActionOptions<Input, Result>): UseMutationResult<Result, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: async (result) => {
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
      done?.(result);
    },
  });
}
