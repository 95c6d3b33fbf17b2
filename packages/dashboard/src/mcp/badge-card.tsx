import { useState } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { bodyOf, hub, urlOf } from '../api/client.ts';
import { mayChangeMcps } from '../domain/roles.ts';
import { useMe } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/code.tsx';
import { ConfirmedAction } from '../ui/confirmed-action.tsx';
import { Failure } from '../ui/failure.tsx';
import { Notice } from '../ui/state.tsx';
import { useAction } from '../ui/use-action.ts';
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
  const mayWrite = org !== undefined && mayChangeMcps(org.role);
  const [hasEnded, setEnded] = useState(false);
  const params = { path: { orgId: org?.id ?? '', mcpId: mcp.id } };
  const create = useAction({
    run: () => bodyOf(hub.POST('/api/v1/orgs/{orgId}/mcps/{mcpId}/badge', { params })),
    changes: [],
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
        <ConfirmedAction
          label="End the address"
          question="End the address of the badge?"
          run={() => bodyOf(hub.DELETE('/api/v1/orgs/{orgId}/mcps/{mcpId}/badge', { params })).catch(explain)}
          changes={[]}
          done={() => {
            create.reset();
            setEnded(true);
          }}
        >
          <p>Sites that show the badge no longer can. A new address has to be put in its place.</p>
        </ConfirmedAction>
      </div>
      {create.data === undefined ? null : (
        <>
          <Notice kind="good">The address is shown this once. Copy it now.</Notice>
          <Code label="Badge in Markdown" text={markdownOf(mcp, create.data.url)} />
        </>
      )}
      {hasEnded && create.data === undefined ? (
        <Notice kind="good">The address no longer works.</Notice>
      ) : null}
      <Failure error={create.error} />
    </>
  );
}

function explain(error: unknown): never {
  throw error instanceof ApiFailure && error.status === 404 ? new Error('there is no address') : error;
}
