import { useId, type ReactNode } from 'react';
import { FieldError, Input, Label, Text, TextArea, TextField as AriaTextField } from 'react-aria-components';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with the value, such as the message of the server about this field. */
  readonly error?: string | undefined;
}

interface TextFieldProps extends FieldProps {
  readonly name?: string;
  readonly value?: string;
  readonly defaultValue?: string;
  readonly onChange?: (value: string) => void;
  readonly type?: 'text' | 'email' | 'search' | 'number' | 'url' | 'password' | 'date';
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly multiline?: boolean;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly autoComplete?: string;
}

/** A text field with its label, hint and error. */
export function TextField({ label, hint, error, multiline, placeholder, ...field }: TextFieldProps) {
  return (
    <AriaTextField
      {...field}
      className="field"
      // An error of the server must not keep the browser from sending the corrected form.
      {...(error !== undefined && { isInvalid: true, validationBehavior: 'aria' as const })}
    >
      <Label>{label}</Label>
      {multiline ? <TextArea placeholder={placeholder} /> : <Input placeholder={placeholder} />}
      {hint === undefined ? null : (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <FieldError className="field-error">{error}</FieldError>
    </AriaTextField>
  );
}

interface SelectFieldProps<Value extends string> extends FieldProps {
  readonly name?: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly (readonly [value: Value, label: string])[];
}

/** A choice of one of a few values, as the browser's own control. */
export function SelectField<Value extends string>({
  label,
  hint,
  error,
  options,
  onChange,
  ...select
}: SelectFieldProps<Value>) {
  const id = useId();
  const described = hint === undefined && error === undefined ? undefined : `${id}-hint`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        {...select}
        id={id}
        aria-describedby={described}
        aria-invalid={error === undefined ? undefined : true}
        onChange={(event) => onChange(event.target.value as Value)}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {described === undefined ? null : (
        <span id={described} className={error === undefined ? 'field-hint' : 'field-error'}>
          {error ?? hint}
        </span>
      )}
    </div>
  );
}

/** A box to check. */
export function Checkbox({
  label,
  isSelected,
  onChange,
  name,
  hidesLabel = false,
}: {
  readonly label: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly name?: string;
  /** Shows the label to screen readers only, as in a row of a table. */
  readonly hidesLabel?: boolean;
}) {
  return (
    <label className="checkbox">
      <input
        type="checkbox"
        name={name}
        checked={isSelected}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={hidesLabel ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  );
}

/** The value of a text field of a form; empty if there is none. */
export function formText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}
