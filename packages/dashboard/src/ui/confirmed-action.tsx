import type { QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button, type ButtonLook } from './button.tsx';
import { Confirmation } from './dialog.tsx';
import { useAction, type Success } from './use-action.ts';

interface ConfirmedActionProps<Result> {
  /** Verb of the button and of the confirmation, such as "Suspend". */
  readonly label: string;
  /** Name of the button for screen readers, where its verb does not say what it is about. */
  readonly name?: string;
  /** Verb of the confirmation, if it is another one. */
  readonly verb?: string;
  /** Question, such as "Suspend Ada?". */
  readonly question: string;
  /** What happens then. */
  readonly children: ReactNode;
  readonly run: () => Promise<Result>;
  readonly changes: readonly QueryKey[];
  readonly done?: (result: Result) => void;
  /** Said at the top of the page, where it has a place for that. */
  readonly success?: Success<Result, void>;
  readonly look?: ButtonLook;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly small?: boolean;
}

/** A button whose action is confirmed in a dialog. */
export function ConfirmedAction<Result>({
  label,
  name,
  verb = label,
  question,
  children,
  run,
  changes,
  done,
  success,
  look = 'secondary',
  isDangerous = true,
  isDisabled = false,
  small = false,
}: ConfirmedActionProps<Result>) {
  const [isOpen, setOpen] = useState(false);
  const action = useAction({
    run,
    changes,
    success,
    done: (result: Result) => {
      setOpen(false);
      done?.(result);
    },
  });
  const open = (): void => {
    action.reset();
    setOpen(true);
  };
  return (
    <>
      <Button look={look} small={small} isDisabled={isDisabled} onPress={open} aria-label={name}>
        {label}
      </Button>
      <Confirmation
        title={question}
        action={verb}
        isOpen={isOpen}
        isDangerous={isDangerous}
        isPending={action.isPending}
        error={action.error}
        onConfirm={() => action.mutate()}
        onClose={() => setOpen(false)}
      >
        {children}
      </Confirmation>
    </>
  );
}
