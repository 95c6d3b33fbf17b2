import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiFailure } from '../api/api-failure.ts';
import { SignInButton } from '../layout/error-page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/state.tsx';
import { scanReport, scanState, startScan, type CheckedServer } from './check.queries.ts';

const POLL_MS = 3000;

/** Whether the hub can fetch a server to analyze it. */
export const isScannable = ({ kind }: CheckedServer): boolean =>
  kind === 'npm_package' || kind === 'pypi_package' || kind === 'repository';

/** The name of a server in the form that a scan takes. */
function scanUrlOf({ kind, name, version }: CheckedServer): string {
  if (kind === 'repository') return name;
  const bare = name.replace(/^(?:npm|pypi):/, '');
  const exact = version === '' || version === 'latest' ? undefined : version;
  if (kind === 'pypi_package') return `pypi:${bare}${exact === undefined ? '' : `==${exact}`}`;
  return `npm:${bare}${exact === undefined ? '' : `@${exact}`}`;
}

/** How a server that is not in the catalog gets analyzed: here, for whoever is signed in. */
export function UnknownServer({
  server,
  isSignedIn,
}: {
  readonly server: CheckedServer;
  readonly isSignedIn: boolean;
}) {
  const start = useMutation({ mutationFn: () => startScan(scanUrlOf(server)) });
  if (!isSignedIn) {
    return (
      <p className="row">
        The hub can fetch and analyze it for you. <SignInButton />
      </p>
    );
  }
  if (start.data !== undefined) return <ScanProgress checkToken={start.data.check_token} />;
  return (
    <>
      <div className="row">
        <Button look="secondary" small isPending={start.isPending} onPress={() => start.mutate()}>
          Analyze it
        </Button>
        <span className="soft small">The hub fetches it from its registry. Only you see the result.</span>
      </div>
      {start.error === null ? null : (
        <Notice kind="bad">
          {start.error instanceof ApiFailure
            ? `It is not analyzed: ${start.error.message}.`
            : 'That did not work.'}
        </Notice>
      )}
    </>
  );
}

function ScanProgress({ checkToken }: { readonly checkToken: string }) {
  const { data: state } = useQuery({
    queryKey: ['scan', checkToken],
    queryFn: () => scanState(checkToken),
    refetchInterval: ({ state: { data } }) =>
      data === undefined || data.status === 'pending' ? POLL_MS : false,
  });
  const scanId = state?.scan_id;
  const { data: report } = useQuery({
    queryKey: ['scan-report', scanId],
    queryFn: () => scanReport(scanId ?? ''),
    enabled: scanId !== undefined,
  });
  if (state?.status === 'error')
    return <Notice kind="bad">{`It cannot be analyzed: ${state.error ?? 'no reason is given'}.`}</Notice>;
  if (report === undefined) {
    return (
      <p className="soft" role="status">
        The hub fetches and analyzes it. That takes a minute or two.
      </p>
    );
  }
  return (
    <p className="row" role="status">
      <Badge tone={report.safe ? 'good' : 'bad'}>{`risk ${report.risk_level}`}</Badge>
      {`Security score ${report.security_score}; ${report.critical_count} critical, ${report.high_count} high, ${report.medium_count} medium and ${report.low_count} low findings.`}
      {report.complete ? null : ' Not everything could be analyzed.'}
    </p>
  );
}
