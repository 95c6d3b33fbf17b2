import { ActionForm } from '../../ui/action-form.tsx';
import { formTexts, TextField } from '../../ui/fields.tsx';
import { areasKey, type Area } from '../shared/areas.queries.ts';

const AREA_FIELDS = ['name', 'slug', 'description'] as const;

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
  readonly save: (request: Record<(typeof AREA_FIELDS)[number], string>) => Promise<Area>;
  readonly done: (area: Area) => string;
  readonly onDone?: () => void;
  readonly onCancel?: () => void;
}) {
  return (
    <ActionForm
      submit={action}
      fields={AREA_FIELDS}
      changes={[areasKey(orgId)]}
      run={(form) => save(formTexts(form, AREA_FIELDS))}
      success={done}
      done={onDone}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
          <TextField
            name="name"
            label="Name"
            defaultValue={area?.name ?? ''}
            maxLength={100}
            error={errorOf('name')}
            isRequired
          />
          <TextField
            name="slug"
            label="Slug"
            defaultValue={area?.slug ?? ''}
            maxLength={39}
            hint="Small letters, digits and hyphens, such as data-platform."
            error={errorOf('slug')}
            isRequired
          />
          <TextField
            name="description"
            label="Description"
            defaultValue={area?.description ?? ''}
            maxLength={1000}
            error={errorOf('description')}
          />
        </>
      )}
    </ActionForm>
  );
}
