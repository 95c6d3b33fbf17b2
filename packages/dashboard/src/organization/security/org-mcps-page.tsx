import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { LEVELS } from '../../api/catalogs.gen.ts';
import { LevelBadge, Score } from '../../domain/badges.tsx';
import { levelText, SORT_NAMES, VERSION_STATUS_LABELS } from '../../domain/labels.ts';
import { McpLink } from '../../domain/mcp-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { choice, isFiltered, useChosen } from '../../ui/filter-bar.tsx';
import { InlineSelect } from '../../ui/inline-select.tsx';
import { optionsOf, ValueBadge } from '../../ui/labels.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchBar } from '../../ui/search-bar.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { areaChoicesQuery, type Area } from '../shared/areas.queries.ts';
import { LIST_PAGE } from '../shared/lists.ts';
import { moveToArea, orgMcpsKey, orgMcpsQuery, type OrgMcp } from '../shared/org-mcps.queries.ts';
import { useOrg, type Org } from '../shared/org.queries.ts';
import { PushLink } from '../shared/push-link.tsx';
import { OpenCounts } from './open-counts.tsx';

const route = getRouteApi('/orgs/$org/mcps');

const LEVEL_OPTIONS = [
  ['', 'All'],
  ...LEVELS.map((level) => [`${level}`, levelText(level)] as const),
] as const;

// Without a search, the best matches are the newest.
const SORT_OPTIONS = optionsOf({ ...SORT_NAMES, newest: 'Best match or newest' });

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
      <SearchBar
        label="Filter MCPs"
        q={search.q}
        onSearch={(q) => go({ q })}
        onClear={filtered ? () => void navigate({ search: {} }) : undefined}
      >
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
          value={`${LEVELS.find((level) => level === chosen.min_level) ?? ''}`}
          options={LEVEL_OPTIONS}
          onChange={(level) => go({ min_level: level === '' ? undefined : Number(level) })}
        />
        <SelectField
          label="Sort by"
          value={chosen.sort ?? 'newest'}
          options={SORT_OPTIONS}
          onChange={(sort) => go({ sort: sort === 'newest' ? undefined : sort })}
        />
      </SearchBar>
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
        <Pager total={data.total} limit={LIST_PAGE} />
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
            <ValueBadge labels={VERSION_STATUS_LABELS} value={version.status} />
          </span>
        </div>
      ),
  },
  { name: 'Score', cell: ({ latest_version }) => <Score score={latest_version?.global_score} /> },
  { name: 'Level', cell: ({ latest_version }) => <LevelBadge level={latest_version?.certification_level} /> },
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
      changes={[orgMcpsKey(org.id)]}
      success={(to) => (to === '' ? `${name} is in no area.` : `${name} is in the area.`)}
    />
  );
}
