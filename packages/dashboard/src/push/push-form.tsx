import { useState, type SubmitEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { dropTarget, FileField } from '../ui/file-field.tsx';
import { Notice } from '../ui/state.tsx';
import { useFirstPress } from '../ui/use-first-press.ts';
import { NotABundle, readBundle } from './bundle-file.ts';
import type { Push } from './push.ts';
import type { PushFailure } from './push-failure.ts';

interface PushFormProps {
  /** Organizations to push to. */
  readonly slugs: readonly string[];
  readonly search: { readonly org?: string; readonly name?: string };
  readonly isPending: boolean;
  readonly failure: PushFailure | undefined;
  readonly onPush: (push: Push) => void;
}

/** What to push, and under which name. The archive fills in what it says about itself. */
export function PushForm({ slugs, search, isPending, failure, onPush }: PushFormProps) {
  const [org, setOrg] = useState(slugs.find((slug) => slug === search.org) ?? slugs[0] ?? '');
  const [name, setName] = useState(search.name ?? '');
  const [version, setVersion] = useState('');
  // Fields that the archive fills in are new fields, without the errors of the empty ones.
  const [fills, setFills] = useState(0);
  const [file, setFile] = useState<File>();
  const [fileError, setFileError] = useState<string>();
  const errorOf = (field: PushFailure['field']) => (failure?.field === field ? failure?.message : undefined);

  const choose = (chosen: File | undefined): void => {
    setFile(chosen);
    setFileError(undefined);
    if (chosen === undefined) return;
    readBundle(chosen).then(
      (facts) => {
        const { slug, version: found } = facts;
        if (slug !== undefined) setName((current) => (current === '' ? slug : current));
        // What was typed while the archive was read stays.
        if (found !== undefined) setVersion((current) => (current === version ? found : current));
        setFills((before) => before + 1);
      },
      (error: unknown) =>
        setFileError(
          error instanceof NotABundle ? error.message : 'The file cannot be read. Choose it again.',
        ),
    );
  };
  const isFirstPress = useFirstPress(isPending);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (file === undefined) setFileError('Choose the archive.');
    else if (fileError === undefined && isFirstPress())
      onPush({ name: `${org}/${name.trim()}`, version: version.trim(), file });
  };
  return (
    <form className="card form push-form" onSubmit={submit}>
      <BundleField file={file} error={fileError ?? errorOf('file')} onChoose={choose} />
      <SelectField
        label="Organization"
        value={org}
        onChange={setOrg}
        options={slugs.map((slug) => [slug, slug] as const)}
      />
      <TextField
        key={`name ${fills}`}
        label="Name"
        value={name}
        onChange={setName}
        isRequired
        hint={`It becomes ${org}/${name.trim() || 'name'} in the catalog. A new server is private.`}
        error={errorOf('name')}
        autoComplete="off"
      />
      <TextField
        key={`version ${fills}`}
        label="Version"
        value={version}
        onChange={setVersion}
        isRequired
        placeholder="1.2.0"
        hint="A semantic version. A certified version never changes, so a fix needs a new one."
        error={errorOf('version')}
        autoComplete="off"
      />
      {failure === undefined ? null : (
        <Notice kind="bad">
          {failure.field === undefined ? failure.message : 'Nothing was pushed. Correct the marked field.'}
        </Notice>
      )}
      <div className="form-actions">
        <Button type="submit" isPending={isPending}>
          Push and analyze
        </Button>
      </div>
    </form>
  );
}

/** The choice of the archive, which can also be dropped here. */
function BundleField({
  file,
  error,
  onChoose,
}: {
  readonly file: File | undefined;
  readonly error: string | undefined;
  readonly onChoose: (file: File | undefined) => void;
}) {
  return (
    <div className="field dropzone" {...dropTarget(onChoose)}>
      <FileField
        label="Bundle (.tgz)"
        accept=".tgz,.gz,application/gzip"
        onFile={onChoose}
        error={error}
        hint={
          file === undefined ? (
            <>
              The folder of the server with what it needs at run time: <code>tar -czf ../bundle.tgz .</code>{' '}
              Leave out secrets. You can drop the file here.
            </>
          ) : (
            `${file.name}, ${sizeOf(file.size)}`
          )
        }
      />
    </div>
  );
}

/** A number of bytes in words. */
const sizeOf = (bytes: number): string =>
  new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: bytes < 1e6 ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
  }).format(bytes / (bytes < 1e6 ? 1e3 : 1e6));
