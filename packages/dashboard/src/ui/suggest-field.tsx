import { useId, type ComponentProps } from 'react';

interface SuggestFieldProps extends Pick<
  ComponentProps<'input'>,
  'name' | 'value' | 'defaultValue' | 'placeholder' | 'required'
> {
  readonly label: string;
  readonly suggestions: readonly string[];
  readonly onText?: (text: string) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

/** A text field that suggests values, and takes any. */
export function SuggestField({ label, suggestions, onText, hint, error, ...input }: SuggestFieldProps) {
  const id = useId();
  const described = hint === undefined && error === undefined ? undefined : `${id}-hint`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        list={`${id}-list`}
        autoComplete="off"
        onChange={(event) => onText?.(event.target.value)}
        aria-describedby={described}
        aria-invalid={error === undefined ? undefined : true}
      />
      <datalist id={`${id}-list`}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
      {described === undefined ? null : (
        <span id={described} className={error === undefined ? 'field-hint' : 'field-error'}>
          {error ?? hint}
        </span>
      )}
    </div>
  );
}
