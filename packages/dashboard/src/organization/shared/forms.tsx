import { useState, type ReactNode, type SubmitEvent } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { Confirmation } from '../../ui/dialog.tsx';
import { useFirstPress } from '../../ui/first-press.ts';
import { Failure } from '../../ui/failure.tsx';
import { otherError, useChange } from './use-change.ts';

interface ChangeFormProps {
  /** Verb of the button that sends the form. */
  readonly action: string;
  readonly isPending: boolean;
  readonly failure: Error | null;
  /** Fields of the form that show their own errors. */
  readonly fields?: readonly string[];
  readonly onSend: (form: HTMLFormElement) => void;
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/** A form that sends a change: its fields, what went wrong, and its buttons. */
export function ChangeForm({
  action,
  isPending,
  failure,
  fields,
  onSend,
  onCancel,
  children,
}: ChangeFormProps) {
  const isFirstPress = useFirstPress(isPending);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isFirstPress()) onSend(event.currentTarget);
  };
  return (
    <form className="form" onSubmit={submit}>
      {children}
      <Failure error={otherError(failure, fields)} />
      <div className="form-actions">
        <Button type="submit" isPending={isPending}>
          {isPending ? 'Sending…' : action}
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

interface ConfirmButtonProps {
  /** Text of the button on the page. */
  readonly label: string;
  /** Name of the button for screen readers, which says what it is about. */
  readonly name: string;
  /** The question, as title of the dialog. */
  readonly title: string;
  /** Verb in the dialog. */
  readonly action: string;
  readonly run: () => Promise<unknown>;
  readonly invalidates: readonly QueryKey[];
  /** What the page then says was done. */
  readonly done: string;
  readonly onDone?: () => void;
  readonly look?: ButtonLook;
  readonly isDangerous?: boolean;
  readonly children: ReactNode;
}

/** A button that asks before it changes something. */
export function ConfirmButton({
  label,
  name,
  title,
  action,
  run,
  invalidates,
  done,
  onDone,
  look = 'secondary',
  isDangerous = true,
  children,
}: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const change = useChange({
    run,
    invalidates,
    done: () => done,
    onDone: () => {
      setOpen(false);
      onDone?.();
    },
  });
  const open = (): void => {
    change.reset();
    setOpen(true);
  };
  return (
    <>
      <Button look={look} small onPress={open} aria-label={name}>
        {label}
      </Button>
      <Confirmation
        title={title}
        action={action}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => change.mutate()}
        isPending={change.isPending}
        error={change.error}
        isDangerous={isDangerous}
      >
        {children}
      </Confirmation>
    </>
  );
}

/** A date of a form (`2026-01-31`) as the end of that day for the reader, in RFC 3339. */
export const endOfDay = (date: string): string => new Date(`${date}T23:59:59`).toISOString();

/** The day in `days` days as the value of a date field. */
export function dayIn(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
