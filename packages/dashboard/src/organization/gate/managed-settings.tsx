import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { urlOf } from '../../api/client.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { Failure } from '../../ui/failure.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import type { Option } from '../../ui/labels.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { FIRST_SETTINGS, managedSettingsQuery, type SettingsFormat } from './gate.queries.ts';
import { LAUNCHERS, SETTINGS_FILES } from './settings-formats.ts';

const optionsOf = <Value extends string>(names: Readonly<Record<Value, string>>): Option<Value>[] =>
  Object.entries<string>(names).map(([value, name]): Option<Value> => [value as Value, name]);

const FORMATS = Object.entries(SETTINGS_FILES).map(([format, { name }]): Option<SettingsFormat> => [
  format as SettingsFormat,
  name,
]);

const MAX_SHOWN = 20_000;

/** The file of a client with what the policies allow now: to look at and to download. */
export function ManagedSettings({ orgId }: { readonly orgId: string }) {
  const [format, setFormat] = useState(FIRST_SETTINGS.format);
  const [launcher, setLauncher] = useState(FIRST_SETTINGS.launcher);
  const [environment, setEnvironment] = useState(FIRST_SETTINGS.environment);
  const settled = useDebounced(environment.trim());
  const choice = { environment: settled, format, launcher };
  const { data, error } = useQuery({ ...managedSettingsQuery(orgId, choice), enabled: settled !== '' });
  const query = new URLSearchParams(choice);
  const { file, about } = SETTINGS_FILES[format];
  return (
    <section className="card stack" aria-labelledby="managed-settings">
      <h2 id="managed-settings">Managed settings</h2>
      <p className="soft">
        What the policies allow now, as the file that a client enforces. Machines that start servers by{' '}
        <code>mcp-hub run</code> need mcp-hub, and <code>mcp-hub login</code> once for each user.
      </p>
      <div className="columns">
        <SelectField label="File" value={format} options={FORMATS} onChange={setFormat} />
        <SelectField
          label="Packages start by"
          value={launcher}
          options={optionsOf(LAUNCHERS)}
          onChange={setLauncher}
        />
        <TextField
          label="Environment"
          value={environment}
          onChange={setEnvironment}
          maxLength={100}
          error={environment.trim() === '' ? 'Enter the environment whose policies apply.' : undefined}
        />
      </div>
      <p className="soft">{about}</p>
      {settled === '' ? null : error !== null ? (
        <Failure error={error} />
      ) : data === undefined ? (
        <span className="skeleton settings-wait" />
      ) : (
        <Code
          label={`Managed settings, ${file}`}
          text={data.length > MAX_SHOWN ? `${data.slice(0, MAX_SHOWN)}…` : data}
          copies={data.length <= MAX_SHOWN}
        />
      )}
      {data === undefined || error !== null ? null : (
        <div className="form-actions">
          <ButtonLink
            look="secondary"
            href={`${urlOf(`/api/v1/orgs/${orgId}/managed-settings`)}?${query}`}
            download={file}
          >
            Download {file}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}
