import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AppLink, Button } from '../../ui/button.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { areasKey, areasQuery, type Area } from '../shared/areas.queries.ts';
import { LIST_PAGE } from '../shared/lists.ts';
import { useOrg, type Org } from '../shared/org.queries.ts';
import { AreaForm } from './area-form.tsx';
import { createArea, deleteArea } from './people.queries.ts';

const route = getRouteApi('/orgs/$org/areas/');

/** The areas of the organization: groups of MCPs with members of their own. */
export function AreasPage() {
  const org = useOrg();
  const search = route.useSearch();
  const { data } = useSuspenseQuery(areasQuery(org.id, search));
  const [isCreating, setCreating] = useState(false);
  const create = org.can('org:edit') ? (
    <Button onPress={() => setCreating(true)}>New area</Button>
  ) : undefined;
  return (
    <div className="stack wide">
      <PageHeader
        title="Areas"
        lead="Groups of MCPs, such as those of a team, with people who look after them."
        actions={create}
      />
      <section className="card flush" aria-label="Areas">
        <Table
          caption="Areas"
          rows={data.areas}
          keyOf={({ id }) => id}
          columns={columns(org)}
          empty={
            <State title="No areas yet">
              <p>Make an area for each team that runs MCP servers.</p>
              {create}
            </State>
          }
        />
        <Pager total={data.total} limit={LIST_PAGE} />
      </section>
      <Dialog title="New area" isOpen={isCreating} onClose={() => setCreating(false)}>
        <AreaForm
          orgId={org.id}
          action="Create area"
          save={(request) => createArea(org.id, request)}
          done={({ name }) => `The area “${name}” is created.`}
          onDone={() => setCreating(false)}
          onCancel={() => setCreating(false)}
        />
      </Dialog>
    </div>
  );
}

const columns = (org: Org): Column<Area>[] => [
  {
    name: 'Area',
    cell: (area) => (
      <div className="stack tight">
        <AppLink to="/orgs/$org/areas/$areaId" params={{ org: org.slug, areaId: area.id }}>
          {area.name}
        </AppLink>
        {area.description === '' ? null : <span className="soft small">{area.description}</span>}
      </div>
    ),
  },
  { name: 'Slug', cell: ({ slug }) => <code>{slug}</code> },
  { name: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
  ...(org.can('area:write')
    ? [
        {
          name: 'Actions',
          kind: 'actions' as const,
          cell: (area: Area) => (
            <ConfirmedAction
              label="Delete"
              name={`Delete ${area.name}`}
              small
              question={`Delete the area “${area.name}”?`}
              run={() => deleteArea(org.id, area.id)}
              changes={[areasKey(org.id)]}
              success={`The area “${area.name}” is deleted.`}
            >
              <p>Its MCPs and members stay in the organization.</p>
            </ConfirmedAction>
          ),
        },
      ]
    : []),
];
