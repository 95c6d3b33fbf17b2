import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 2000;

/** Copies a text to the clipboard, and says so. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  useEffect(() => {
    if (state === 'ready') return undefined;
    const timer = setTimeout(() => setState('ready'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    copyText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    );
  };
  return (
    <Button
      look="secondary"
      small
      onPress={copy}
      aria-label={state === 'ready' ? `${label}: ${text.slice(0, 40)}` : undefined}
    >
      <span aria-live="polite">
        {{ ready: label, copied: 'Copied', refused: 'Select and copy it' }[state]}
      </span>
    </Button>
  );
}

/** A block of code or a command with a button that copies it. */
export function Code({
  text,
  label,
  copies = true,
}: {
  readonly text: string;
  readonly label: string;
  readonly copies?: boolean;
}) {
  return (
    <div className={copies ? 'code copies' : 'code'}>
      {/* A scrollable region must be reachable by keyboard. */}
      <pre tabIndex={0} aria-label={label} role="region">
        {text}
      </pre>
      {copies ? <CopyButton text={text} /> : null}
    </div>
  );
}
