import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fresh } from '../../api/load.ts';
import { useChangedFields } from '../../api/use-changed-fields.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { AppLink, Button } from '../../ui/button.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formTexts, TextField } from '../../ui/fields.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import {
  changeTerm,
  createTerm,
  deleteTerm,
  TERMS_PAGE,
  termsQuery,
  type Taxonomy,
  type Term,
} from './terms.queries.ts';

const TEXTS = {
  categories: {
    title: 'Categories',
    noun: 'category',
    lead: 'What an MCP is for. Each MCP has at most one category.',
  },
  tags: { title: 'Tags', noun: 'tag', lead: 'Properties of MCPs. Each MCP may have several tags.' },
} as const;

interface TermsPageProps {
  readonly taxonomy: Taxonomy;
  readonly offset: number;
}

/** The categories or the tags: creation, changes and deletion. */
export function TermsPage({ taxonomy, offset }: TermsPageProps) {
  const { title, noun, lead } = TEXTS[taxonomy];
  const { data } = useSuspenseQuery(termsQuery(taxonomy, offset));
  const [edited, setEdited] = useState<Term | 'new'>();
  const changes = [['admin', taxonomy], ['admin', 'mcps'], ['mcps'], ['mcp']];
  const columns: readonly Column<Term>[] = [
    {
      name: 'Name',
      cell: ({ name, slug }) =>
        taxonomy === 'categories' ? (
          <AppLink to="/admin/mcps" search={{ category: slug }}>
            {name}
          </AppLink>
        ) : (
          name
        ),
    },
    { name: 'Slug', cell: ({ slug }) => <span className="mono">{slug}</span> },
    {
      name: 'Description',
      cell: ({ description }) => (description === '' ? <span className="soft">none</span> : description),
    },
    {
      name: 'Actions',
      kind: 'actions',
      cell: (term) => (
        <span className="row">
          <Button look="secondary" small aria-label={`Edit ${term.name}`} onPress={() => setEdited(term)}>
            Edit
          </Button>
          <ConfirmedAction
            label="Delete"
            small
            question={`Delete ${term.name}?`}
            changes={changes}
            run={() => deleteTerm(taxonomy, term.id)}
          >
            <p>{`MCPs that have this ${noun} lose it.`}</p>
          </ConfirmedAction>
        </span>
      ),
    },
  ];
  return (
    <div className="stack">
      <PageHeader
        title={title}
        lead={lead}
        actions={<Button onPress={() => setEdited('new')}>{`Create a ${noun}`}</Button>}
      />
      <Dialog
        title={edited === 'new' ? `Create a ${noun}` : `Edit the ${noun}`}
        isOpen={edited !== undefined}
        onClose={() => setEdited(undefined)}
      >
        <TermForm
          taxonomy={taxonomy}
          term={edited === 'new' ? undefined : edited}
          changes={changes}
          onClose={() => setEdited(undefined)}
        />
      </Dialog>
      <section className="card flush" aria-label={title}>
        <Table
          caption={title}
          columns={columns}
          rows={data.terms}
          keyOf={({ id }) => id}
          empty={
            <State title={`No ${taxonomy} yet`}>
              <p>{`Create a ${noun}, and then assign it to MCPs.`}</p>
            </State>
          }
        />
        <Pager total={data.total} limit={TERMS_PAGE} />
      </section>
    </div>
  );
}

const TERM_FIELDS = ['name', 'slug', 'description'] as const;

function TermForm({
  taxonomy,
  term,
  changes,
  onClose,
}: {
  readonly taxonomy: Taxonomy;
  readonly term: Term | undefined;
  readonly changes: readonly string[][];
  readonly onClose: () => void;
}) {
  const [opened] = useState(term);
  const client = useQueryClient();
  const saveChanged = useChangedFields<{ name: string; slug: string; description: string }>(
    opened ?? {},
    async () => (await fresh(client, termsQuery(taxonomy))).terms.find(({ id }) => id === opened?.id),
  );
  return (
    <ActionForm
      label={TEXTS[taxonomy].noun}
      submit={term === undefined ? 'Create' : 'Save'}
      fields={TERM_FIELDS}
      changes={changes}
      done={onClose}
      onCancel={onClose}
      run={(form) => {
        const body = formTexts(form, TERM_FIELDS);
        return opened === undefined
          ? createTerm(taxonomy, body)
          : saveChanged(body, (changed) => changeTerm(taxonomy, opened.id, changed));
      }}
    >
      {(errorOf) => (
        <>
          <TextField
            name="name"
            label="Name"
            isRequired
            defaultValue={term?.name ?? ''}
            error={errorOf('name')}
          />
          <TextField
            name="slug"
            label="Slug"
            isRequired
            defaultValue={term?.slug ?? ''}
            hint="Lower-case letters, digits and hyphens; part of addresses."
            error={errorOf('slug')}
          />
          <TextField
            name="description"
            label="Description"
            defaultValue={term?.description ?? ''}
            error={errorOf('description')}
          />
        </>
      )}
    </ActionForm>
  );
}
