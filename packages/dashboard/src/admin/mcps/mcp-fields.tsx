import { useState } from 'react';
import type { components } from '../../api/hub.js';
import { ORIGIN_NAMES, VISIBILITY_NAMES } from '../../domain/labels.ts';
import { MCP_TEXTS } from '../../domain/mcp-texts.ts';
import type { ErrorOf } from '../../ui/action-form.tsx';
import { Choice, formText, formTexts, SelectField, TextField } from '../../ui/fields.tsx';
import { optionsOf } from '../../ui/labels.tsx';
import { type AdminMcp } from './mcps.queries.ts';

/** Names of the API's fields that these fields show. */
export const MCP_FIELDS = [
  'name',
  'repo_url',
  'source',
  'path',
  'description',
  ...MCP_TEXTS.map(({ name }) => name),
  'visibility',
  'origin',
] as const;

type SourceKind = 'repository' | 'npm' | 'pypi';

/** Reads the fields of an MCP. */
export function readMcp(form: HTMLFormElement): components['schemas']['CreateMcpRequest'] {
  const { source, visibility, origin, ...texts } = formTexts(form, MCP_FIELDS);
  const kind = formText(form, 'source_kind') as SourceKind;
  return {
    ...texts,
    source: kind === 'repository' ? null : { [kind]: source },
    visibility: visibility as AdminMcp['visibility'],
    origin: origin as AdminMcp['origin'],
  };
}

const kindOf = (mcp: AdminMcp | undefined): SourceKind =>
  mcp?.source?.npm !== undefined ? 'npm' : mcp?.source?.pypi !== undefined ? 'pypi' : 'repository';

/** The fields of an MCP, for a new one or for changes. */
export function McpFields({ mcp, errorOf }: { readonly mcp?: AdminMcp; readonly errorOf: ErrorOf }) {
  const [kind, setKind] = useState(kindOf(mcp));
  return (
    <>
      <TextField
        name="name"
        label="Name"
        isRequired
        defaultValue={mcp?.name ?? ''}
        hint="Owner and name, such as acme/files."
        error={errorOf('name')}
      />
      <TextField
        name="repo_url"
        label="Address of the repository"
        type="url"
        isRequired
        defaultValue={mcp?.repo_url ?? ''}
        placeholder="https://github.com/acme/files"
        error={errorOf('repo_url')}
      />
      <SelectField
        name="source_kind"
        label="What is analyzed"
        value={kind}
        onChange={setKind}
        options={[
          ['repository', 'The repository'],
          ['npm', 'A version of an npm package'],
          ['pypi', 'A version of a PyPI package'],
        ]}
      />
      {kind === 'repository' ? (
        <TextField
          name="path"
          label="Folder in the repository"
          defaultValue={mcp?.path ?? ''}
          hint="Empty for the repository itself."
          error={errorOf('path')}
        />
      ) : (
        <TextField
          key={kind}
          name="source"
          label={kind === 'npm' ? 'npm package and version' : 'PyPI package and version'}
          isRequired
          defaultValue={mcp?.source?.[kind] ?? ''}
          placeholder={kind === 'npm' ? '@acme/files@1.2.0' : 'acme-files==1.2.0'}
          error={errorOf('source')}
        />
      )}
      <TextField
        name="description"
        label="Description"
        defaultValue={mcp?.description ?? ''}
        error={errorOf('description')}
      />
      {MCP_TEXTS.map(({ name, label, placeholder }) => (
        <TextField
          key={name}
          name={name}
          label={label}
          defaultValue={mcp?.[name] ?? ''}
          placeholder={placeholder}
          error={errorOf(name)}
        />
      ))}
      <Choice
        name="visibility"
        label="Visibility"
        initial={mcp?.visibility ?? 'public'}
        options={optionsOf(VISIBILITY_NAMES)}
        error={errorOf('visibility')}
      />
      <Choice
        name="origin"
        label="Origin"
        hint="Official and verified say that the platform vouches for the owner."
        initial={mcp?.origin ?? 'community'}
        options={optionsOf(ORIGIN_NAMES)}
        error={errorOf('origin')}
      />
    </>
  );
}
