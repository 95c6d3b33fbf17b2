import type { QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useAction } from '../api/use-action.ts';
import { Button, type ButtonLook } from './button.tsx';
import { Confirmation } from './dialog.tsx';

interface ConfirmedActionProps<Result> {
  /** Verb of the button and of the confirmation, such as "Suspend". */
  readonly label: string;
  /** Question, such as "Suspend Ada?". */
  readonly question: string;
  /** What happens then. */
  readonly children: ReactNode;
  readonly run: () => Promise<Result>;
  readonly changes: readonly QueryKey[];
  readonly done?: (result: Result) => void;
  readonly look?: ButtonLook;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly small?: boolean;
}

/** A button whose action is confirmed in a dialog. */
export function ConfirmedAction<Result>({
  label,
  question,
  children,
  run,
  changes,
  done,
  look = 'secondary',
  isDangerous = true,
  isDisabled = false,
  small = false,
}: ConfirmedActionProps<Result>) {
  const [isOpen, setOpen] = useState(false);
  const action = useAction({
    run,
    changes,
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
      <Button look={look} small={small} isDisabled={isDisabled} onPress={open}>
        {label}
      </Button>
      <Confirmation
        title={question}
        action={label}
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
