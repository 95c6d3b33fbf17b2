import { useState } from 'react';
import { ActionForm } from '../../ui/action-form.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, formTexts, TextField } from '../../ui/fields.tsx';
import { optionsOf, type Names } from '../../ui/labels.tsx';
import { State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import type { Org } from '../shared/org.queries.ts';
import {
  createSchedule,
  deleteSchedule,
  PAPER_NAMES,
  schedulesKey,
  type Schedule,
} from './automation.queries.ts';

const INTERVAL_NAMES: Names<Schedule['interval']> = {
  WEEKLY: 'Each week, on Monday',
  MONTHLY: 'Each month, on the first day',
};

/** The schedules by which reports about the organization are made. */
export function ReportSchedules({
  org,
  schedules,
}: {
  readonly org: Org;
  readonly schedules: readonly Schedule[];
}) {
  const [isCreating, setCreating] = useState(false);
  const mayCreate = org.can('report:create');
  return (
    <section className="card flush" aria-labelledby="schedules">
      <div className="row apart card-title">
        <h2 id="schedules">Schedules</h2>
        {mayCreate ? (
          <Button look="secondary" small onPress={() => setCreating(true)}>
            New schedule
          </Button>
        ) : null}
      </div>
      <Table
        caption="Schedules of reports"
        rows={schedules}
        keyOf={({ id }) => id}
        columns={[
          { name: 'When', cell: ({ interval }) => INTERVAL_NAMES[interval] },
          { name: 'Paper', cell: ({ paper }) => PAPER_NAMES[paper] },
          {
            name: 'E-mail to',
            cell: ({ notify }) =>
              notify.length === 0 ? <span className="soft">nobody</span> : notify.join(', '),
          },
          { name: 'Next', cell: ({ next_run_at }) => <Time at={next_run_at} exact /> },
          {
            name: 'Actions',
            kind: 'actions',
            cell: ({ id, interval }) =>
              mayCreate ? (
                <ConfirmedAction
                  label="Delete"
                  name={`Delete the schedule “${INTERVAL_NAMES[interval]}”`}
                  small
                  question="Delete the schedule?"
                  run={() => deleteSchedule(org.id, id)}
                  changes={[schedulesKey(org.id)]}
                  success="The schedule is deleted."
                >
                  <p>Reports that exist stay.</p>
                </ConfirmedAction>
              ) : null,
          },
        ]}
        empty={
          <State title="No schedules yet">
            <p>With a schedule, a report about the organization is made each week or month.</p>
          </State>
        }
      />
      <Dialog title="New schedule" isOpen={isCreating} onClose={() => setCreating(false)}>
        <ScheduleForm org={org} onClose={() => setCreating(false)} />
      </Dialog>
    </section>
  );
}

function ScheduleForm({ org, onClose }: { readonly org: Org; readonly onClose: () => void }) {
  return (
    <ActionForm
      submit="Create schedule"
      fields={['notify']}
      changes={[schedulesKey(org.id)]}
      run={(form) => {
        const { interval, paper, notify } = formTexts(form, ['interval', 'paper', 'notify']);
        return createSchedule(org.id, {
          scope: 'ORGANIZATION',
          interval: interval as Schedule['interval'],
          paper: paper as Schedule['paper'],
          notify: notify.split(/[\s,;]+/).filter((address) => address !== ''),
        });
      }}
      success="The schedule is created."
      done={onClose}
      onCancel={onClose}
    >
      {(errorOf) => (
        <>
          <Choice name="interval" label="When" initial="MONTHLY" options={optionsOf(INTERVAL_NAMES)} />
          <Choice name="paper" label="Paper" initial="A4" options={optionsOf(PAPER_NAMES)} />
          <TextField
            name="notify"
            label="E-mail to"
            hint="Verified addresses of members, with commas between. They get a mail when a report is ready."
            error={errorOf('notify')}
          />
        </>
      )}
    </ActionForm>
  );
}
