// The choice of the device, SIM or number that a text leaves by. Without a choice nothing is shown.
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { devicesQuery } from '../../api/account.ts';
import { allOf } from '../../api/queries.ts';
import type { Device } from '../../api/types.ts';
import { threads as say } from '../../words/en/threads.ts';

interface Choice {
  value: string;
  label: string;
}

/** A device, and each SIM of one that has several. */
function choicesOf({ id, name, online, sims }: Device): Choice[] {
  const label = online ? name : say.notConnected(name);
  const present = sims.filter((sim) => sim.present);
  return [
    { value: `device:${id}`, label },
    ...(present.length < 2
      ? []
      : present.map(({ slot }) => ({ value: `device:${id}/${slot}`, label: say.withSim(label, slot) }))),
  ];
}

interface SenderChoiceProps {
  account: number;
  /** Empty for as usual. */
  value: string;
  onChange: (from: string) => void;
  /** Whether its label is on the page. */
  isLabelled: boolean;
}

export function SenderChoice({ account, value, onChange, isLabelled }: SenderChoiceProps) {
  const devices = useQuery(devicesQuery(account)).data ?? [];
  const numbers = useQuery(allOf('GET /numbers', 'numbers', { account })).data ?? [];
  const own = [...new Set(numbers.map(({ number }) => number))];
  const choices = [...devices.flatMap(choicesOf), ...own.map((number) => ({ value: number, label: number }))];
  if (choices.length < 2) return null;
  // One that is gone meanwhile stays chosen until it is changed: the text must not leave by another.
  const isGone = value !== '' && !choices.some((choice) => choice.value === value);
  return (
    <NativeSelect
      className="sender-choice"
      {...(isLabelled ? { label: say.sendBy } : { 'aria-label': say.sendBy, size: 'xs' })}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[
        { value: '', label: isLabelled ? say.asUsual : say.sendAsUsual },
        ...(isGone ? [{ value, label: value }] : []),
        ...choices,
      ]}
    />
  );
}
