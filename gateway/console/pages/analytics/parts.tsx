// The texts of a range divided: by why they failed, and by the phone or carrier that they went through.
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/types.ts';
import { Panel } from '../../ui/panel.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { often } from '../../words/en/often.ts';
import { stats as say } from '../../words/en/stats.ts';
import { number } from '../../words/formats.ts';
import { wordOf } from '../../words/language.ts';

type Stat = Schemas['Stat'];
type Part = Pick<Stat, 'sent' | 'delivered' | 'failed' | 'received' | 'replied'> & { name: string };

/** Sums stats under a name each, the largest first; stats without a name are left out. */
function sumBy(stats: readonly Stat[], nameOf: (stat: Stat) => string | null): Part[] {
  const parts = new Map<string, Part>();
  for (const stat of stats) {
    const name = nameOf(stat);
    if (name === null) continue;
    const part = parts.get(name) ?? { name, sent: 0, delivered: 0, failed: 0, received: 0, replied: 0 };
    part.sent += stat.sent;
    part.delivered += stat.delivered;
    part.failed += stat.failed;
    part.received += stat.received;
    part.replied += stat.replied;
    parts.set(name, part);
  }
  return [...parts.values()].toSorted((a, b) => b.sent + b.received - a.sent - a.received);
}

const shown = (field: 'sent' | 'delivered' | 'failed' | 'received' | 'replied') => (part: Part) => (
  <span className="number">{number(part[field])}</span>
);

interface DividedProps {
  stats: readonly Stat[];
  /** A button beside the title. */
  action: ReactNode;
}

export function Reasons({ stats, action }: DividedProps) {
  const parts = sumBy(stats, ({ reason }) => reason && wordOf(say.reasons, reason));
  const all = parts.reduce((sum, { failed }) => sum + failed, 0);
  return (
    <Panel title={say.whyFailed} action={parts.length > 0 && action}>
      {parts.length === 0 ? (
        <p className="quiet facts">{say.noneFailed}</p>
      ) : (
        <ResourceTable
          isBare
          caption={say.failedByReason}
          query={{ data: parts }}
          keyOf={({ name }) => name}
          columns={[
            [say.reason, ({ name }) => name],
            [say.texts, shown('failed')],
            [
              say.shareName,
              ({ failed }) => <span className="number">{say.share(Math.round((failed / all) * 100))}</span>,
            ],
          ]}
        />
      )}
    </Panel>
  );
}

function wayOf({ device_id, device_name, carrier }: Stat): string | null {
  if (carrier !== null) return say.carrier(carrier);
  if (device_id !== null) return device_name ?? say.goneDevice(device_id);
  return null;
}

export function Devices({ stats, action }: DividedProps) {
  const parts = sumBy(stats, wayOf);
  if (parts.length === 0) return null;
  return (
    <Panel title={say.byRoute} action={action}>
      <ResourceTable
        isBare
        caption={say.textsByRoute}
        query={{ data: parts }}
        keyOf={({ name }) => name}
        columns={[
          [say.through, ({ name }) => name],
          [often.sent, shown('sent')],
          [often.delivered, shown('delivered')],
          [often.failed, shown('failed')],
          [often.received, shown('received')],
          [often.replies, shown('replied')],
        ]}
      />
    </Panel>
  );
}
