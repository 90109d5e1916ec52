// How much may leave through a SIM, and how much has.
import { Group } from '@mantine/core';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { keyOf } from '../../api/queries.ts';
import type { Device, Schemas } from '../../api/types.ts';
import { FormDialog } from '../../ui/form_dialog.tsx';
import { RowButton } from '../../ui/row_button.tsx';
import { devices as say } from '../../words/en/devices.ts';
import { often } from '../../words/en/often.ts';
import { number } from '../../words/formats.ts';

type Sim = Schemas['Sim'];

const bounds = [
  { field: 'per_minute', used: 'used_minute', unit: 'minute', digits: 7 },
  { field: 'per_day', used: 'used_day', unit: 'day', digits: 7 },
  { field: 'per_month', used: 'used_month', unit: 'month', digits: 9 },
] as const;

const usedWords = (used: number, most: number | null) =>
  most === null ? number(used) : say.ofLimit(number(used), number(most));

interface SimProps {
  account: number;
  device: Device;
  sim: Sim;
}

/** A bound as it is typed; an empty field is none. */
const boundField = ({ unit, digits }: (typeof bounds)[number], most: number | null) =>
  ({
    label: say.atMost(say.per[unit]),
    placeholder: often.noLimit,
    type: 'whole',
    isOptional: true,
    initial: most === null ? '' : String(most),
    maxLength: digits,
  }) as const;
const boundOf = (typed: string) => (typed === '' ? null : Number(typed));

function BudgetDialog({ account, device, sim, ...open }: SimProps & { isOpen: boolean; close: () => void }) {
  const path = { id: device.id, slot: sim.slot };
  const [minute, day, month] = bounds;
  return (
    <FormDialog
      {...open}
      title={say.budgetTitle(sim.slot, device.name)}
      action={often.save}
      lead={<p className="quiet">{say.budgetHelp}</p>}
      fields={{
        per_minute: boundField(minute, sim.per_minute),
        per_day: boundField(day, sim.per_day),
        per_month: boundField(month, sim.per_month),
      }}
      send={({ per_minute, per_day, per_month }) =>
        ask('PUT /devices/{id}/sims/{slot}', {
          account,
          path,
          body: { per_minute: boundOf(per_minute), per_day: boundOf(per_day), per_month: boundOf(per_month) },
        })
      }
      changes={keyOf('/devices', account)}
    />
  );
}

export function SimLine({ account, device, sim, canChange }: SimProps & { canChange: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Group className="sim" gap="md" justify="space-between">
      <div>
        <strong>
          {say.sim} {sim.slot}
        </strong>
        {!sim.present && <span className="quiet"> {say.notPresent}</span>}
        <div className="sim-used quiet number">
          {bounds.map(({ field, used, unit }) => (
            <span key={field}>{say.used(say.per[unit], usedWords(sim[used], sim[field]))}</span>
          ))}
        </div>
      </div>
      {canChange && <RowButton label={say.setLimits} onClick={() => setOpen(true)} />}
      <BudgetDialog
        account={account}
        device={device}
        sim={sim}
        isOpen={isOpen}
        close={() => setOpen(false)}
      />
    </Group>
  );
}
