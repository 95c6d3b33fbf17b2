import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from './button.tsx';
import { Failure } from './failure.tsx';
import { useFirstPress } from './use-first-press.ts';

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** Keeps the dialog open when the reader presses Escape or outside of it. */
  readonly isKept?: boolean;
}

/** A dialog above the page. */
export function Dialog({ title, isOpen, onClose, children, isKept = false }: DialogProps) {
  return (
    <ModalOverlay
      className="dialog-backdrop"
      isOpen={isOpen}
      isDismissable={!isKept}
      isKeyboardDismissDisabled={isKept}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="dialog">
        <AriaDialog>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ConfirmationProps extends Omit<DialogProps, 'isKept'> {
  /** Verb of the button, such as "Delete". */
  readonly action: string;
  readonly onConfirm: () => void;
  readonly isPending: boolean;
  /** Why it did not work. */
  readonly error?: Error | null;
  readonly isDangerous?: boolean;
}

/** Asks before something that cannot be undone or that others notice. */
export function Confirmation({
  action,
  onConfirm,
  isPending,
  error,
  isDangerous = true,
  children,
  ...dialog
}: ConfirmationProps) {
  const isFirstPress = useFirstPress(isPending);
  const confirm = (): void => {
    if (isFirstPress()) onConfirm();
  };
  return (
    <Dialog {...dialog}>
      <div>{children}</div>
      <Failure error={error} />
      <div className="form-actions">
        <Button look={isDangerous ? 'danger' : 'primary'} isPending={isPending} onPress={confirm}>
          {action}
        </Button>
        <Button look="secondary" onPress={dialog.onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
