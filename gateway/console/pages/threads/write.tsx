// A text to a number that is typed here; its thread opens as soon as the service has accepted it.
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type SyntheticEvent, useId, useRef, useState } from 'react';
import { lengthInCodePoints, maxBodyLength } from '../../../../server/domain/text.ts';
import { useAccountId } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { showNews } from '../../api/feed.ts';
import { newReference } from '../../api/kept.ts';
import { Icon } from '../../ui/icons.tsx';
import { atOnce, isOpen, LaterFields, leavingOf } from '../../ui/later.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { useTitle } from '../../ui/page.tsx';
import { Fault } from '../../ui/state.tsx';
import { TextSize, useDraft } from './composer.tsx';
import { SenderChoice } from './sender_choice.tsx';

/** The name of a text: the same for as long as all of it is. */
function useReference(...text: readonly unknown[]): string {
  const said = JSON.stringify(text);
  const kept = useRef({ said, reference: newReference() });
  if (kept.current.said !== said) kept.current = { said, reference: newReference() };
  return kept.current.reference;
}

/** Everything of a text that is written, with what sends it. */
function useWriting(account: number) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [address, setAddress] = useState('');
  const [body, setBody] = useDraft(`${account}-new`);
  const [from, setFrom] = useState('');
  const [later, setLater] = useState(atOnce);
  const client_ref = useReference(address, body, from, later);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      ask('POST /messages', {
        account,
        body: { address, body, client_ref, ...(from !== '' && { from }), ...leavingOf(later) },
      }),
    onSuccess: ({ message }) => {
      setBody('');
      if (!message) return;
      showNews(client, account, [message]);
      void navigate({
        to: `/accounts/${account}/threads/${encodeURIComponent(message.address_norm)}` as '/',
      });
    },
  });
  const isSound = body.trim() !== '' && lengthInCodePoints(body) <= maxBodyLength;
  const canSend = address.trim() !== '' && isSound && !isOpen(later);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (canSend && !isPending) mutate();
  };
  return {
    address,
    setAddress,
    body,
    setBody,
    from,
    setFrom,
    later,
    setLater,
    canSend,
    submit,
    isPending,
    error,
  };
}

function WriteForm({ account }: { account: number }) {
  const size = useId();
  const text = useWriting(account);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) text.submit(event);
  };
  return (
    <form onSubmit={text.submit} className="write">
      <Stack gap="md">
        <TextInput
          label="To"
          description="With the country’s code, like +12015550123, or as it is dialled in this account’s country."
          type="tel"
          required
          autoFocus
          autoComplete="off"
          value={text.address}
          onChange={(event) => text.setAddress(event.currentTarget.value)}
        />
        <div>
          <Textarea
            label="Text"
            required
            autosize
            minRows={4}
            maxRows={14}
            size="md"
            value={text.body}
            onChange={(event) => text.setBody(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            aria-describedby={size}
          />
          <TextSize body={text.body} id={size} />
        </div>
        <SenderChoice account={account} value={text.from} onChange={text.setFrom} isLabelled />
        <LaterFields account={account} value={text.later} change={text.setLater} />
        {text.error && <Fault error={text.error} />}
        <div>
          <Button
            type="submit"
            leftSection={<Icon name="send" />}
            disabled={!text.canSend}
            loading={text.isPending}
          >
            Send
          </Button>
        </div>
      </Stack>
    </form>
  );
}

export function WritePage() {
  const account = useAccountId();
  const heading = useTitle('New text');
  return (
    <section className="chat" aria-labelledby="write-title">
      <header className="chat-head">
        <AccountLink to="/threads" className="chat-back" aria-label="All threads">
          <Icon name="back" size={20} />
        </AccountLink>
        <h1 id="write-title" ref={heading} tabIndex={-1}>
          New text
        </h1>
      </header>
      <WriteForm account={account} />
    </section>
  );
}
