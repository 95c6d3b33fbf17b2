import { formText, TextField } from '../../ui/fields.tsx';
import { ChangeForm } from '../shared/forms.tsx';
import { fieldError, useChange } from '../shared/use-change.ts';
import { areasKey, type Area } from './people.queries.ts';

interface AreaRequest {
  readonly name: string;
  readonly slug: string;
  readonly description: string;
}

/** The form of an area. */
export function AreaForm({
  orgId,
  area,
  action,
  save,
  done,
  onDone,
  onCancel,
}: {
  readonly orgId: string;
  /** The area that is edited; nothing for a new one. */
  readonly area?: Area;
  readonly action: string;
  readonly save: (request: AreaRequest) => Promise<Area>;
  readonly done: (area: Area) => string;
  readonly onDone?: () => void;
  readonly onCancel?: () => void;
}) {
  const saving = useChange({ run: save, invalidates: [areasKey(orgId)], done, onDone: () => onDone?.() });
  return (
    <ChangeForm
      action={action}
      isPending={saving.isPending}
      failure={saving.error}
      fields={['name', 'slug', 'description']}
      onSend={(form) =>
        saving.mutate({
          name: formText(form, 'name').trim(),
          slug: formText(form, 'slug').trim(),
          description: formText(form, 'description').trim(),
        })
      }
      {...(onCancel !== undefined && { onCancel })}
    >
      <TextField
        name="name"
        label="Name"
        defaultValue={area?.name ?? ''}
        maxLength={100}
        error={fieldError(saving.error, 'name')}
        isRequired
      />
      <TextField
        name="slug"
        label="Slug"
        defaultValue={area?.slug ?? ''}
        maxLength={39}
        hint="Small letters, digits and hyphens, such as data-platform."
        error={fieldError(saving.error, 'slug')}
        isRequired
      />
      <TextField
        name="description"
        label="Description"
        defaultValue={area?.description ?? ''}
        maxLength={1000}
        error={fieldError(saving.error, 'description')}
      />
    </ChangeForm>
  );
}
