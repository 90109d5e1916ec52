// Erasing what is kept of one number, and the list of what was erased.
import { Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountId } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { useContact } from '../../api/contacts.ts';
import { keyOf, pagesOf } from '../../api/queries.ts';
import type { Schemas, User } from '../../api/types.ts';
import { AskForm } from '../../ui/form.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { Section } from '../../ui/section.tsx';
import { auditLog } from '../../words/en/audit_log.ts';
import { dataRetention as say } from '../../words/en/data_retention.ts';
import { Say } from '../../words/say.tsx';
import { ReauthenticationForm } from '../me/reauthentication.tsx';

interface Asked {
  address: string;
  note: string;
}

/** What goes and what stays, said before it is done. */
function WhatGoes({ address }: { address: string }) {
  const contact = useContact(useAccountId(), address);
  const { texts, contact: anyContact, broadcasts, logs } = say.goesList;
  const goes = [texts, contact ? say.namedContact(contact.name) : anyContact, broadcasts, logs];
  return (
    <div>
      {say.goes}
      <ul>
        {goes.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
      <p>{say.stays}</p>
      <p>{say.optOutStays}</p>
    </div>
  );
}

export function EraseSection({ user }: { user: User }) {
  const account = useAccountId();
  const [asked, look] = useState<Asked | null>(null);
  const [forms, setForms] = useState(0);
  const close = () => look(null);
  return (
    <Section title={say.erase} lead={say.eraseLead}>
      <AskForm
        key={forms}
        action={say.look}
        fields={{
          address: { label: say.whom, description: say.whomHelp, maxLength: 64, autoComplete: 'off' },
          note: { label: say.note, description: say.noteHelp, isOptional: true, maxLength: 100 },
        }}
        send={async (values) => look({ ...values, address: values.address.trim() })}
      />
      <Modal opened={asked !== null} onClose={close} title={say.eraseOf(asked?.address ?? '')}>
        {asked && (
          <ReauthenticationForm
            user={user}
            lead={<WhatGoes address={asked.address} />}
            action={say.eraseAction}
            color="red.9"
            onKeep={close}
            send={() => ask('POST /erasures', { account, body: asked })}
            changes={keyOf('/erasures', account)}
            onDone={() => {
              close();
              setForms(forms + 1);
              notifications.show({ message: say.erasing });
            }}
          />
        )}
      </Modal>
    </Section>
  );
}

type Erasure = Schemas['Erasure'];

const retainedWords = ({ table, name }: Erasure['retained'][number]) =>
  table === 'incoming_webhook' ? say.incomingWebhook(name) : table === 'api_key' ? say.key(name) : say.optOut;

/** What the owner may still want to change: an erasure leaves settings as they are. */
function WhatStays({ erasure: { retained } }: { erasure: Erasure }) {
  if (retained.length === 0) return null;
  return <div className="quiet">{say.stillNamedBy(retained.map(retainedWords).join(', '))}</div>;
}

/** How much went, and of which tables, by the names that the guides have for them. */
function WhatWent({ erasure: { erased, done_at } }: { erasure: Erasure }) {
  const rows = erased.reduce((sum, each) => sum + each.rows, 0);
  if (rows === 0) return done_at === null ? null : <span className="quiet">{say.nothing}</span>;
  return (
    <details>
      <summary>{say.records(rows)}</summary>
      <ul className="plain-list mono">
        {erased.map((each) => (
          <li key={each.table}>
            {each.table} <span className="number">{each.rows}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

const stateOf = ({ done_at }: Erasure) =>
  done_at === null ? (
    <span className="status status-quiet">{say.underWay}</span>
  ) : (
    <span className="status status-good">
      <Say words={say.doneAt} parts={{ at: <Instant at={done_at} /> }} />
    </span>
  );

/** How often it is asked for what is under way. */
const refetchMs = 3_000;

export function ErasedSection() {
  const account = useAccountId();
  const query = useInfiniteQuery({
    ...pagesOf('GET /erasures', 'erasures', { account }),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ erasures }) => erasures.some(({ done_at }) => done_at === null)) && refetchMs,
  });
  return (
    <Panel title={say.erased}>
      {query.data?.length === 0 && <p className="quiet">{say.noneErased}</p>}
      <ResourceTable
        query={query}
        isBare
        lines={2}
        keyOf={({ id }) => id}
        columns={[
          [say.askedAt, ({ asked_at }) => <Instant at={asked_at} />],
          [say.askedBy, ({ asked_by }) => (asked_by === 'the operator' ? auditLog.theOperator : asked_by)],
          [say.note, ({ note }) => note],
          [say.state, stateOf],
          [
            say.whatWent,
            (erasure) => (
              <>
                <WhatWent erasure={erasure} />
                <WhatStays erasure={erasure} />
              </>
            ),
          ],
        ]}
      />
    </Panel>
  );
}
