import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { Time } from '../../ui/time.tsx';
import {
  MCP_CHANGES,
  replaceWebhookSecret,
  revokeWebhookSecret,
  webhookSecretQuery,
  type AdminMcp,
} from './mcps.queries.ts';

/** The secret with which the code host of an MCP signs its webhooks, and its replacement. */
export function WebhookSecret({ mcp }: { readonly mcp: AdminMcp }) {
  const { data: current } = useSuspenseQuery(webhookSecretQuery(mcp.id));
  const [secret, setSecret] = useState<string | null>(null);
  const [keepsPrevious, setKeepsPrevious] = useState(false);
  const hasOne = current !== null;
  return (
    <section className="card stack tight" aria-labelledby="webhook-secret">
      <h2 id="webhook-secret">Webhook secret</h2>
      {hasOne ? (
        <>
          <div className="row">
            <Badge tone="good">its own</Badge>
            <span className="soft">
              Made <Time at={current.created_at} />
            </span>
          </div>
          {current.old_secret_until === null ? null : (
            <p className="soft small">
              The secret before counts too until <Time at={current.old_secret_until} exact />.
            </p>
          )}
        </>
      ) : (
        <p className="soft">
          Webhooks of this repository are signed with the secret that all repositories of the code host share.
        </p>
      )}
      <div className="form-actions">
        <ConfirmedAction
          label={hasOne ? 'New secret' : 'Make a secret'}
          question={
            hasOne ? 'Give the MCP a new webhook secret?' : 'Give the MCP a webhook secret of its own?'
          }
          changes={MCP_CHANGES}
          isDangerous={false}
          run={() => replaceWebhookSecret(mcp.id, hasOne && keepsPrevious)}
          done={(made) => setSecret(made.secret)}
        >
          {hasOne ? (
            <Checkbox
              label="The secret before counts too for 24 hours"
              isSelected={keepsPrevious}
              onChange={setKeepsPrevious}
            />
          ) : (
            <p>
              Webhooks count for this MCP only if they are signed with it: set it at the webhook of the
              repository right away.
            </p>
          )}
        </ConfirmedAction>
        {hasOne ? (
          <ConfirmedAction
            label="Revoke"
            question="Revoke the webhook secret?"
            changes={MCP_CHANGES}
            run={() => revokeWebhookSecret(mcp.id)}
          >
            <p>The secret that all repositories of the code host share counts for this MCP again.</p>
          </ConfirmedAction>
        ) : null}
      </div>
      <SecretDialog
        title="The webhook secret of the MCP"
        label="Secret"
        secret={secret}
        onClose={() => setSecret(null)}
      >
        <p className="soft">Set it as the secret, or secret token, of the webhook at the code host.</p>
      </SecretDialog>
    </section>
  );
}
