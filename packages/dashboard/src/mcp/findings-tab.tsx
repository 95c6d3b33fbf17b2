import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { SEVERITIES } from '../api/catalogs.gen.ts';
import { Badge } from '../ui/badge.tsx';
import { count, counted } from '../ui/count.ts';
import { SelectField } from '../ui/fields.tsx';
import { Pager } from '../ui/pager.tsx';
import { State } from '../ui/state.tsx';
import { FindingGroupCard } from './finding-group-card.tsx';
import { groupFindings } from './finding-groups.ts';
import { FINDINGS_PAGE, findingsQuery, type Mcp, type Version } from './mcp.queries.ts';
import { NotAnalyzed } from './not-analyzed.tsx';
import { useShownVersion } from './shown-version.ts';

const route = getRouteApi('/mcps/$owner/$slug/findings');

/** The findings of a version by root cause, worst first. */
export function FindingsTab() {
  const { mcp, version } = useShownVersion();
  return version === undefined ? null : <Findings mcp={mcp} version={version} />;
}

const OPTIONS = [['', 'All'], ...SEVERITIES.map((severity) => [severity, severity] as const)] as const;

function Findings({ mcp, version }: { readonly mcp: Mcp; readonly version: Version }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data, isPlaceholderData } = useQuery({
    ...findingsQuery({ mcp, version }, search),
    placeholderData: keepPreviousData,
    throwOnError: true,
  });
  if (data === null) return <NotAnalyzed version={version} />;
  const { severity, offset: _offset, ...rest } = search;
  return (
    <div className="stack" aria-busy={isPlaceholderData}>
      <div className="row apart">
        <SelectField
          label="Severity"
          value={severity ?? ''}
          options={OPTIONS}
          onChange={(chosen) =>
            void navigate({
              search: chosen === '' ? rest : { ...rest, severity: chosen },
              resetScroll: false,
            })
          }
        />
        {data === undefined ? null : (
          <p className="soft" role="status">
            {summaryOf(data)}
          </p>
        )}
      </div>
      {data === undefined ? (
        <span className="skeleton finding-skeleton" />
      ) : (
        <Groups findings={data.findings} />
      )}
      {data === undefined || data.total <= FINDINGS_PAGE ? null : (
        <Pager total={data.total} limit={FINDINGS_PAGE} />
      )}
    </div>
  );
}

function summaryOf({ total, suppressed }: { readonly total: number; readonly suppressed: number }): string {
  const findings = counted(total, 'finding');
  return suppressed === 0
    ? findings
    : `${findings}; your organizations suppress ${count(suppressed)} of this version`;
}

function Groups({ findings }: { readonly findings: Parameters<typeof groupFindings>[0] }) {
  if (findings.length === 0) {
    return (
      <State title="No findings">
        <p>
          The analyzer found nothing here. The <Badge>Controls</Badge> tab says what it looked at, and what it
          could not see.
        </p>
      </State>
    );
  }
  return (
    <ol className="plain stack">
      {groupFindings(findings).map((group) => (
        <li key={group.key}>
          <FindingGroupCard group={group} />
        </li>
      ))}
    </ol>
  );
}
