import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Badge, Level, Score, VersionStatus } from '../../ui/badges.tsx';
import { PushLink } from '../shared/push-link.tsx';
import { formText, SelectField, TextField } from '../../ui/fields.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { areaChoicesQuery, type Area } from '../people/people.queries.ts';
import { choice, FilterBar, isFiltered, useChosen } from '../shared/filters.tsx';
import { InlineSelect } from '../shared/inline-select.tsx';
import { McpLink } from '../shared/mcp-link.tsx';
import { LIST_PAGE, useOrg, type Org } from '../shared/org.queries.ts';
import { OpenCounts } from './open-findings.tsx';
import { moveToArea, orgMcpsKey, orgMcpsQuery, type OrgMcp } from './security.queries.ts';

const route = getRouteApi('/orgs/$org/mcps');

const LEVELS = [
  ['', 'All'],
  ['0', 'Analyzed'],
  ['1', 'Level 1 or higher'],
  ['2', 'Level 2 or higher'],
  ['3', 'Level 3'],
] as const;

const levelOf = (level: number | undefined): (typeof LEVELS)[number][0] =>
  LEVELS.find(([value]) => value === String(level))?.[0] ?? '';

const SORTS = [
  ['', 'Best match or newest'],
  ['score', 'Highest score'],
  ['name', 'Name'],
] as const;

/** The organization's own MCPs with their state of security. */
export function OrgMcpsPage() {
  const org = useOrg();
  const search = route.useSearch();
  const chosen = useChosen(search);
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(orgMcpsQuery(org.id, search));
  const hasAreas = org.view.plan === 'ENTERPRISE' && org.can('area:read');
  const { data: areas } = useQuery({ ...areaChoicesQuery(org.id), enabled: hasAreas });
  const filtered = isFiltered({ ...search });
  const push = org.can('mcp:write') ? <PushLink /> : undefined;
  const go = (change: Partial<typeof search>) =>
    void navigate({ search: { ...search, offset: undefined, ...change } });
  return (
    <div className="stack wide">
      <PageHeader
        title="MCPs"
        lead="The organization’s own MCP servers, public and private."
        actions={push}
      />
      <FilterBar
        label="Filter MCPs"
        key={search.q}
        onApply={(form) => go({ q: choice(formText(form, 'q').trim()) })}
        onClear={filtered ? () => void navigate({ search: {} }) : undefined}
      >
        <TextField name="q" label="Search" type="search" defaultValue={search.q ?? ''} />
        {areas === undefined || areas.total === 0 ? null : (
          <SelectField
            label="Area"
            value={chosen.area_id ?? ''}
            options={[['', 'All'], ...areas.areas.map(({ id, name }) => [id, name] as const)]}
            onChange={(area) => go({ area_id: choice(area) })}
          />
        )}
        <SelectField
          label="Level"
          value={levelOf(chosen.min_level)}
          options={LEVELS}
          onChange={(level) => go({ min_level: level === '' ? undefined : Number(level) })}
        />
        <SelectField
          label="Sort by"
          value={chosen.sort === 'newest' ? '' : (chosen.sort ?? '')}
          options={SORTS}
          onChange={(sort) => go({ sort: choice(sort) })}
        />
      </FilterBar>
      <section className="card flush" aria-label="MCPs">
        <Table
          caption="MCPs of the organization"
          rows={data.mcps}
          keyOf={({ id }) => id}
          columns={columns(org, areas?.areas ?? [])}
          empty={
            filtered ? (
              <State title="Nothing found">
                <p>No MCP matches the filters.</p>
              </State>
            ) : (
              <State title="No MCPs yet">
                <p>Push the bundle of an MCP server, or publish it to the registry.</p>
                {push}
              </State>
            )
          }
        />
        <Pager
          total={data.total}
          limit={LIST_PAGE}
          offset={search.offset ?? 0}
          onOffset={(offset) => void navigate({ search: { ...search, offset } })}
        />
      </section>
    </div>
  );
}

const columns = (org: Org, areas: readonly Area[]): Column<OrgMcp>[] => [
  {
    name: 'MCP',
    cell: ({ name, visibility }) => (
      <span>
        <McpLink name={name} /> {visibility === 'private' ? <Badge>private</Badge> : null}
      </span>
    ),
  },
  ...(areas.length === 0
    ? []
    : [{ name: 'Area', cell: (mcp: OrgMcp) => <AreaOf mcp={mcp} org={org} areas={areas} /> }]),
  {
    name: 'Newest version',
    cell: ({ latest_version: version }) =>
      version === null ? (
        <span className="soft">none yet</span>
      ) : (
        <div className="stack tight">
          <span className="small">{version.visible_version}</span>
          <span>
            <VersionStatus status={version.status} />
          </span>
        </div>
      ),
  },
  { name: 'Score', cell: ({ latest_version }) => <Score score={latest_version?.global_score} /> },
  { name: 'Level', cell: ({ latest_version }) => <Level level={latest_version?.certification_level} /> },
  { name: 'Open findings', cell: ({ id, open }) => <OpenCounts open={open} slug={org.slug} mcpId={id} /> },
  { name: 'Changed', cell: ({ updated_at }) => <Time at={updated_at} /> },
];

/** The area of an MCP, which those who may change areas choose here. */
function AreaOf({
  mcp: { id, name, area },
  org,
  areas,
}: {
  readonly mcp: OrgMcp;
  readonly org: Org;
  readonly areas: readonly Area[];
}) {
  if (!org.can('area:write')) return area === null ? <span className="soft">none</span> : area.name;
  const listed = area === null || areas.some((other) => other.id === area.id) ? areas : [area, ...areas];
  return (
    <InlineSelect
      name={`Area of ${name}`}
      value={area?.id ?? ''}
      options={[['', 'None'], ...listed.map((other) => [other.id, other.name] as const)]}
      run={(to) => moveToArea(org.id, id, { from: area?.id ?? '', to })}
      invalidates={[orgMcpsKey(org.id)]}
      done={(to) => (to === '' ? `${name} is in no area.` : `${name} is in the area.`)}
    />
  );
}
