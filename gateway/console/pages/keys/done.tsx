// What a key did: the newest texts that were sent with it, and what its limits refused.
import { useQuery } from '@tanstack/react-query';
import { listOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Instant } from '../../ui/instant.tsx';
import { AccountLink, ThreadLink } from '../../ui/link.tsx';
import { ResourceLines } from '../../ui/resources.tsx';
import { TextStatus } from '../../ui/text_status.tsx';
import { keys as say } from '../../words/en/keys.ts';
import { asSentence } from '../../words/english.ts';
import { served, wordOf } from '../../words/language.ts';
import { Say } from '../../words/say.tsx';

interface OfKey {
  account: number;
  keyId: number;
}

/** Texts that the page shows; the log has all. */
const mostTexts = 5;

export function SentWith({ account, keyId }: OfKey) {
  const query = useQuery(
    listOf('GET /messages/log', 'messages', { account, query: { key_id: keyId, limit: mostTexts } }),
  );
  return (
    <>
      <ResourceLines
        query={query}
        keyOf={({ id }) => id}
        title={({ id, address_norm, body }) => (
          <>
            <ThreadLink address={address_norm} hasNumber />
            <AccountLink to={`/texts/${id}`} className="text-body">
              {body}
            </AccountLink>
          </>
        )}
        note={({ created_at }) => <Instant at={created_at} />}
        action={(text) => <TextStatus text={text} />}
        empty={{ title: say.noneSent, text: say.noneSentHelp }}
      />
      <AccountLink to="/texts" search={{ key_id: keyId }}>
        {say.allSentWith}
      </AccountLink>
    </>
  );
}

type Refusal = Schemas['KeyRefusal'];

const whyOf = ({ code, message }: Refusal) => served(asSentence(message), wordOf(say.refusals, code));

export function RefusedBy({ account, keyId }: OfKey) {
  const query = useQuery(listOf('GET /keys/{id}/refusals', 'refusals', { account, path: { id: keyId } }));
  return (
    <ResourceLines
      query={query}
      keyOf={({ code, address_norm }) => `${code} ${address_norm}`}
      title={(refusal) => (
        <>
          {refusal.address_norm !== '' && <ThreadLink address={refusal.address_norm} hasNumber />}
          <p className="whole-body">{whyOf(refusal)}</p>
        </>
      )}
      note={({ times, last_at }) => (
        <Say
          words={times === 1 ? say.refusedOnce : say.refusedOften(times)}
          parts={{ at: <Instant at={last_at} /> }}
        />
      )}
      empty={{ title: say.noneRefused, text: say.noneRefusedHelp }}
    />
  );
}
