// How much may leave through a SIM, and how much has.
import { Group } from '@mantine/core';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { keyOf } from '../../api/queries.ts';
import type { Device, Schemas } from '../../api/types.ts';
import { FormDialog } from '../../ui/form_dialog.tsx';
import { RowButton } from '../../ui/row_button.tsx';

type Sim = Schemas['Sim'];

const bounds = [
  { field: 'per_minute', used: 'used_minute', label: 'A minute', digits: 7 },
  { field: 'per_day', used: 'used_day', label: 'A day', digits: 7 },
  { field: 'per_month', used: 'used_month', label: 'A month', digits: 9 },
] as const;

const usedWords = (used: number, most: number | null) =>
  most === null ? used.toLocaleString() : `${used.toLocaleString()} of ${most.toLocaleString()}`;

interface SimProps {
  account: number;
  device: Device;
  sim: Sim;
}

/** A bound as it is typed; an empty field is none. */
const boundField = ({ label, digits }: (typeof bounds)[number], most: number | null) =>
  ({
    label: `${label}, at most`,
    placeholder: 'No bound',
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
      title={`Parts through SIM ${sim.slot} of “${device.name}”`}
      action="Save"
      lead={
        <p className="quiet">
          Texts over a bound wait until there is room again. Carriers block SIMs that send like machines: ask
          them for their limit. An empty field means no bound.
        </p>
      }
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
        <strong>SIM {sim.slot}</strong>
        {!sim.present && <span className="quiet"> (not in the device now)</span>}
        <div className="sim-used quiet number">
          {bounds.map(({ field, used, label }) => (
            <span key={field}>
              {label}: {usedWords(sim[used], sim[field])}
            </span>
          ))}
        </div>
      </div>
      {canChange && <RowButton label="Set bounds" onClick={() => setOpen(true)} />}
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
