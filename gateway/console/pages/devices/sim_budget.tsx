// How much may leave through a SIM, and how much has.
import { Button, Group, Modal, NumberInput, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { base } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { AskForm } from '../../ui/form.tsx';
import { type Device, devicesQuery, type Sim } from './device_queries.ts';

const bounds = [
  { field: 'per_minute', used: 'used_minute', label: 'A minute', most: 1_000_000 },
  { field: 'per_day', used: 'used_day', label: 'A day', most: 1_000_000 },
  { field: 'per_month', used: 'used_month', label: 'A month', most: 100_000_000 },
] as const;

const usedWords = (used: number, most: number | null) =>
  most === null ? used.toLocaleString() : `${used.toLocaleString()} of ${most.toLocaleString()}`;

function BudgetForm({
  account,
  device,
  sim,
  close,
}: {
  account: number;
  device: Device;
  sim: Sim;
  close: () => void;
}) {
  const client = useQueryClient();
  const [most, setMost] = useState<Record<string, number | string>>({
    per_minute: sim.per_minute ?? '',
    per_day: sim.per_day ?? '',
    per_month: sim.per_month ?? '',
  });
  const body = Object.fromEntries(
    bounds.map(({ field }) => [field, typeof most[field] === 'number' ? most[field] : null]),
  );
  return (
    <AskForm
      action="Save"
      send={() => ask(`${base}/devices/${device.id}/sims/${sim.slot}`, { method: 'PUT', account, body })}
      onDone={() => {
        void client.invalidateQueries(devicesQuery(account));
        close();
      }}
    >
      <p className="quiet">
        What is over a bound waits until there is room again. Carriers block SIMs that send like machines: ask
        for their limit. An empty field is no bound.
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

export function SimLine({
  account,
  device,
  sim,
  canChange,
}: {
  account: number;
  device: Device;
  sim: Sim;
  canChange: boolean;
}) {
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
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <BudgetForm account={account} device={device} sim={sim} close={() => setOpen(false)} />
      </Modal>
    </Group>
  );
}
