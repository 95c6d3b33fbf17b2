import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { fresh } from '../../api/load.ts';
import { useChangedFields } from '../../api/use-changed-fields.ts';
import { ActionForm, type ErrorOf } from '../../ui/action-form.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { formTexts, TextField } from '../../ui/fields.tsx';
import { PageHeader } from '../../ui/state.tsx';
import { OrgBreadcrumb } from '../shared/org-breadcrumb.tsx';
import { useOrg } from '../shared/org.queries.ts';
import { deleteLaunch, launchKey, launchQuery, setLaunch, type Launch } from './gate.queries.ts';
import { launchRequest, launchText, type LaunchText } from './launch-text.ts';

const route = getRouteApi('/orgs/$org/launch/$mcpId');

const LAUNCH_FIELDS = ['commands', 'urls', 'images'] as const;

/** How the organization starts an MCP. */
export function LaunchPage() {
  const org = useOrg();
  const { mcpId } = route.useParams();
  const { data } = useSuspenseQuery(launchQuery(org.id, mcpId));
  const isEmpty = data.commands.length + data.urls.length + data.images.length === 0;
  return (
    <div className="stack wide">
      <PageHeader
        title={`How ${data.mcp_name} starts`}
        above={<OrgBreadcrumb to="/orgs/$org/launch" name="Launch settings" />}
        lead="For an MCP that your organization starts with folders or flags, as an image, or that runs elsewhere. The gate, the managed settings and the allow lists follow it."
        actions={
          org.can('policy:write') && !isEmpty ? (
            <ConfirmedAction
              label="Remove"
              name="Remove the launch settings"
              small
              question="Remove the launch settings?"
              run={() => deleteLaunch(org.id, mcpId)}
              changes={[launchKey(org.id, mcpId)]}
              success="The launch settings are removed."
            >
              <p>Clients then start it as its package says, or not at all if it has none.</p>
            </ConfirmedAction>
          ) : undefined
        }
      />
      <LaunchForm key={mcpId} orgId={org.id} launch={data} mayWrite={org.can('policy:write')} />
    </div>
  );
}

function LaunchForm({
  orgId,
  launch,
  mayWrite,
}: {
  readonly orgId: string;
  readonly launch: Launch;
  readonly mayWrite: boolean;
}) {
  const client = useQueryClient();
  const [text] = useState(() => launchText(launch));
  const current = async (): Promise<LaunchText> =>
    launchText(await fresh(client, launchQuery(orgId, launch.mcp_id)));
  const saveChanged = useChangedFields<LaunchText>(text, current);
  if (!mayWrite)
    return (
      <section className="card form">
        <LaunchFields text={text} isReadOnly />
      </section>
    );
  return (
    <section className="card" aria-label="Launch settings">
      <ActionForm
        submit="Save"
        fields={LAUNCH_FIELDS}
        changes={[launchKey(orgId, launch.mcp_id)]}
        run={(form) =>
          // All is replaced at once: what the reader has not changed stays as it is now.
          saveChanged(formTexts(form, LAUNCH_FIELDS), async (changed) =>
            setLaunch(orgId, launch.mcp_id, launchRequest({ ...(await current()), ...changed })),
          )
        }
        success={`How ${launch.mcp_name} starts is saved.`}
      >
        {(errorOf) => <LaunchFields text={text} errorOf={errorOf} />}
      </ActionForm>
    </section>
  );
}

function LaunchFields({
  text,
  isReadOnly = false,
  errorOf,
}: {
  readonly text: LaunchText;
  readonly isReadOnly?: boolean;
  readonly errorOf?: ErrorOf;
}) {
  const field = (name: keyof LaunchText, label: string, hint: string) => (
    <TextField
      name={name}
      label={label}
      hint={hint}
      defaultValue={text[name]}
      isReadOnly={isReadOnly}
      error={errorOf?.(name)}
      multiline
    />
  );
  return (
    <>
      {field(
        'commands',
        'Commands',
        'A program with all its arguments in each line, such as npx -y @acme/files@{version} /srv/files. {version} stands for the version.',
      )}
      {field(
        'urls',
        'Addresses',
        'Where it runs, an address in each line, such as https://mcp.example.com/mcp. It always serves the newest version, unless a version follows after a space.',
      )}
      {field(
        'images',
        'Images',
        'Container images with digests, one in each line, such as ghcr.io/acme/files@sha256:… Without a version after a space, it is the one that is the newest now.',
      )}
    </>
  );
}
