// The texts of a range divided: by why they failed, and by the phone or carrier that they went through.
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/types.ts';
import { Panel } from '../../ui/panel.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { figures as say } from '../../words/en/figures.ts';
import { often } from '../../words/en/often.ts';
import { number } from '../../words/formats.ts';
import { wordOf } from '../../words/language.ts';

type Figure = Schemas['Figure'];
type Part = Pick<Figure, 'sent' | 'delivered' | 'failed' | 'received' | 'replied'> & { name: string };

/** Sums figures under a name each, the largest first; figures without a name are left out. */
function sumBy(figures: readonly Figure[], nameOf: (figure: Figure) => string | null): Part[] {
  const parts = new Map<string, Part>();
  for (const figure of figures) {
    const name = nameOf(figure);
    if (name === null) continue;
    const part = parts.get(name) ?? { name, sent: 0, delivered: 0, failed: 0, received: 0, replied: 0 };
    part.sent += figure.sent;
    part.delivered += figure.delivered;
    part.failed += figure.failed;
    part.received += figure.received;
    part.replied += figure.replied;
    parts.set(name, part);
  }
  return [...parts.values()].toSorted((a, b) => b.sent + b.received - a.sent - a.received);
}

const shown = (field: 'sent' | 'delivered' | 'failed' | 'received' | 'replied') => (part: Part) => (
  <span className="number">{number(part[field])}</span>
);

interface DividedProps {
  figures: readonly Figure[];
  /** A button beside the title. */
  action: ReactNode;
}

export function Reasons({ figures, action }: DividedProps) {
  const parts = sumBy(figures, ({ reason }) => reason && wordOf(say.reasons, reason));
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

function wayOf({ device_id, device_name, carrier }: Figure): string | null {
  if (carrier !== null) return say.carrier(carrier);
  if (device_id !== null) return device_name ?? say.goneDevice(device_id);
  return null;
}

export function Devices({ figures, action }: DividedProps) {
  const parts = sumBy(figures, wayOf);
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
