import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionForm } from '../../ui/action-form.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formTexts, TextField } from '../../ui/fields.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useOrg } from '../shared/org.queries.ts';
import { ClientSetup, SAMPLE_ADDRESS } from './client-setup.tsx';
import {
  allowListsKey,
  allowListsQuery,
  createAllowList,
  deleteAllowList,
  rotateAllowList,
  type AllowList,
  type CreatedAllowList,
} from './gate.queries.ts';
import { ManagedSettings } from './managed-settings.tsx';

/** Lists of allowed servers for clients: addresses that clients read, and files to distribute. */
export function ClientListsPage() {
  const org = useOrg();
  const { data } = useSuspenseQuery(allowListsQuery(org.id));
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedAllowList | null>(null);
  const mayWrite = org.can('policy:write');
  const create = mayWrite ? <Button onPress={() => setCreating(true)}>New allow list</Button> : undefined;
  return (
    <div className="stack wide">
      <PageHeader
        title="Client lists"
        lead="Tell the clients of your developers which MCP servers they may run: what the policies of an environment allow."
        actions={create}
      />
      <section className="card flush" aria-label="Allow lists">
        <Table
          caption="Allow lists, oldest first"
          rows={data.allow_lists}
          keyOf={({ id }) => id}
          columns={columns(org.id, mayWrite, setCreated)}
          empty={
            <State title="No allow lists yet">
              <p>
                An allow list is an address that clients read without credentials, as their registry of MCP
                servers. Make one for each group of clients.
              </p>
              {create}
            </State>
          }
        />
      </section>
      <ManagedSettings orgId={org.id} />
      <section className="card stack" aria-labelledby="client-setup">
        <h2 id="client-setup">Set up clients</h2>
        <p className="soft">
          The address of an allow list is shown when the list is created or gets a new address, with these
          texts for it. Here, <code>{SAMPLE_ADDRESS}</code> stands for it.
        </p>
        <ClientSetup address={SAMPLE_ADDRESS} org={org.slug} environment="production" />
      </section>
      <NewAllowList
        orgId={org.id}
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(list) => {
          setCreating(false);
          setCreated(list);
        }}
      />
      <SecretDialog
        title={`Address of ${created?.name ?? ''}`}
        label="Address of the allow list"
        secret={created?.url ?? null}
        onClose={() => setCreated(null)}
      >
        <p className="soft">Whoever has the address can read the list.</p>
        <ClientSetup address={created?.url ?? ''} org={org.slug} environment={created?.environment ?? ''} />
      </SecretDialog>
    </div>
  );
}

const columns = (
  orgId: string,
  mayWrite: boolean,
  onRotated: (list: CreatedAllowList) => void,
): Column<AllowList>[] => [
  { name: 'Name', cell: ({ name }) => name },
  { name: 'Environment', cell: ({ environment }) => environment },
  {
    name: 'Address since',
    cell: ({ created_at, rotated_at }) => <Time at={rotated_at ?? created_at} />,
  },
  ...(mayWrite
    ? [
        {
          name: 'Actions',
          kind: 'actions' as const,
          cell: (list: AllowList) => <Actions list={list} orgId={orgId} onRotated={onRotated} />,
        },
      ]
    : []),
];

function Actions({
  list,
  orgId,
  onRotated,
}: {
  readonly list: AllowList;
  readonly orgId: string;
  readonly onRotated: (list: CreatedAllowList) => void;
}) {
  const changes = [allowListsKey(orgId)];
  return (
    <div className="row end">
      <ConfirmedAction
        label="New address"
        name={`New address of ${list.name}`}
        small
        question={`Replace the address of ${list.name}?`}
        verb="Replace"
        run={() => rotateAllowList(orgId, list.id).then(onRotated)}
        changes={changes}
        success={`${list.name} has a new address.`}
      >
        <p>
          The address of now is unknown at once. Clients that read it block all servers until they have the
          new one.
        </p>
      </ConfirmedAction>
      <ConfirmedAction
        label="Delete"
        name={`Delete ${list.name}`}
        small
        question={`Delete ${list.name}?`}
        run={() => deleteAllowList(orgId, list.id)}
        changes={changes}
        success={`${list.name} is deleted.`}
      >
        <p>Its address is unknown at once. Clients that read it block all servers.</p>
      </ConfirmedAction>
    </div>
  );
}

const ALLOW_LIST_FIELDS = ['name', 'environment'] as const;

function NewAllowList({
  orgId,
  isOpen,
  onClose,
  onCreated,
}: {
  readonly orgId: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: (list: CreatedAllowList) => void;
}) {
  return (
    <Dialog title="New allow list" isOpen={isOpen} onClose={onClose}>
      <ActionForm
        submit="Create allow list"
        fields={ALLOW_LIST_FIELDS}
        changes={[allowListsKey(orgId)]}
        run={(form) => createAllowList(orgId, formTexts(form, ALLOW_LIST_FIELDS))}
        done={onCreated}
        success={({ name }) => `The allow list “${name}” is created.`}
        onCancel={onClose}
      >
        {(errorOf) => (
          <>
            <TextField
              name="name"
              label="Name"
              placeholder="Laptops of developers"
              maxLength={100}
              error={errorOf('name')}
              isRequired
            />
            <TextField
              name="environment"
              label="Environment"
              defaultValue="production"
              hint="The environment whose policies apply."
              maxLength={100}
              error={errorOf('environment')}
              isRequired
            />
          </>
        )}
      </ActionForm>
    </Dialog>
  );
}
