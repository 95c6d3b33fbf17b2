import { useState } from 'react';
import type { components } from '../../api/hub.js';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Checkbox } from '../../ui/fields.tsx';
import { Notice } from '../../ui/state.tsx';
import { useAction } from '../../ui/use-action.ts';
import type { Org } from '../shared/org.queries.ts';
import { membersKey, removeMember, rotateMemberSecrets, type Member } from './people.queries.ts';

type Removed = components['schemas']['RemovedMember'];
type Secrets = components['schemas']['MemberSecrets'];
type Rotated = components['schemas']['RotatedSecrets'];

/** A removed member with the name that the page has. */
export interface LeftMember extends Removed {
  readonly name: string;
}

interface RemoveMemberProps {
  readonly org: Org;
  readonly member: Member;
  readonly name: string;
  readonly onRemoved: (left: LeftMember) => void;
}

/** Asks what happens to the membership in the registry, and removes a member. */
export function RemoveMember({ org, member, name, onRemoved }: RemoveMemberProps) {
  const [keepsRegistry, setKeepsRegistry] = useState(false);
  return (
    <ConfirmedAction
      label="Remove"
      name={`Remove ${name}`}
      small
      question={`Remove ${name}?`}
      run={async () => {
        const removed = await removeMember(org.id, member.user_id, keepsRegistry);
        onRemoved({ ...removed, name });
      }}
      changes={[membersKey(org.id)]}
      success={`${name} is no longer a member.`}
    >
      <div className="stack">
        <p>
          They no longer see what is private, and their invitations end. Service tokens that they have created
          stay, except those that may do everything.
        </p>
        <p>
          In the registry, their membership in {org.slug} ends, with the API tokens that name the
          organization.
        </p>
        <Checkbox
          label="Keep their membership and tokens in the registry: they still read there, but publish nothing"
          isSelected={keepsRegistry}
          onChange={setKeepsRegistry}
        />
      </div>
    </ConfirmedAction>
  );
}

const IN_REGISTRY: Readonly<Record<Removed['registry']['membership'], string>> = {
  ended: 'Their membership in the registry has ended.',
  none: 'They were no member in the registry.',
  kept: 'Their membership and tokens in the registry stay.',
  unknown: 'The registry has other accounts. Remove them there if they are a member.',
};

const KINDS = {
  service_tokens: 'Service tokens',
  allow_lists: 'Addresses of allow lists',
  badges: 'Keys of badges',
  webhooks: 'Secrets of webhooks',
  source_secrets: 'Webhook secrets of sources',
} as const satisfies Readonly<Record<keyof Secrets, string>>;

const namesOf = (listed: readonly { readonly name: string; readonly made?: boolean | null }[]): string[] =>
  listed.map(({ name, made }) => (made === null ? `${name} (maker unknown)` : name));

/** What a removed member made or knows, and for owners its replacement. */
export function RemovedMemberDialog({
  org,
  left,
  onClose,
}: {
  readonly org: Org;
  readonly left: LeftMember;
  readonly onClose: () => void;
}) {
  const [rotated, setRotated] = useState<Rotated | null>(null);
  const change = useAction({
    run: () => rotateMemberSecrets(org.id, left.user_id),
    changes: [['org', org.id]],
    done: setRotated,
  });
  const kinds = Object.entries(KINDS).map(
    ([kind, title]) => [kind, title, namesOf(left.secrets[kind as keyof Secrets])] as const,
  );
  const listed = kinds.filter(([, , names]) => names.length > 0);
  return (
    <Dialog title={`${left.name} is no longer a member`} isOpen onClose={onClose} isKept={rotated !== null}>
      {rotated === null ? (
        <>
          <p>
            {IN_REGISTRY[left.registry.membership]}
            {left.registry.ended_tokens.length > 0
              ? ` API tokens that ended: ${left.registry.ended_tokens.length}.`
              : ''}
          </p>
          <p>{listed.length === 0 ? 'They made and know no secret.' : 'They made or know:'}</p>
          {listed.map(([kind, title, names]) => (
            <p key={kind}>
              <strong>{title}:</strong> {names.join(', ')}
            </p>
          ))}
          <Failure error={change.error} />
        </>
      ) : (
        <NewSecrets rotated={rotated} />
      )}
      <div className="form-actions">
        {rotated === null && listed.length > 0 && org.can('org:delete') ? (
          <Button onPress={() => change.mutate()} isPending={change.isPending}>
            Replace them all
          </Button>
        ) : null}
        <Button look={rotated === null ? 'secondary' : undefined} onPress={onClose}>
          {rotated === null ? 'Close' : 'I have copied them'}
        </Button>
      </div>
    </Dialog>
  );
}

function NewSecrets({ rotated }: { readonly rotated: Rotated }) {
  const shown = [
    ...rotated.service_tokens.map(({ id, name, token }) => [id, `Service token ${name}`, token]),
    ...rotated.allow_lists.map(({ id, name, url }) => [id, `Allow list ${name}`, url]),
    ...rotated.badges.map(({ mcp_id: id, url }) => [id, 'Badge', url]),
    ...rotated.webhooks.map(({ id, description, url, secret }) => [
      id,
      `Webhook ${description || new URL(url).host}`,
      secret,
    ]),
    ...rotated.source_secrets.map(({ mcp_id: id, mcp_name: name, secret }) => [
      id,
      `Webhook secret of ${name}`,
      secret,
    ]),
  ] as const;
  return (
    <>
      <Notice kind="warn">Copy them now. They are shown this once, and nobody can read them later.</Notice>
      {shown.map(([id, label = '', secret = '']) => (
        <div key={id} className="stack tight">
          <strong>{label}</strong>
          <Code label={label} text={secret} />
        </div>
      ))}
    </>
  );
}
