// A text to one's own number through a device that was just paired, and what becomes of it.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { newReference } from '../../api/kept.ts';
import type { Device, Message } from '../../api/types.ts';
import { AskForm } from '../../ui/form.tsx';
import { Pending } from '../../ui/state.tsx';
import { failureOf, TextStatus } from '../../ui/text_status.tsx';
import { devices as say } from '../../words/en/devices.ts';
import { textQuery } from '../texts/text_queries.ts';

/** The feed brings news at once; this is for when it cannot. */
const lookAgainMs = 3_000;

const words: Record<Message['status'], (device: Device) => string> = {
  queued: ({ connection }) => (connection === 'polling' ? say.test.polling : say.test.queued),
  sending: () => say.test.sending,
  sent: () => say.test.sent,
  delivered: () => say.test.delivered,
  received: () => '',
  failed: () => say.test.failed,
};

function Progress({ account, device, id }: { account: number; device: Device; id: number }) {
  const query = useQuery({
    ...textQuery(account, String(id)),
    refetchInterval: ({ state }) =>
      ['delivered', 'failed'].includes(state.data?.message.status ?? '') ? false : lookAgainMs,
  });
  const text = query.data?.message;
  return (
    <div role="status" className="test-text">
      {text ? (
        <>
          <TextStatus text={text} />
          <p>{failureOf(text) ?? words[text.status](device)}</p>
        </>
      ) : (
        <Pending of={query} lines={1} />
      )}
    </div>
  );
}

export function TestText({ account, device }: { account: number; device: Device }) {
  const [sent, setSent] = useState<number | null>(null);
  /** By number: asked again after no answer came, it is the same text. */
  const references = useRef(new Map<string, string>());
  if (sent !== null)
    return (
      <>
        <Progress account={account} device={device} id={sent} />
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            references.current.clear();
            setSent(null);
          }}
        >
          {say.sendAnother}
        </Button>
      </>
    );
  return (
    <AskForm
      action={say.sendTest}
      fields={{
        number: {
          label: say.ownNumber,
          description: say.ownNumberHelp,
          type: 'tel',
          autoComplete: 'tel',
          maxLength: 40,
        },
      }}
      send={({ number }) => {
        const client_ref = references.current.get(number) ?? newReference();
        references.current.set(number, client_ref);
        // At once, whatever the hour: somebody waits for it.
        const text = {
          address: number,
          body: say.test.body,
          client_ref,
          from: `device:${device.id}`,
          urgent: true,
        };
        return ask('POST /messages', { account, body: text });
      }}
      onDone={({ message }) => setSent(message?.id ?? null)}
    />
  );
}
