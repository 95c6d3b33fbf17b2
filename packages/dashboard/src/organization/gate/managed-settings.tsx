import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { urlOf } from '../../api/client.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Code } from '../../ui/copy.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Failure } from '../../ui/failure.tsx';
import { useDebounced } from '../shared/use-debounced.ts';
import { FIRST_SETTINGS, managedSettingsQuery, type SettingsFormat } from './gate.queries.ts';

const FORMATS: readonly (readonly [SettingsFormat, string])[] = [
  ['copilot', 'GitHub Copilot: managed-settings.json'],
  ['claude', 'Claude Code: managed-settings.json'],
  ['claude-mcp', 'Claude Code: managed-mcp.json'],
  ['vscode', 'Visual Studio Code: device policies'],
];

const FILES: Readonly<Record<SettingsFormat, string>> = {
  copilot: 'managed-settings.json',
  claude: 'managed-settings.json',
  'claude-mcp': 'managed-mcp.json',
  vscode: 'policies.json',
};

const MAX_SHOWN = 20_000;

/** The file of a client with what the policies allow now: to look at and to download. */
export function ManagedSettings({ orgId }: { readonly orgId: string }) {
  const [format, setFormat] = useState<SettingsFormat>(FIRST_SETTINGS.format);
  const [environment, setEnvironment] = useState<string>(FIRST_SETTINGS.environment);
  const settled = useDebounced(environment.trim());
  const { data, error } = useQuery({
    ...managedSettingsQuery(orgId, settled, format),
    enabled: settled !== '',
  });
  const query = new URLSearchParams({ environment: settled, format });
  return (
    <section className="card stack" aria-labelledby="managed-settings">
      <h2 id="managed-settings">Managed settings</h2>
      <p className="soft">
        What the policies allow now, as the file that a client enforces. Clients compare whole commands and
        addresses, so users cannot evade it by renaming a server.
      </p>
      <div className="columns">
        <SelectField label="File" value={format} options={FORMATS} onChange={setFormat} />
        <TextField label="Environment" value={environment} onChange={setEnvironment} />
      </div>
      {error !== null ? (
        <Failure error={error} />
      ) : data === undefined ? (
        <span className="skeleton settings-wait" />
      ) : (
        <Code
          label={`Managed settings, ${FILES[format]}`}
          text={data.length > MAX_SHOWN ? `${data.slice(0, MAX_SHOWN)}…` : data}
          copies={data.length <= MAX_SHOWN}
        />
      )}
      <div className="form-actions">
        <ButtonLink
          look="secondary"
          href={`${urlOf(`/api/v1/orgs/${orgId}/managed-settings`)}?${query}`}
          download={FILES[format]}
        >
          Download {FILES[format]}
        </ButtonLink>
      </div>
    </section>
  );
}
