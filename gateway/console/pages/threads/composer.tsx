// The composer: a text, its size as it grows, and its button.
import { ActionIcon, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type SyntheticEvent, useId, useState } from 'react';
import { lengthInCodePoints, maxBodyLength, measureText } from '../../../../server/domain/messages/text.ts';
import { keep, readKept } from '../../api/kept.ts';
import { Icon } from '../../ui/icons.tsx';
import { atOnce, isLater, isOpen, LaterFields, type Leaving, leavingOf, sendWords } from '../../ui/later.tsx';
import { bulk } from '../../words/en/bulk.ts';
import { often } from '../../words/en/often.ts';
import { shell } from '../../words/en/shell.ts';
import { threads as say } from '../../words/en/threads.ts';
import { AnswerChoice } from './answer_choice.tsx';
import { inboxSettingsQuery } from './queries.ts';
import { SenderChoice } from './sender_choice.tsx';

/** The first character that the short alphabet lacks; null when there is none. */
const oddCharacter = (body: string): string | null =>
  [...body].find((character) => measureText(character, 8).encoding === 'ucs2') ?? null;

/** How much a text is, in words. */
function sizeOf(body: string): { length: number; words: string; hint: string | null } {
  const length = lengthInCodePoints(body);
  const { segments, encoding } = measureText(body, 8);
  const words = length === 0 ? say.characters(0) : `${say.characters(length)}, ${bulk.segments(segments)}`;
  if (length > maxBodyLength) return { length, words, hint: say.mostCharacters(maxBodyLength) };
  const odd = encoding === 'ucs2' && segments > 1 ? oddCharacter(body) : null;
  return { length, words, hint: odd === null ? null : say.oddCharacter(odd) };
}

export const TextSize = ({ body, id }: { body: string; id: string }) => {
  const { words, hint } = sizeOf(body);
  return (
    <p className="size" id={id}>
      <span className="number">{words}</span>
      {hint !== null && <span> · {hint}</span>}
    </p>
  );
};

/** A draft that outlives a reload, and a session that ended meanwhile. */
export function useDraft(name: string): [string, (body: string) => void] {
  const key = `textrelay-draft-${name}`;
  const [draft, setDraft] = useState({ key, body: readKept<string>(sessionStorage, key) ?? '' });
  if (draft.key !== key) setDraft({ key, body: readKept<string>(sessionStorage, key) ?? '' });
  const change = (body: string) => {
    keep(sessionStorage, key, body === '' ? null : body);
    setDraft({ key, body });
  };
  return [draft.body, change];
}

interface ComposerProps {
  /** Names the draft. */
  name: string;
  account: number;
  /** Called with what is written, whenever it changes. */
  onWrite?: (body: string) => void;
  /** Sends when and by what is chosen; as usual for an empty `from`. */
  onSend: (body: string, how: Leaving & { from: string }) => void;
}

export function Composer({ name, account, onWrite, onSend }: ComposerProps) {
  const [from, setFrom] = useState('');
  const [body, setBody] = useDraft(name);
  const [later, setLater] = useState(atOnce);
  const size = useId();
  const canSend = body.trim() !== '' && lengthInCodePoints(body) <= maxBodyLength && !isOpen(later);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!canSend) return;
    // Cleared first: a second click finds nothing to send.
    setBody('');
    setLater(atOnce);
    onWrite?.('');
    onSend(body, { ...leavingOf(later), from });
  };
  const { data: settings } = useQuery(inboxSettingsQuery);
  const enterSends = settings?.enter_sends ?? false;
  const onKeyDown = (event: KeyboardEvent) => {
    // An Enter that chooses a word of an input method is none.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey || (enterSends && !event.shiftKey)) submit(event);
  };
  return (
    <form className="composer" onSubmit={submit}>
      <div className="composer-row">
        <Textarea
          className="composer-text"
          aria-label={often.text}
          placeholder={say.write}
          autosize
          minRows={1}
          maxRows={8}
          value={body}
          onChange={(event) => {
            setBody(event.currentTarget.value);
            onWrite?.(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
          aria-describedby={size}
          data-shortcut="r"
        />
        <ActionIcon
          type="submit"
          size={36}
          aria-label={sendWords(later)}
          title={say.withKey(sendWords(later), enterSends ? shell.enter : shell.ctrl(shell.enter))}
          disabled={!canSend}
        >
          <Icon name={isLater(later) ? 'clock' : 'send'} />
        </ActionIcon>
      </div>
      <LaterFields account={account} value={later} change={setLater} />
      <div className="composer-foot">
        <TextSize body={body} id={size} />
        <AnswerChoice
          account={account}
          onChoose={(words) => setBody(body.trim() === '' ? words : `${body.trimEnd()} ${words}`)}
        />
        <SenderChoice account={account} value={from} onChange={setFrom} isLabelled={false} />
      </div>
    </form>
  );
}
