// Texts that wait for a person, and what became of those that did: of all keys of an account, or of one.
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { keyOf, pagesOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Instant } from '../../ui/instant.tsx';
import { AccountLink, ThreadLink } from '../../ui/link.tsx';
import { ResourceLines } from '../../ui/resources.tsx';
import { RowButton } from '../../ui/row_button.tsx';
import { SecretOnce } from '../../ui/secret_once.tsx';
import { Fault } from '../../ui/state.tsx';
import { approvals as say } from '../../words/en/approvals.ts';
import { keys } from '../../words/en/keys.ts';
import { often } from '../../words/en/often.ts';
import { Say } from '../../words/say.tsx';

type Approval = Schemas['Approval'];

interface ListProps {
  account: number;
  /** The key whose texts are shown; all when left out. */
  keyId?: number;
}

const keyNameOf = ({ key_label, key_id }: Approval) => key_label || keys.keyOf(key_id);

function MakeLink({ account, id }: { account: number; id: number }) {
  const [link, setLink] = useState<string | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => ask('POST /approvals/{id}/link', { account, path: { id } }),
    onSuccess: (made) => setLink(made.link),
  });
  return (
    <>
      <RowButton label={say.makeLink} of={say.text(id)} loading={isPending} onClick={() => mutate()} />
      {error && <Fault error={error} />}
      <SecretOnce title={say.linkTitle} secret={link} label={often.theLink} close={() => setLink(null)}>
        <p className="quiet">{say.linkHelp}</p>
      </SecretOnce>
    </>
  );
}

function Decide({ account, value }: { account: number; value: Approval }) {
  const id = value.message_id;
  const decide = (decision: 'approve' | 'reject') => () =>
    ask('POST /approvals/{id}', { account, path: { id }, body: { decision } });
  const changes = keyOf('/approvals', account);
  return (
    <div className="row-actions">
      <Confirm
        label={say.approve}
        of={say.text(id)}
        title={say.approveTitle}
        run={decide('approve')}
        changes={changes}
        isDanger={false}
      >
        <p className="whole-body">{value.body}</p>
        <p className="quiet">{say.approveWhy(value.address_norm)}</p>
      </Confirm>
      <Confirm
        label={say.reject}
        of={say.text(id)}
        title={say.rejectTitle}
        run={decide('reject')}
        changes={changes}
      >
        {say.rejectWhy}
      </Confirm>
      <MakeLink account={account} id={id} />
    </div>
  );
}

const titleOf = ({ address_norm, body }: Approval) => (
  <>
    <ThreadLink address={address_norm} hasNumber />
    <p className="whole-body">{body}</p>
  </>
);

const TextLink = ({ id }: { id: number }) => <AccountLink to={`/texts/${id}`}>{say.text(id)}</AccountLink>;

const useApprovals = ({ account, keyId }: ListProps, state: 'pending' | 'decided') =>
  useInfiniteQuery(
    pagesOf('GET /approvals', 'approvals', {
      account,
      query: { state, ...(keyId && { asked_by: keyId }) },
    }),
  );

/** Those that wait, oldest first, each with what a person may do. */
export function PendingTexts(props: ListProps) {
  const query = useApprovals(props, 'pending');
  return (
    <ResourceLines
      query={query}
      keyOf={({ message_id }) => message_id}
      title={titleOf}
      note={(one) => (
        <Say
          words={say.askedBy}
          parts={{
            text: <TextLink id={one.message_id} />,
            key: keyNameOf(one),
            at: <Instant at={one.created_at} />,
            until: <Instant at={one.expires_at} />,
          }}
        />
      )}
      action={(one) => <Decide account={props.account} value={one} />}
      empty={{ title: say.noneWait, text: say.noneWaitHelp }}
    />
  );
}

/** Those that were decided, newest first. */
export function Decided(props: ListProps) {
  const query = useApprovals(props, 'decided');
  return (
    <ResourceLines
      query={query}
      keyOf={({ message_id }) => message_id}
      title={titleOf}
      note={(one) => (
        <Say
          words={one.by_link ? say.becameByLink : say.became}
          parts={{
            text: <TextLink id={one.message_id} />,
            decision: say.decisions[one.decision ?? 'withdrawn'],
            key: keyNameOf(one),
            at: one.decided_at && <Instant at={one.decided_at} />,
          }}
        />
      )}
      empty={{ title: say.noneDecided, text: say.noneDecidedHelp }}
    />
  );
}
