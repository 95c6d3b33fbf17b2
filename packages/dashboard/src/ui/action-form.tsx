import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { fieldOf, fieldText } from '../api/failure-text.ts';
import { Button } from './button.tsx';
import { Failure } from './failure.tsx';
import { useOutcome } from './outcome.tsx';
import { Notice } from './state.tsx';
import { successOf, useAction, type Success } from './use-action.ts';
import { useFirstPress } from './use-first-press.ts';

/** What the server says about a field of a form. */
export type ErrorOf = (field: string) => string | undefined;

interface ActionFormProps<Result> {
  /** Name of the form for screen readers, where the section around it has none. */
  readonly label?: string;
  /** Verb of the button, such as "Save". */
  readonly submit: string;
  /** Sends what the form contains. */
  readonly run: (form: HTMLFormElement) => Promise<Result>;
  /** Whether the form can be sent; it says itself why not. */
  readonly isReady?: () => boolean;
  readonly changes: readonly QueryKey[];
  readonly done?: (result: Result) => void;
  /** Said after a success: at the top of the page, where it has a place for that, and else below the form. */
  readonly success?: Success<Result, HTMLFormElement>;
  /** Names of the API's fields that the form shows; errors of others are shown below the form. */
  readonly fields: readonly string[];
  /** The fields, with the server's messages about them. */
  readonly children: ReactNode | ((errorOf: ErrorOf) => ReactNode);
  readonly onCancel?: (() => void) | undefined;
}

/** A form that changes something on the server, and shows the server's errors at their fields. */
export function ActionForm<Result>({
  label,
  submit,
  run,
  isReady,
  changes,
  done,
  success,
  fields,
  children,
  onCancel,
}: ActionFormProps<Result>) {
  const form = useRef<HTMLFormElement>(null);
  const action = useAction({ run, changes, done, success });
  const hasOutcome = useOutcome() !== undefined;
  const isFirstPress = useFirstPress(action.isPending);
  const { error } = action;
  const field = fieldOf(error, fields);
  useEffect(() => {
    if (field === undefined) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error, field]);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isReady?.() !== false && isFirstPress()) action.mutate(event.currentTarget);
  };
  const errorOf: ErrorOf = (name) =>
    name === field && error instanceof ApiFailure ? fieldText(error) : undefined;
  return (
    <form ref={form} className="form" aria-label={label} onSubmit={onSubmit}>
      {typeof children === 'function' ? children(errorOf) : children}
      {field === undefined ? <Failure error={error} /> : null}
      {action.isSuccess && success !== undefined && !hasOutcome ? (
        <Notice kind="good">{successOf(success, action.data, action.variables)}</Notice>
      ) : null}
      <div className="form-actions">
        <Button type="submit" isPending={action.isPending}>
          {submit}
        </Button>
        {onCancel === undefined ? null : (
          <Button look="secondary" onPress={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
