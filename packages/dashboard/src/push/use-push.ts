import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { push, type Push, type PushStep } from './push.ts';
import { explain, type PushFailure } from './push-failure.ts';

/** State of a push. */
export type PushState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'pushing'; readonly push: Push; readonly step: PushStep }
  | { readonly kind: 'failed'; readonly failure: PushFailure }
  | {
      readonly kind: 'pushed';
      readonly push: Push;
      readonly ids: { readonly mcpId: string; readonly versionId: string };
    };

/** Pushes a bundle. Leaving the page cancels it. */
export function usePush(): {
  readonly state: PushState;
  readonly start: (push: Push) => void;
  readonly cancel: () => void;
} {
  const queryClient = useQueryClient();
  const [state, setState] = useState<PushState>({ kind: 'idle' });
  const running = useRef<AbortController>(undefined);
  const cancel = (): void => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);

  const start = (wanted: Push): void => {
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const onStep = (step: PushStep): void => setState({ kind: 'pushing', push: wanted, step });
    push(wanted, { signal, onStep })
      .then((ids) => {
        setState({ kind: 'pushed', push: wanted, ids });
        void queryClient.invalidateQueries({ queryKey: ['mcps'] });
        void queryClient.invalidateQueries({ queryKey: ['mcp', wanted.name] });
      })
      .catch((error: unknown) => setState(signal.aborted ? { kind: 'idle' } : failed(error)));
  };
  return { state, start, cancel };
}

const failed = (error: unknown): PushState => ({
  kind: 'failed',
  failure:
    error instanceof ApiFailure
      ? explain(error)
      : { field: 'file', message: 'The file cannot be read. Choose it again.' },
});
