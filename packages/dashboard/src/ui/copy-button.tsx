import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 2000;

/** Copies a text to the clipboard, and says so. */
export function CopyButton({
  text,
  label = 'Copy',
  what = text.slice(0, 40),
}: {
  readonly text: string;
  readonly label?: string;
  /** What is copied, for those who hear the button alone. */
  readonly what?: string;
}) {
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
      aria-label={state === 'ready' ? `${label}: ${what}` : undefined}
    >
      <span aria-live="polite">
        {{ ready: label, copied: 'Copied', refused: 'Select and copy it' }[state]}
      </span>
    </Button>
  );
}
