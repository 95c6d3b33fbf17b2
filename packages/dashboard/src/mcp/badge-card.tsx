import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { bodyOf, hub, urlOf } from '../api/client.ts';
import { useMe } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/copy.tsx';
import { Confirmation } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { Notice } from '../ui/state.tsx';
import { badgeUrl, type Mcp } from './mcp.queries.ts';

/** The badge of an MCP with the Markdown for its README. Badges of private MCPs need an address of their own. */
export function BadgeCard({ mcp }: { readonly mcp: Mcp }) {
  const badge = badgeUrl(mcp);
  return (
    <section className="card stack tight" aria-labelledby="badge">
      <h2 id="badge">Badge</h2>
      <p>
        <img className="badge-picture" src={badge} alt={`Badge of ${mcp.name}`} height={20} />
      </p>
      <p className="soft">
        It always shows the level and the score of the newest version that is not revoked.
      </p>
      {mcp.visibility === 'public' ? (
        <Code label="Badge in Markdown" text={markdownOf(mcp, badge)} />
      ) : (
        <PrivateBadge mcp={mcp} />
      )}
    </section>
  );
}

/** Markdown of a picture that leads to the page of the MCP. */
const markdownOf = ({ name }: Mcp, badge: string): string =>
  `[![mcp-hub](${badge})](${urlOf(`/mcps/${name}`)})`;

function PrivateBadge({ mcp }: { readonly mcp: Mcp }) {
  const org = useMe()?.orgs.find(({ slug }) => slug === mcp.name.split('/')[0]);
  const mayWrite = org?.role === 'OWNER' || org?.role === 'ADMIN';
  const [ends, setEnds] = useState(false);
  const params = { path: { orgId: org?.id ?? '', mcpId: mcp.id } };
  const create = useMutation({
    mutationFn: () => bodyOf(hub.POST('/api/v1/orgs/{orgId}/mcps/{mcpId}/badge', { params })),
  });
  const remove = useMutation({
    mutationFn: () => bodyOf(hub.DELETE('/api/v1/orgs/{orgId}/mcps/{mcpId}/badge', { params })),
    onSuccess: () => {
      create.reset();
      setEnds(false);
    },
  });
  if (!mayWrite) {
    return (
      <p>This server is private. An administrator of its organization can make an address for its badge.</p>
    );
  }
  return (
    <>
      <p>
        This server is private, so sites need an address with a key. Whoever has the address sees the level
        and the score. A new address ends the one before.
      </p>
      <div className="form-actions">
        <Button look="secondary" isPending={create.isPending} onPress={() => create.mutate()}>
          Make an address
        </Button>
        <Button look="secondary" onPress={() => setEnds(true)}>
          End the address
        </Button>
      </div>
      {create.data === undefined ? null : (
        <>
          <Notice kind="good">The address is shown this once. Copy it now.</Notice>
          <Code label="Badge in Markdown" text={markdownOf(mcp, create.data.url)} />
        </>
      )}
      {remove.isSuccess && create.data === undefined ? (
        <Notice kind="good">The address no longer works.</Notice>
      ) : null}
      <Failure error={create.error} />
      <Confirmation
        title="End the address of the badge?"
        action="End the address"
        isOpen={ends}
        onClose={() => {
          setEnds(false);
          remove.reset();
        }}
        onConfirm={() => remove.mutate()}
        isPending={remove.isPending}
        error={explained(remove.error)}
      >
        <p>Sites that show the badge no longer can. A new address has to be put in its place.</p>
      </Confirmation>
    </>
  );
}

const explained = (error: Error | null): Error | null =>
  error instanceof ApiFailure && error.status === 404 ? new Error('there is no address') : error;
