import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { textOf } from '../api/failure-text.ts';

/** Something to act on. */
export interface Selected {
  readonly id: string;
  readonly name: string;
}

/** What became of one of several. */
export interface Outcome extends Selected {
  readonly ok: boolean;
  readonly reason?: string | undefined;
}

/** Progress and results of an action on several objects. */
export interface BulkState {
  /** What is done, such as "Feature"; nothing before the first action. */
  readonly action?: string;
  readonly total: number;
  readonly outcomes: readonly Outcome[];
  readonly isRunning: boolean;
}

const MAX_WAIT_SECONDS = 65;

/** Waits as long as the server asks for when it refuses a request because of the rate limit. */
async function patiently<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 429) throw error;
    const seconds = Math.min(error.retryAfter ?? 1, MAX_WAIT_SECONDS);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return run();
  }
}

type Starts<Work> = (action: string, selected: readonly Selected[], work: Work) => Promise<void>;

/** Starts an action on several objects and returns at once; `state` has its progress and results. */
export interface Bulk {
  readonly state: BulkState;
  /** One request after another. */
  readonly each: Starts<(id: string) => Promise<unknown>>;
  /** All in one request. */
  readonly together: Starts<(ids: string[]) => Promise<readonly Omit<Outcome, 'name'>[]>>;
}

/** Actions on several objects. The results of an action stay until the next one. */
export function useBulk(changes: readonly QueryKey[]): Bulk {
  const client = useQueryClient();
  const [state, setState] = useState<BulkState>({ total: 0, outcomes: [], isRunning: false });
  const start = (
    action: string,
    selected: readonly Selected[],
    work: (report: (outcome: Outcome) => void) => Promise<void>,
  ): Promise<void> => {
    const outcomes: Outcome[] = [];
    const show = (isRunning: boolean): void =>
      setState({ action, total: selected.length, outcomes: [...outcomes], isRunning });
    show(true);
    const finish = async (): Promise<void> => {
      await work((outcome) => {
        outcomes.push(outcome);
        show(true);
      });
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
      show(false);
    };
    void finish();
    return Promise.resolve();
  };
  return {
    state,
    each: (action, selected, one) =>
      start(action, selected, async (report) => {
        for (const object of selected) report(await outcomeOf(object, one));
      }),
    together: (action, selected, all) =>
      start(action, selected, async (report) => {
        const results = await resultsOf(selected, all);
        const names = new Map(selected.map(({ id, name }) => [id, name]));
        for (const result of results) report({ ...result, name: names.get(result.id) ?? result.id });
      }),
  };
}

const outcomeOf = ({ id, name }: Selected, one: (id: string) => Promise<unknown>): Promise<Outcome> =>
  patiently(() => one(id)).then(
    () => ({ id, name, ok: true }),
    (error: unknown) => ({ id, name, ok: false, reason: textOf(error) }),
  );

const resultsOf = (
  selected: readonly Selected[],
  all: (ids: string[]) => Promise<readonly Omit<Outcome, 'name'>[]>,
): Promise<readonly Omit<Outcome, 'name'>[]> =>
  patiently(() => all(selected.map(({ id }) => id))).catch((error: unknown) =>
    selected.map(({ id }) => ({ id, ok: false, reason: textOf(error) })),
  );
