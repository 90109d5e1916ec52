// How much may leave through a SIM, and how much has.
import { Button, Group, Modal, NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { keyOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { AskForm } from '../../ui/form.tsx';
import type { Device } from './device_queries.ts';

type Sim = Schemas['Sim'];

const bounds = [
  { field: 'per_minute', used: 'used_minute', label: 'A minute', most: 1_000_000 },
  { field: 'per_day', used: 'used_day', label: 'A day', most: 1_000_000 },
  { field: 'per_month', used: 'used_month', label: 'A month', most: 100_000_000 },
] as const;

const usedWords = (used: number, most: number | null) =>
  most === null ? used.toLocaleString() : `${used.toLocaleString()} of ${most.toLocaleString()}`;

interface SimProps {
  account: number;
  device: Device;
  sim: Sim;
}

function BudgetForm({ account, device, sim, close }: SimProps & { close: () => void }) {
  const [most, setMost] = useState<Record<string, number | string>>({
    per_minute: sim.per_minute ?? '',
    per_day: sim.per_day ?? '',
    per_month: sim.per_month ?? '',
  });
  const boundOf = (field: string) => (typeof most[field] === 'number' ? most[field] : null);
  const body = {
    per_minute: boundOf('per_minute'),
    per_day: boundOf('per_day'),
    per_month: boundOf('per_month'),
  };
  const path = { id: device.id, slot: sim.slot };
  return (
    <AskForm
      action="Save"
      send={() => ask('PUT /devices/{id}/sims/{slot}', { account, path, body })}
      changes={keyOf('/devices', account)}
      onDone={close}
    >
      <p className="quiet">
        Texts over a bound wait until there is room again. Carriers block SIMs that send like machines: ask
        them for their limit. An empty field means no bound.
      </p>
      <Stack gap="sm">
        {bounds.map(({ field, label, most: highest }) => (
          <NumberInput
            key={field}
            label={`${label}, at most`}
            placeholder="No bound"
            min={1}
            max={highest}
            allowDecimal={false}
            thousandSeparator=" "
            value={most[field] ?? ''}
            onChange={(value) => setMost({ ...most, [field]: value })}
          />
        ))}
      </Stack>
    </AskForm>
  );
}

export function SimLine({ account, device, sim, canChange }: SimProps & { canChange: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const name = `SIM ${sim.slot}`;
  return (
    <Group className="sim" gap="md" justify="space-between">
      <div>
        <strong>{name}</strong>
        {!sim.present && <span className="quiet"> (not in the device now)</span>}
        <div className="sim-used quiet number">
          {bounds.map(({ field, used, label }) => (
            <span key={field}>
              {label}: {usedWords(sim[used], sim[field])}
            </span>
          ))}
        </div>
      </div>
      {canChange && (
        <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
          Set bounds
        </Button>
      )}
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={`Parts through ${name} of “${device.name}”`}
      >
        <BudgetForm account={account} device={device} sim={sim} close={() => setOpen(false)} />
      </Modal>
    </Group>
  );
}
