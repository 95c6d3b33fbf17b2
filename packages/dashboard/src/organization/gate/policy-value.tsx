import { Checkbox, SelectField, TextField } from '../../ui/fields.tsx';
import { boundOf, CLASSES, CONTROLS, itemsOf, type TargetType } from './policy-rule.ts';

interface PolicyValueProps {
  readonly type: TargetType;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
}

const SEVERITY_CHOICES = [
  ['high', 'critical findings'],
  ['medium', 'critical or high findings'],
  ['low', 'critical, high or medium findings'],
  ['none', 'any finding'],
] as const;

const LEVEL_CHOICES = [
  ['1', 'not certified'],
  ['2', 'below level 2'],
  ['3', 'below level 3'],
] as const;

const ORIGINS: Readonly<Record<string, string>> = {
  official: 'official: by the maker of the service',
  verified: 'verified: the publisher is known',
  community: 'community: everybody else',
};

/** The editor of a policy's value, made for its target type. */
export function PolicyValue({ type, value, onChange, error }: PolicyValueProps) {
  const bound = boundOf(value);
  switch (type) {
    case 'SCORE':
      return (
        <TextField
          label="Lowest score"
          type="number"
          value={bound}
          onChange={(text) => onChange(`min:${text}`)}
          hint="From 0 to 100. For example, 70 matches a server with the score 69."
          error={error}
          isRequired
        />
      );
    case 'AGE':
      return (
        <TextField
          label="Lowest age in days"
          type="number"
          value={bound}
          onChange={(text) => onChange(`min:${text}`)}
          hint="For example, 7 matches versions that were added within the last week."
          error={error}
          isRequired
        />
      );
    case 'CERT_LEVEL':
      return (
        <SelectField
          label="Servers that are"
          value={bound}
          options={known(LEVEL_CHOICES, bound, 'below level')}
          onChange={(level) => onChange(`min:${level}`)}
          error={error}
        />
      );
    case 'SEVERITY':
      return (
        <SelectField
          label="Servers with"
          value={bound}
          options={known(SEVERITY_CHOICES, bound, 'findings worse than')}
          onChange={(severity) => onChange(`max:${severity}`)}
          error={error}
        />
      );
    case 'CONTROL':
      return (
        <SelectField
          label="Servers that do not pass"
          value={value}
          options={known(
            Object.entries(CONTROLS).map(([id, name]) => [id, `${id} ${name}`] as const),
            value,
            '',
          )}
          onChange={onChange}
          error={error}
        />
      );
    case 'CLASS':
      return <ItemChoices legend="Findings of" items={CLASSES} shows="key" {...{ value, onChange, error }} />;
    case 'ORIGIN':
      return <ItemChoices legend="Origins" items={ORIGINS} shows="text" {...{ value, onChange, error }} />;
    case 'LICENSE':
      return (
        <TextField
          label="Licenses"
          value={value}
          onChange={onChange}
          hint="SPDX identifiers with commas between, such as GPL-3.0-only, AGPL-3.0-only."
          error={error}
          isRequired
        />
      );
    case 'MCP':
      return (
        <TextField
          label="Name of the servers"
          value={value}
          onChange={onChange}
          hint="For example, acme/files for one server, or acme/* for all of an owner."
          error={error}
          isRequired
        />
      );
  }
}

/** The choices, and the current value if it is none of them, as the API may have set it. */
const known = (
  choices: readonly (readonly [string, string])[],
  value: string,
  words: string,
): readonly (readonly [string, string])[] =>
  choices.some(([choice]) => choice === value) ? choices : [...choices, [value, `${words} ${value}`.trim()]];

/** Boxes for the items of a list with commas. */
function ItemChoices({
  legend,
  items,
  shows,
  value,
  onChange,
  error,
}: Omit<PolicyValueProps, 'type'> & {
  readonly legend: string;
  readonly items: Readonly<Record<string, string>>;
  /** Whether a label begins with the key of its item. */
  readonly shows: 'key' | 'text';
}) {
  const chosen = itemsOf(value);
  const toggle = (item: string, isSelected: boolean): void =>
    onChange(
      Object.keys(items)
        .filter((key) => (key === item ? isSelected : chosen.includes(key)))
        .join(','),
    );
  return (
    <div className="field">
      <fieldset className="choices">
        <legend>{legend}</legend>
        {Object.entries(items).map(([item, text]) => (
          <Checkbox
            key={item}
            label={shows === 'key' ? `${item}: ${text}` : text}
            isSelected={chosen.includes(item)}
            onChange={(isSelected) => toggle(item, isSelected)}
          />
        ))}
      </fieldset>
      {error === undefined ? null : <span className="field-error">{error}</span>}
    </div>
  );
}
