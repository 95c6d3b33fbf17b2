import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { isFiltered, useChosen } from '../../ui/filter-bar.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { LIST_PAGE } from '../shared/lists.ts';
import { useOrg } from '../shared/org.queries.ts';
import { FindingFilters } from './finding-filters.tsx';
import { FindingRow } from './finding-row.tsx';
import { findingsQuery, type FindingSearch, type OrgFinding } from './security.queries.ts';
import { SuppressDialog } from './suppress-dialog.tsx';

const route = getRouteApi('/orgs/$org/findings');

/** The findings of all MCPs of the organization: triage with filters in the address, and suppressions. */
export function FindingsPage() {
  const org = useOrg();
  const search = route.useSearch();
  const chosen = useChosen(search);
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(findingsQuery(org.id, search));
  const [suppressed, setSuppressed] = useState<OrgFinding | null>(null);
  const filtered = isFiltered({ ...search });
  const go = (change: Partial<FindingSearch>): void =>
    void navigate({ search: defined({ ...chosen, offset: undefined, ...change }) });
  const mcpName = data.findings.find(({ mcp_id }) => mcp_id === search.mcp_id)?.mcp_name;
  return (
    <div className="stack wide">
      <PageHeader
        title="Findings"
        lead="Vulnerabilities in the newest versions of the organization’s MCPs, worst first. The address of this page keeps the filters, so you can share it."
      />
      <FindingFilters
        search={chosen}
        totals={data.severity_totals}
        mcpName={mcpName}
        onChange={go}
        onClear={filtered ? () => void navigate({ search: {} }) : undefined}
      />
      <section className="card flush" aria-label="Findings">
        {data.findings.length === 0 ? (
          <Empty isFiltered={filtered} />
        ) : (
          <ul className="plain">
            {data.findings.map((finding) => (
              <li key={`${finding.snapshot_id} ${finding.fingerprint}`} className="finding">
                <FindingRow org={org} finding={finding} onFilter={go} onSuppress={setSuppressed} />
              </li>
            ))}
          </ul>
        )}
        <Pager total={data.total} limit={LIST_PAGE} />
      </section>
      <SuppressDialog orgId={org.id} finding={suppressed} onClose={() => setSuppressed(null)} />
    </div>
  );
}

const defined = (search: FindingSearch): FindingSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined));

const Empty = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <State title="Nothing found">
      <p>No finding matches the filters.</p>
    </State>
  ) : (
    <State title="No open findings">
      <p>
        The newest analyzed versions of the organization’s MCPs have none. New ones appear here as soon as a
        version is analyzed; a webhook can tell you.
      </p>
    </State>
  );
