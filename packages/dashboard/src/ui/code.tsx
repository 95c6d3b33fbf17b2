import { CopyButton } from './copy-button.tsx';

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
      {copies ? <CopyButton text={text} what={label} /> : null}
    </div>
  );
}
