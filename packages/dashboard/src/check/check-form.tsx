import { useId, useState, type SubmitEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';

interface CheckFormProps {
  readonly text: string;
  /** `fileName` is that of the file which the text comes from. */
  readonly onText: (text: string, fileName?: string) => void;
  readonly orgs: readonly { readonly slug: string }[];
  readonly orgSlug: string | undefined;
  readonly environment: string;
  readonly onScope: (scope: { org?: string; environment?: string }) => void;
  readonly error: string | undefined;
  readonly isPending: boolean;
  readonly onCheck: () => void;
}

const MAX_BYTES = 1024 * 1024;

const EXAMPLE = `@modelcontextprotocol/server-filesystem@2026.8.31
pypi:mcp-server-fetch==2025.4.7

or the text of .mcp.json, claude_desktop_config.json, .vscode/mcp.json …`;

/** The text to check, and whose policies decide. */
export function CheckForm({
  text,
  onText,
  orgs,
  orgSlug,
  environment,
  onScope,
  error,
  isPending,
  onCheck,
}: CheckFormProps) {
  const [problem, setProblem] = useState<string>();
  const write = (next: string, name?: string): void => {
    setProblem(undefined);
    onText(next, name);
  };
  const readFile = (file: File | undefined): void => {
    if (file === undefined) return;
    if (file.size > MAX_BYTES) setProblem('The file has more than 1 MiB. Choose the configuration itself.');
    else
      file.text().then(
        (contents) => write(contents, file.name),
        () => setProblem('The file cannot be read. Choose it again, or paste its text.'),
      );
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (text.trim() === '') setProblem('Paste names or a configuration, or choose a file.');
    else if (!isPending) onCheck();
  };
  return (
    <form
      className="card form"
      onSubmit={submit}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        readFile(event.dataTransfer.files[0]);
      }}
    >
      <TextField
        label="Names or configuration"
        multiline
        value={text}
        onChange={(next) => write(next)}
        placeholder={EXAMPLE}
        hint="One name in each line: npm or PyPI packages, repositories, or names of the catalog. Or the whole configuration of a client. You can drop a file here."
        error={problem ?? error}
      />
      <FileChoice onFile={readFile} />
      {orgs.length === 0 ? null : (
        <div className="row scope">
          <SelectField
            label="Decide by"
            value={orgSlug ?? ''}
            options={[
              ['', 'the catalog alone'],
              ...orgs.map(({ slug }) => [slug, `the policies of ${slug}`] as const),
            ]}
            onChange={(slug) => onScope(slug === '' ? {} : { org: slug, environment })}
          />
          {orgSlug === undefined ? null : (
            <TextField
              label="Environment"
              value={environment}
              onChange={(next) => onScope({ org: orgSlug, ...(next !== '' && { environment: next }) })}
              maxLength={100}
              autoComplete="off"
            />
          )}
        </div>
      )}
      <div className="form-actions">
        <Button type="submit" isPending={isPending}>
          Check
        </Button>
      </div>
    </form>
  );
}

function FileChoice({ onFile }: { readonly onFile: (file: File | undefined) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Or a file</label>
      <input
        id={id}
        type="file"
        accept=".json,.jsonc,.txt,application/json,text/plain"
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          // The same file can be chosen again after it has changed.
          event.target.value = '';
        }}
      />
    </div>
  );
}
