// The texts of a range divided: by why they failed, and by the phone or carrier that they went through.
import type { Schemas } from '../../api/types.ts';
import { Panel } from '../../ui/panel.tsx';
import { ResourceTable } from '../../ui/resources.tsx';

type Figure = Schemas['Figure'];
type Part = Pick<Figure, 'sent' | 'delivered' | 'failed' | 'received'> & { name: string };

const reasons: Readonly<Record<string, string>> = {
  expired_in_queue: 'Nothing could send it in time',
  outcome_unknown: 'It left, and no receipt came',
  rejected_by_network: 'The network refused it',
  device_failed: 'The phone could not send it',
  carrier_failed: 'The carrier could not send it',
  opted_out: 'The recipient wants no texts',
};

/** Sums figures under a name each, the largest first; figures without a name are left out. */
function sumBy(figures: readonly Figure[], nameOf: (figure: Figure) => string | null): Part[] {
  const parts = new Map<string, Part>();
  for (const figure of figures) {
    const name = nameOf(figure);
    if (name === null) continue;
    const part = parts.get(name) ?? { name, sent: 0, delivered: 0, failed: 0, received: 0 };
    part.sent += figure.sent;
    part.delivered += figure.delivered;
    part.failed += figure.failed;
    part.received += figure.received;
    parts.set(name, part);
  }
  return [...parts.values()].toSorted((a, b) => b.sent + b.received - a.sent - a.received);
}

const shown = (field: 'sent' | 'delivered' | 'failed' | 'received') => (part: Part) => (
  <span className="number">{part[field].toLocaleString()}</span>
);

export function Reasons({ figures }: { figures: readonly Figure[] }) {
  const parts = sumBy(figures, ({ reason }) => reason && (reasons[reason] ?? reason));
  const all = parts.reduce((sum, { failed }) => sum + failed, 0);
  return (
    <Panel title="Why texts failed">
      {parts.length === 0 ? (
        <p className="quiet facts">No text failed.</p>
      ) : (
        <ResourceTable
          isBare
          caption="Failed texts by reason"
          query={{ data: parts }}
          keyOf={({ name }) => name}
          columns={[
            ['Reason', ({ name }) => name],
            ['Texts', shown('failed')],
            ['Share', ({ failed }) => <span className="number">{Math.round((failed / all) * 100)} %</span>],
          ]}
        />
      )}
    </Panel>
  );
}

function wayOf({ device_id, device_name, carrier }: Figure): string | null {
  if (carrier !== null) return `Carrier ${carrier}`;
  if (device_id !== null) return device_name ?? `Device ${device_id}, which is gone`;
  return null;
}

export function Devices({ figures }: { figures: readonly Figure[] }) {
  const parts = sumBy(figures, wayOf);
  if (parts.length === 0) return null;
  return (
    <Panel title="By device and carrier">
      <ResourceTable
        isBare
        caption="Texts by device and carrier"
        query={{ data: parts }}
        keyOf={({ name }) => name}
        columns={[
          ['Through', ({ name }) => name],
          ['Sent', shown('sent')],
          ['Delivered', shown('delivered')],
          ['Failed', shown('failed')],
          ['Received', shown('received')],
        ]}
      />
    </Panel>
  );
}
