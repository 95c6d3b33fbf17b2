import { useState, type SubmitEvent } from 'react';
import { CLIENT_FILES } from '../api/catalogs.gen.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { dropTarget, FileField } from '../ui/file-field.tsx';

interface CheckFormProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Name of the file, which says which client the text is of; empty if it is not known. */
  readonly fileName: string;
  readonly onFileName: (fileName: string) => void;
  readonly orgs: readonly { readonly slug: string }[];
  readonly orgSlug: string | undefined;
  readonly environment: string;
  readonly onScope: (scope: { org?: string; environment?: string }) => void;
  readonly error: string | undefined;
  readonly isPending: boolean;
  readonly onCheck: () => void;
}

const MAX_BYTES = 1024 * 1024;
const MAX_FILE_NAME = 200;

const EXAMPLE = `@modelcontextprotocol/server-filesystem@2026.8.31
pypi:mcp-server-fetch==2025.4.7

or the text of .mcp.json, .vscode/mcp.json, .codex/config.toml …`;

/** The text to check, and whose policies decide. */
export function CheckForm({
  text,
  onText,
  fileName,
  onFileName,
  orgs,
  orgSlug,
  environment,
  onScope,
  error,
  isPending,
  onCheck,
}: CheckFormProps) {
  const [problem, setProblem] = useState<string>();
  const write = (next: string): void => {
    setProblem(undefined);
    onText(next);
  };
  const readFile = (file: File | undefined): void => {
    if (file === undefined) return;
    if (file.size > MAX_BYTES) setProblem('The file has more than 1 MiB. Choose the configuration itself.');
    else
      file.text().then(
        (contents) => {
          write(contents);
          onFileName(file.name.slice(0, MAX_FILE_NAME));
        },
        () => setProblem('The file cannot be read. Choose it again, or paste its text.'),
      );
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (text.trim() === '') setProblem('Paste names or a configuration, or choose a file.');
    else if (!isPending) onCheck();
  };
  return (
    <form className="card form" onSubmit={submit} {...dropTarget(readFile)}>
      <TextField
        label="Names or configuration"
        multiline
        value={text}
        onChange={write}
        placeholder={EXAMPLE}
        hint="One name in each line: npm or PyPI packages, repositories, or names of the catalog. Or the whole configuration of a client. You can drop a file here."
        error={problem ?? error}
      />
      <div className="field">
        <FileField
          label="Or a file"
          accept=".json,.jsonc,.toml,.yaml,.yml,.code-workspace,.txt,application/json,text/plain"
          onFile={readFile}
          forgets
        />
      </div>
      <TextField
        label="Name of the file"
        value={fileName}
        onChange={onFileName}
        maxLength={MAX_FILE_NAME}
        suggestions={CLIENT_FILES}
        autoComplete="off"
        hint="With its folder, as .codex/config.toml. It says which client the configuration is of; without it, its keys do."
      />
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
