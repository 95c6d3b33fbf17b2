import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { fresh } from '../../api/load.ts';
import { useChangedFields } from '../../api/use-changed-fields.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { InlineSelect } from '../../ui/inline-select.tsx';
import { optionsOf, type Names } from '../../ui/labels.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { areasKey, type Area } from '../shared/areas.queries.ts';
import { LIST_PAGE } from '../shared/lists.ts';
import { OrgBreadcrumb } from '../shared/org-breadcrumb.tsx';
import { useOrg, type Org } from '../shared/org.queries.ts';
import { AreaForm } from './area-form.tsx';
import {
  addAreaMember,
  areaMembersQuery,
  areaQuery,
  changeArea,
  changeAreaMember,
  membersQuery,
  removeAreaMember,
  type AreaMember,
} from './people.queries.ts';

const route = getRouteApi('/orgs/$org/areas/$areaId');

const AREA_ROLE_NAMES: Names<AreaMember['role']> = { LEAD: 'Lead', MEMBER: 'Member', VIEWER: 'Viewer' };

/** An area with its members. */
export function AreaPage() {
  const { areaId } = route.useParams();
  return <OneArea key={areaId} areaId={areaId} />;
}

function OneArea({ areaId }: { readonly areaId: string }) {
  const org = useOrg();
  const client = useQueryClient();
  const search = route.useSearch();
  const { data: area } = useSuspenseQuery(areaQuery(org.id, areaId));
  const { data: members } = useSuspenseQuery(areaMembersQuery(org.id, areaId, search));
  const saveChanged = useChangedFields<{ name: string; slug: string; description: string }>(area, () =>
    fresh(client, areaQuery(org.id, areaId)),
  );
  const mayWrite = org.can('area:write');
  return (
    <div className="stack wide">
      <PageHeader
        title={area.name}
        above={<OrgBreadcrumb to="/orgs/$org/areas" name="Areas" />}
        lead={area.description}
      />
      <section className="card flush" aria-label="Members of the area">
        <Table
          caption="Members of the area"
          rows={members.members}
          keyOf={({ user_id }) => user_id}
          columns={columns(org, area, mayWrite)}
          empty={
            <State title="Nobody is in this area yet">
              <p>{mayWrite ? 'Add a member of the organization below.' : 'Administrators add members.'}</p>
            </State>
          }
        />
        <Pager total={members.total} limit={LIST_PAGE} />
      </section>
      {mayWrite ? (
        <div className="grid half">
          <AddMember org={org} area={area} present={members.members} />
          <section className="card" aria-labelledby="area-names">
            <h2 id="area-names">Change the area</h2>
            <AreaForm
              orgId={org.id}
              area={area}
              action="Save changes"
              save={(request) => saveChanged(request, (changed) => changeArea(org.id, area.id, changed))}
              done={({ name }) => `The area “${name}” is changed.`}
            />
          </section>
        </div>
      ) : null}
    </div>
  );
}

const columns = (org: Org, area: Area, mayWrite: boolean): Column<AreaMember>[] => [
  { name: 'Member', cell: ({ email, user_id }) => email || <code>{user_id}</code> },
  {
    name: 'Role',
    cell: ({ email, user_id, role }) =>
      mayWrite ? (
        <InlineSelect
          name={`Role of ${email} in the area`}
          value={role}
          options={optionsOf(AREA_ROLE_NAMES)}
          run={(chosen) => changeAreaMember(org.id, area.id, user_id, chosen)}
          changes={[areasKey(org.id)]}
          success={() => `The role of ${email} is changed.`}
        />
      ) : (
        AREA_ROLE_NAMES[role]
      ),
  },
  { name: 'Added', cell: ({ added_at }) => <Time at={added_at} /> },
  ...(mayWrite
    ? [
        {
          name: 'Actions',
          kind: 'actions' as const,
          cell: ({ email, user_id }: AreaMember) => (
            <ConfirmedAction
              label="Remove"
              name={`Remove ${email} from the area`}
              small
              question={`Remove ${email} from ${area.name}?`}
              run={() => removeAreaMember(org.id, area.id, user_id)}
              changes={[areasKey(org.id)]}
              success={`${email} is no longer in the area.`}
            >
              <p>They stay a member of the organization.</p>
            </ConfirmedAction>
          ),
        },
      ]
    : []),
];

/** The most members that the choice offers; the API gives no more on a page. */
export const MAX_CHOICES = 100;

function AddMember({
  org,
  area,
  present,
}: {
  readonly org: Org;
  readonly area: Area;
  readonly present: readonly AreaMember[];
}) {
  const { data } = useSuspenseQuery(membersQuery(org.id, {}, MAX_CHOICES));
  const absent = data.members.filter(({ user_id }) => present.every((member) => member.user_id !== user_id));
  const [chosen, setChosen] = useState('');
  const [role, setRole] = useState<AreaMember['role']>('MEMBER');
  const userId = absent.some(({ user_id }) => user_id === chosen) ? chosen : (absent[0]?.user_id ?? '');
  return (
    <section className="card" aria-labelledby="add-member">
      <h2 id="add-member">Add a member</h2>
      {absent.length === 0 ? (
        <p className="soft">Everybody in the organization is in this area. Invite somebody first.</p>
      ) : (
        <ActionForm
          submit="Add to the area"
          fields={['user_id', 'role']}
          changes={[areasKey(org.id)]}
          run={() => addAreaMember(org.id, area.id, { user_id: userId, role })}
          success={({ email }) => `${email} is added to the area.`}
        >
          {(errorOf) => (
            <>
              <SelectField
                label="Member of the organization"
                value={userId}
                options={absent.map(({ user_id, name, email }) => [user_id, email || name] as const)}
                onChange={setChosen}
                error={errorOf('user_id')}
              />
              <SelectField
                label="Role"
                value={role}
                options={optionsOf(AREA_ROLE_NAMES)}
                onChange={setRole}
              />
            </>
          )}
        </ActionForm>
      )}
    </section>
  );
}
