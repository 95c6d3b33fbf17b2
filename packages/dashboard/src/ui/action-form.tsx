import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { textOf } from '../api/failure-text.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from './button.tsx';
import { SelectField } from './fields.tsx';
import { Failure } from './failure.tsx';
import { useFirstPress } from './first-press.ts';
import { Notice } from './state.tsx';

interface ActionFormProps<Result> {
  /** Name of the form for screen readers. */
  readonly label: string;
  /** Verb of the button, such as "Save". */
  readonly submit: string;
  /** Sends what the form contains. */
  readonly run: (form: HTMLFormElement) => Promise<Result>;
  readonly changes: readonly QueryKey[];
  readonly done?: (result: Result) => void;
  /** Shown after a success. */
  readonly success?: ReactNode;
  /** Names of the API's fields that the form shows; errors of others are shown below the form. */
  readonly fields: readonly string[];
  /** The fields; `errorOf` returns the server's message about a field. */
  readonly children: (errorOf: (field: string) => string | undefined) => ReactNode;
  readonly onCancel?: () => void;
}

/** A form that changes something on the server, and shows the server's errors at their fields. */
export function ActionForm<Result>({
  label,
  submit,
  run,
  changes,
  done,
  success,
  fields,
  children,
  onCancel,
}: ActionFormProps<Result>) {
  const form = useRef<HTMLFormElement>(null);
  const action = useAction({ run, changes, done });
  const isFirstPress = useFirstPress(action.isPending);
  const { error } = action;
  const field = error instanceof ApiFailure ? fields.find((name) => isAbout(error, name)) : undefined;
  useEffect(() => {
    if (field === undefined) return;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error, field]);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isFirstPress()) action.mutate(event.currentTarget);
  };
  return (
    <form ref={form} className="form" aria-label={label} onSubmit={onSubmit}>
      {children((name) => (name === field ? textOf(error) : undefined))}
      {field === undefined ? <Failure error={error} /> : null}
      {action.isSuccess && success !== undefined ? <Notice kind="good">{success}</Notice> : null}
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

/** Whether an error is about a field, or a part of it such as `scopes[0]`: the hub's messages start with its name. */
const isAbout = ({ field, message }: ApiFailure, name: string): boolean =>
  new RegExp(`^${name}\\b`).test(field ?? message);

interface ChoiceProps<Value extends string> {
  readonly name: string;
  readonly label: string;
  readonly initial: Value;
  readonly options: readonly (readonly [value: Value, label: string])[];
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** A choice within a form, which keeps its value itself. */
export function Choice<Value extends string>({ initial, ...props }: ChoiceProps<Value>) {
  const [value, setValue] = useState(initial);
  return <SelectField {...props} value={value} onChange={setValue} />;
}
