import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { JOB_STATUS_LABELS, PUBLICATION_STATUS_LABELS } from '../../domain/labels.ts';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { AppButtonLink, AppLink, Button } from '../../ui/button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { ValueBadge } from '../../ui/labels.tsx';
import { Notice, PageHeader } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { useAction } from '../../ui/use-action.ts';
import {
  isUnfinished,
  JOB_CHANGES,
  jobQuery,
  retryJob,
  retryPublication,
  type Job,
  type Publication,
} from './jobs.queries.ts';

const route = getRouteApi('/admin/jobs/$jobId');

const orNone = (at: string | null) => (at === null ? 'not yet' : <Time at={at} exact />);

/** An analysis, and the publication of its version in the registry. */
export function JobPage() {
  const { jobId } = route.useParams();
  const { data } = useSuspenseQuery(jobQuery(jobId));
  const navigate = useNavigate();
  const { job, publication } = data;
  const retry = useAction({
    run: () => retryJob(job.id),
    changes: JOB_CHANGES,
    done: ({ id }) => void navigate({ to: '/admin/jobs/$jobId', params: { jobId: id } }),
  });
  const title = `Analysis of ${job.mcp_name} ${job.visible_version}`;
  return (
    <div className="stack">
      <PageHeader
        title={title}
        above={
          <Breadcrumbs current={job.mcp_name}>
            <AppLink to="/admin/jobs">Jobs</AppLink>
          </Breadcrumbs>
        }
        actions={
          <AppButtonLink to="/admin/mcps/$mcpId" params={{ mcpId: job.mcp_id }} look="secondary">
            The MCP
          </AppButtonLink>
        }
      />
      <section className="card stack" aria-labelledby="analysis">
        <h2 id="analysis">Analysis</h2>
        <dl className="pairs">
          <dt>Status</dt>
          <dd>
            <ValueBadge labels={JOB_STATUS_LABELS} value={job.status} /> {job.phase}
          </dd>
          {job.failure_reason === null ? null : (
            <>
              <dt>Failure</dt>
              <dd>{job.failure_reason}</dd>
            </>
          )}
          <dt>Reason</dt>
          <dd>{job.reason}</dd>
          <dt>Attempts</dt>
          <dd>{job.attempts}</dd>
          <dt>Created</dt>
          <dd>
            <Time at={job.created_at} exact />
          </dd>
          <dt>Started</dt>
          <dd>{orNone(job.started_at)}</dd>
          <dt>Finished</dt>
          <dd>{orNone(job.finished_at)}</dd>
        </dl>
        {isUnfinished(job) ? null : (
          <div className="form-actions">
            <Button isPending={retry.isPending} onPress={() => retry.mutate()}>
              Analyze again
            </Button>
          </div>
        )}
        <Failure error={retry.error} />
      </section>
      <PublicationSection job={job} publication={publication} />
    </div>
  );
}

function PublicationSection({
  job,
  publication,
}: {
  readonly job: Job;
  readonly publication: Publication | null;
}) {
  const retry = useAction({ run: () => retryPublication(job), changes: JOB_CHANGES });
  return (
    <section className="card stack" aria-labelledby="publication">
      <h2 id="publication">Publication in the registry</h2>
      {publication === null ? (
        <p className="soft">This version is not published in the registry by the hub.</p>
      ) : (
        <>
          <dl className="pairs">
            <dt>Status</dt>
            <dd>
              <ValueBadge labels={PUBLICATION_STATUS_LABELS} value={publication.status} />
            </dd>
            <dt>Package</dt>
            <dd>
              {publication.package ?? 'none'} {publication.version}
            </dd>
            <dt>Published</dt>
            <dd>{orNone(publication.published_at)}</dd>
            <dt>Attempts</dt>
            <dd>{publication.attempts}</dd>
            {publication.next_attempt_at === null ? null : (
              <>
                <dt>Next attempt</dt>
                <dd>
                  <Time at={publication.next_attempt_at} exact />
                </dd>
              </>
            )}
            {publication.failure_reason === null ? null : (
              <>
                <dt>Failure</dt>
                <dd>{publication.failure_reason}</dd>
              </>
            )}
          </dl>
          {publication.warnings.map(({ code, message }) => (
            <Notice key={code} kind="warn">
              {message}
            </Notice>
          ))}
          <div className="form-actions">
            <Button look="secondary" isPending={retry.isPending} onPress={() => retry.mutate()}>
              Publish again
            </Button>
          </div>
          <Failure error={retry.error} />
          {retry.isSuccess ? <Notice kind="good">The publication is tried again.</Notice> : null}
        </>
      )}
    </section>
  );
}
