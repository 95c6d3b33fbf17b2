import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Code } from './code.tsx';
import { Dialog } from './dialog.tsx';
import { Notice } from './state.tsx';

interface SecretDialogProps {
  readonly title: string;
  /** What the secret is, such as "Token". */
  readonly label: string;
  /** Null while there is nothing to show. */
  readonly secret: string | null;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

/** Shows a secret the only time that the server has it. */
export function SecretDialog({ title, label, secret, onClose, children }: SecretDialogProps) {
  return (
    <Dialog title={title} isOpen={secret !== null} onClose={onClose} isKept>
      <Notice kind="warn">Copy it now. It is shown this once, and nobody can read it later.</Notice>
      <Code label={label} text={secret ?? ''} />
      {children}
      <div className="form-actions">
        <Button onPress={onClose}>I have copied it</Button>
      </div>
    </Dialog>
  );
}
