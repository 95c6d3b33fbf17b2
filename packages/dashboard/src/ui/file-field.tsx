import { useId, type DragEvent, type ReactNode } from 'react';

interface FileFieldProps {
  readonly label: string;
  /** Types and endings of the files that are offered first. */
  readonly accept: string;
  readonly onFile: (file: File | undefined) => void;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Forgets the choice at once, so that the same file can be chosen again after it has changed. */
  readonly forgets?: boolean;
}

/** A choice of a file. */
export function FileField({ label, accept, onFile, hint, error, forgets = false }: FileFieldProps) {
  const id = useId();
  const described = hint === undefined && error === undefined ? undefined : `${id}-hint`;
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={described}
        aria-invalid={error === undefined ? undefined : true}
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          if (forgets) target.value = '';
        }}
      />
      {described === undefined ? null : (
        <span id={described} className={error === undefined ? 'field-hint' : 'field-error'} role="status">
          {error ?? hint}
        </span>
      )}
    </>
  );
}

/** Properties of an element on which a file can be dropped. */
export const dropTarget = (onFile: (file: File | undefined) => void) => ({
  onDragOver: (event: DragEvent): void => event.preventDefault(),
  onDrop: (event: DragEvent): void => {
    event.preventDefault();
    onFile(event.dataTransfer.files[0]);
  },
});
