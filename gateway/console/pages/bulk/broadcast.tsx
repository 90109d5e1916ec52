// The texts to send, when, and the button that gives them to the service.
import { Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { keyOf, queryOf } from '../../api/queries.ts';
import { useRefresh } from '../../ui/form.tsx';
import { Instant } from '../../ui/instant.tsx';
import { atOnce, isOpen, LaterFields, leavingOf, sendWords } from '../../ui/later.tsx';
import { AccountLink } from '../../ui/link.tsx';
import { Fault } from '../../ui/state.tsx';
import { bulk as say } from '../../words/en/bulk.ts';
import { often } from '../../words/en/often.ts';
import { Say } from '../../words/say.tsx';
import type { CheckedRow } from './check_rows.ts';
import { upload } from './upload.ts';

interface BroadcastProps {
  account: number;
  rows: readonly CheckedRow[];
  /** The name of the file for people, and the one by which the service knows it. */
  name: string;
  file: string;
  template: string;
  firstLine: number;
  /** Texts that the account has left this month; null without a cap. */
  left: number | null;
  /** Makes a new broadcast of the same rows. */
  sendAgain: () => void;
}

const maxName = 100;

/** The broadcast that this file was sent as; undefined where it was not. */
function useSentBefore(account: number, file: string) {
  const { data } = useQuery(queryOf('GET /broadcasts', { account, query: { limit: 500 } }));
  return data?.broadcasts.find(
    ({ client_ref, state }) => state !== 'draft' && client_ref?.startsWith(`${file}-`) === true,
  );
}

const SentBefore = ({
  broadcast,
  sendAgain,
}: {
  broadcast: { id: number; name: string; created_at: string };
  sendAgain: () => void;
}) => (
  <section className="panel" aria-label={say.sentBefore}>
    <p>
      <Say words={say.sentOn} parts={{ at: <Instant at={broadcast.created_at} />, name: broadcast.name }} />
    </p>
    <Group gap="sm" mt="sm">
      <AccountLink to={`/broadcasts/${broadcast.id}`}>{say.seeIt}</AccountLink>
      <Button variant="default" size="compact-md" onClick={sendAgain}>
        {say.sendAllAgain}
      </Button>
    </Group>
  </section>
);

type Asked = Parameters<typeof upload>[0];

/** Gives the rows to the service, and leads to the broadcast. */
function useUpload() {
  const [isUnderWay, setUnderWay] = useState(false);
  const [progress, setProgress] = useState('');
  const [error, setError] = useState<unknown>(null);
  const navigate = useNavigate();
  const refresh = useRefresh();
  const start = async (asked: Asked) => {
    setUnderWay(true);
    setError(null);
    try {
      const { id } = await upload(asked, setProgress);
      refresh(keyOf('/broadcasts', asked.account));
      await navigate({ to: `/accounts/${asked.account}/broadcasts/${id}` as '/' });
    } catch (refusal) {
      setError(refusal);
      setUnderWay(false);
    }
  };
  return { isUnderWay, progress, error, start };
}

export function Broadcast(props: BroadcastProps) {
  const { account, rows, file, template, firstLine, left, sendAgain } = props;
  const good = rows.filter(({ ok }) => ok);
  const before = useSentBefore(account, file);
  const [name, setName] = useState(props.name.slice(0, maxName));
  const [later, setLater] = useState(atOnce);
  const { isUnderWay, progress, error, start } = useUpload();
  const asked = { account, name: name.trim(), template, file, rows: good, firstLine };
  const bad = rows.length - good.length;
  if (before) return <SentBefore broadcast={before} sendAgain={sendAgain} />;
  return (
    <section className="panel" aria-label={say.broadcast}>
      <p className="big">
        {say.texts(good.length)}
        <small> {say.toSend}</small>
      </p>
      {bad > 0 && <p className="bulk-bad">{say.leftOut(bad)}</p>}
      {left !== null && good.length > left && <p className="bulk-bad">{say.stopsAt(left)}</p>}
      {good.length > 0 && (
        <>
          <TextInput
            mt="sm"
            label={often.name}
            description={say.nameHelp}
            maxLength={maxName}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <LaterFields account={account} value={later} change={setLater} />
          <p className="quiet facts" role="status">
            {isUnderWay ? progress : say.mayClose}
          </p>
          {error !== null && <Fault error={error} />}
          <Group gap="sm" mt="md">
            <Button
              loading={isUnderWay}
              disabled={isOpen(later) || name.trim() === ''}
              onClick={() => void start({ ...asked, leaving: leavingOf(later) })}
            >
              {sendWords(later, say.texts(good.length))}
            </Button>
          </Group>
        </>
      )}
    </section>
  );
}
