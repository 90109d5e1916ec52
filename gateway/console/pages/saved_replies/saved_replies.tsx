// The replies that the account's people keep to use again.
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountId } from '../../api/account.ts';
import { ask } from '../../api/ask.ts';
import { keyOf } from '../../api/queries.ts';
import type { Schemas } from '../../api/types.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { AskForm } from '../../ui/form.tsx';
import { useFormDialog } from '../../ui/form_dialog.tsx';
import { Page } from '../../ui/page.tsx';
import { ResourceTable } from '../../ui/resources.tsx';
import { RowButton } from '../../ui/row_button.tsx';
import { often } from '../../words/en/often.ts';
import { savedReplies as say } from '../../words/en/saved_replies.ts';
import { savedRepliesQuery } from './saved_reply_queries.ts';

type SavedReply = Schemas['SavedReply'];

const fieldsOf = (reply?: SavedReply) =>
  ({
    name: {
      label: often.name,
      description: say.nameHelp,
      maxLength: 100,
      isFirst: true,
      initial: reply?.name ?? '',
    },
    body: { label: often.text, type: 'lines', maxLength: 1_600, initial: reply?.body ?? '' },
  }) as const;

function Change({ account, reply }: { account: number; reply: SavedReply }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowButton label={often.change} of={reply.name} onClick={() => setOpen(true)} />
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={say.changeOf(reply.name)}>
        <AskForm
          action={often.save}
          fields={fieldsOf(reply)}
          send={(body) => ask('PUT /saved-replies/{id}', { account, path: { id: reply.id }, body })}
          changes={keyOf('/saved-replies', account)}
          onDone={() => setOpen(false)}
        />
      </Modal>
    </>
  );
}

export function SavedRepliesPage() {
  const account = useAccountId();
  const query = useQuery(savedRepliesQuery(account));
  const { button, dialog } = useFormDialog({
    button: say.add,
    title: say.add,
    action: often.save,
    fields: fieldsOf(),
    send: (body) => ask('POST /saved-replies', { account, body }),
    changes: keyOf('/saved-replies', account),
  });
  return (
    <Page title={say.title} lead={say.lead} actions={button}>
      <ResourceTable
        query={query}
        keyOf={({ id }) => id}
        columns={[
          [often.name, ({ name }) => <strong>{name}</strong>],
          [often.text, ({ body }) => <span className="reply-words">{body}</span>],
        ]}
        action={(reply) => (
          <>
            <Change account={account} reply={reply} />
            <Confirm
              label={often.remove}
              of={reply.name}
              title={say.removeOf(reply.name)}
              run={() => ask('DELETE /saved-replies/{id}', { account, path: { id: reply.id } })}
              changes={keyOf('/saved-replies', account)}
            >
              {say.removeWhy}
            </Confirm>
          </>
        )}
        empty={{
          title: say.none,
          text: say.noneHelp,
          action: button,
        }}
      />
      {dialog}
    </Page>
  );
}
