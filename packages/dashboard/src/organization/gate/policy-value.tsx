import { Checkboxes, SelectField, TextField } from '../../ui/fields.tsx';
import type { Option } from '../../ui/labels.tsx';
import { boundOf, itemsOf, POLICY_TARGETS, type PolicyTarget } from './policy-targets.ts';

interface PolicyValueProps {
  readonly target: PolicyTarget;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
}

/** The editor of a policy's value, as its target describes it. */
export function PolicyValue({ target, value, onChange, error }: PolicyValueProps) {
  const { editor } = POLICY_TARGETS[target];
  const { label } = editor;
  switch (editor.kind) {
    case 'text':
      return (
        <TextField
          label={label}
          value={value}
          onChange={onChange}
          hint={editor.hint}
          error={error}
          isRequired
        />
      );
    case 'number':
      return (
        <TextField
          label={label}
          type="number"
          value={boundOf(value)}
          onChange={(bound) => onChange(`min:${bound}`)}
          hint={editor.hint}
          error={error}
          isRequired
        />
      );
    case 'choice':
      return (
        <SelectField
          label={label}
          value={boundOf(value)}
          options={withCurrent(editor.options, boundOf(value), editor.others)}
          onChange={(chosen) => onChange(`${editor.prefix}${chosen}`)}
          error={error}
        />
      );
    case 'items':
      return (
        <Checkboxes
          legend={label}
          options={editor.options}
          chosen={itemsOf(value)}
          onChange={(chosen) => onChange(chosen.join(','))}
          error={error}
        />
      );
  }
}

/** The choices, and the current value if it is none of them, as the API may have set it. */
const withCurrent = (
  options: readonly Option<string>[],
  value: string,
  words: string,
): readonly Option<string>[] =>
  options.some(([option]) => option === value) ? options : [...options, [value, `${words} ${value}`.trim()]];
