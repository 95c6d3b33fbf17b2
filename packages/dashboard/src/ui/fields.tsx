import { useId, useState, type ReactNode } from 'react';
import {
  FieldError as AriaFieldError,
  Input,
  Label,
  Text,
  TextArea,
  TextField as AriaTextField,
} from 'react-aria-components';
import type { Option } from './labels.tsx';

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
  /** Values that are offered; others can be written. */
  readonly suggestions?: readonly string[];
}

/** A text field with its label, hint and error. */
export function TextField({
  label,
  hint,
  error,
  multiline,
  placeholder,
  suggestions,
  ...field
}: TextFieldProps) {
  const list = useId();
  return (
    <AriaTextField
      {...field}
      className="field"
      // An error of the server must not keep the browser from sending the corrected form.
      {...(error !== undefined && { isInvalid: true, validationBehavior: 'aria' as const })}
    >
      <Label>{label}</Label>
      {multiline ? (
        <TextArea placeholder={placeholder} />
      ) : (
        <Input placeholder={placeholder} {...(suggestions !== undefined && { list })} />
      )}
      {suggestions === undefined ? null : (
        <datalist id={list}>
          {suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
      {hint === undefined ? null : (
        <Text slot="description" className="field-hint">
          {hint}
        </Text>
      )}
      <AriaFieldError className="field-error">{error}</AriaFieldError>
    </AriaTextField>
  );
}

interface SelectFieldProps<Value extends string> extends FieldProps {
  readonly name?: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly Option<Value>[];
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

interface ChoiceProps<Value extends string> extends Omit<SelectFieldProps<Value>, 'value' | 'onChange'> {
  readonly name: string;
  readonly initial: Value;
}

/** A choice within a form, which keeps its value itself. */
export function Choice<Value extends string>({ initial, ...props }: ChoiceProps<Value>) {
  const [value, setValue] = useState(initial);
  return <SelectField {...props} value={value} onChange={setValue} />;
}

/** What is wrong with something that is no field of a form. */
export const FieldError = ({ children }: { readonly children: ReactNode }) =>
  children === undefined ? null : (
    <span className="field-error" role="alert">
      {children}
    </span>
  );

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

interface CheckboxesProps<Value extends string> {
  readonly legend: string;
  readonly options: readonly (readonly [value: Value, label: ReactNode])[];
  readonly chosen: readonly string[];
  /** The values that are chosen now, in the order of the options. */
  readonly onChange: (chosen: Value[]) => void;
  readonly error?: string | undefined;
  /** Each box in a line of its own. */
  readonly isList?: boolean;
}

/** A choice of any of several values: a box for each. */
export function Checkboxes<Value extends string>({
  legend,
  options,
  chosen,
  onChange,
  error,
  isList = false,
}: CheckboxesProps<Value>) {
  const choose = (value: Value, isSelected: boolean): void =>
    onChange(
      options
        .map(([other]) => other)
        .filter((other) => (other === value ? isSelected : chosen.includes(other))),
    );
  return (
    <div className="field">
      <fieldset className={isList ? 'choices one' : 'choices'}>
        <legend>{legend}</legend>
        {options.map(([value, label]) => (
          <Checkbox
            key={value}
            label={label}
            isSelected={chosen.includes(value)}
            onChange={(isSelected) => choose(value, isSelected)}
          />
        ))}
      </fieldset>
      <FieldError>{error}</FieldError>
    </div>
  );
}

/** The value of a text field of a form; empty if there is none. */
export function formText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name);
  return typeof value === 'string' ? value : '';
}

/** The values of several text fields of a form, without spaces around them. */
export const formTexts = <Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, formText(form, name).trim()])) as Record<Name, string>;
