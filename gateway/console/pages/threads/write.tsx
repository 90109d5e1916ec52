// A text to a number that is typed here; its thread opens as soon as the service has accepted it.
import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { lengthInCodePoints, maxBodyLength } from '../../../../server/domain/messages/text.ts';
import { useAccountId, useRole } from '../../api/account.ts';
import { fieldsOf } from '../../api/refusals.ts';
import { Icon } from '../../ui/icons.tsx';
import { atOnce, isLater, isOpen, LaterFields, leavingOf, sendWords } from '../../ui/later.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { ViewerNote } from '../../ui/only_members.tsx';
import { useTitle } from '../../ui/page.tsx';
import { often } from '../../words/en/often.ts';
import { threads as say } from '../../words/en/threads.ts';
import { remedyOf } from '../overview/can_send.ts';
import { OutgoingBubble } from './bubbles.tsx';
import { TextSize, useDraft } from './composer.tsx';
import { discard, outgoingOf, send, subscribe } from './outbox.ts';
import { usePeople } from './people_list.tsx';
import { SenderChoice } from './sender_choice.tsx';

/** Why the last text was refused. */
interface Refusal {
  words: string;
  code: string | null;
}

/** Everything of a text that is written, with what sends it. */
function useWriting(account: number) {
  const navigate = useNavigate();
  const [address, setAddress] = useDraft(`${account}-new-to`);
  const [body, setBody] = useDraft(`${account}-new`);
  const [from, setFrom] = useState('');
  const [later, setLater] = useState(atOnce);
  const [sent, setSent] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const texts = useSyncExternalStore(subscribe, () => outgoingOf(account)).filter(({ isNew }) => isNew);
  const isSound = body.trim() !== '' && lengthInCodePoints(body) <= maxBodyLength;
  const canSend = address.trim() !== '' && isSound && !isOpen(later);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!canSend) return;
    // Emptied first: a second click finds nothing to send.
    setAddress('');
    setBody('');
    setLater(atOnce);
    setRefusal(null);
    const { ref, accepted } = send(account, { address, body, from, isNew: true, ...leavingOf(later) });
    setSent(ref);
    const message = await accepted;
    if (!isShown.current) return;
    setSent(null);
    if (message) {
      const thread = encodeURIComponent(message.address_norm);
      return void navigate({ to: `/accounts/${account}/threads/${thread}` as '/' });
    }
    const refused = outgoingOf(account).find((text) => text.ref === ref);
    if (!refused) return;
    discard(account, ref);
    setAddress(address);
    setBody(body);
    setLater(later);
    setRefusal({ words: refused.error ?? '', code: refused.code });
  };
  // What was said of one number does not hold for the next.
  const changeAddress = (typed: string) => {
    setAddress(typed);
    setRefusal(null);
  };
  const isWaiting = texts.some(({ ref, state }) => ref === sent && state === 'waiting');
  const form = { address, changeAddress, body, setBody, from, setFrom, later, setLater, canSend, submit };
  return { ...form, texts, refusal, isSending: sent !== null && !isWaiting, isWaiting };
}

type Writing = ReturnType<typeof useWriting>;

/** Texts that were written here and that the service does not have yet. */
const OnTheirWay = ({ account, text: { texts, isWaiting } }: { account: number; text: Writing }) => (
  <div className="write-outbox" role="log" aria-label={say.onTheirWay}>
    <ol>
      {texts.map((text) => (
        <OutgoingBubble key={text.ref} text={text} account={account} hasAddress />
      ))}
    </ol>
    {isWaiting && (
      <p className="quiet" role="status">
        {say.leavesItself}
      </p>
    )}
  </div>
);

function WriteForm({ account, text }: { account: number; text: Writing }) {
  const size = useId();
  const people = usePeople(account, text.address);
  const { refusal } = text;
  const isOfAddress = refusal !== null && fieldsOf(refusal.code ?? '').includes('address');
  const remedy = remedyOf(refusal?.code ?? '');
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void text.submit(event);
  };
  return (
    <form onSubmit={(event) => void text.submit(event)} className="write">
      <Stack gap="md">
        <TextInput
          label={often.to}
          description={say.toHelp}
          list={people.id}
          required
          autoFocus
          autoComplete="off"
          value={text.address}
          onChange={(event) => text.changeAddress(event.currentTarget.value)}
          error={isOfAddress && refusal.words}
        />
        {people.list}
        <div>
          <Textarea
            label={often.text}
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
        {refusal !== null && !isOfAddress && (
          <p className="bubble-why" role="alert">
            {refusal.words} {remedy && <AccountLink to={`/${remedy.path}`}>{remedy.label}</AccountLink>}
          </p>
        )}
        <div>
          <Button
            type="submit"
            leftSection={<Icon name={isLater(text.later) ? 'clock' : 'send'} />}
            disabled={!text.canSend}
            loading={text.isSending}
          >
            {sendWords(text.later)}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

export function WritePage() {
  const account = useAccountId();
  const heading = useTitle(say.newText);
  const text = useWriting(account);
  const { canSend } = useRole();
  return (
    <section className="chat" aria-labelledby="write-title">
      <header className="chat-head">
        <AccountLink to="/threads" className="chat-back" aria-label={say.all}>
          <Icon name="back" size={20} />
        </AccountLink>
        <h1 id="write-title" ref={heading} tabIndex={-1}>
          {say.newText}
        </h1>
      </header>
      {text.texts.length > 0 && <OnTheirWay account={account} text={text} />}
      {canSend ? (
        <WriteForm account={account} text={text} />
      ) : (
        <div className="write">
          <ViewerNote />
        </div>
      )}
    </section>
  );
}
