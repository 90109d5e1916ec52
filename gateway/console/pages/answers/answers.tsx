// The answers that the account's people keep to use again.
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
import { answersQuery } from './answer_queries.ts';

type Answer = Schemas['CannedAnswer'];

const fieldsOf = (answer?: Answer) =>
  ({
    name: {
      label: 'Name',
      description: 'What you find it by.',
      maxLength: 100,
      isFirst: true,
      initial: answer?.name ?? '',
    },
    body: { label: 'Text', type: 'lines', maxLength: 1_600, initial: answer?.body ?? '' },
  }) as const;

function Change({ account, answer }: { account: number; answer: Answer }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowButton label="Change" of={answer.name} onClick={() => setOpen(true)} />
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={`Change “${answer.name}”`}>
        <AskForm
          action="Save"
          fields={fieldsOf(answer)}
          send={(body) => ask('PUT /canned-answers/{id}', { account, path: { id: answer.id }, body })}
          changes={keyOf('/canned-answers', account)}
          onDone={() => setOpen(false)}
        />
      </Modal>
    </>
  );
}

export function AnswersPage() {
  const account = useAccountId();
  const query = useQuery(answersQuery(account));
  const { button, dialog } = useFormDialog({
    button: 'Keep an answer',
    title: 'Keep an answer',
    action: 'Keep it',
    fields: fieldsOf(),
    send: (body) => ask('POST /canned-answers', { account, body }),
    changes: keyOf('/canned-answers', account),
  });
  return (
    <Page
      title="Answers"
      lead="Texts that you write often. All people of this account choose them in a thread, and change them there before they send."
      actions={button}
    >
      <ResourceTable
        query={query}
        keyOf={({ id }) => id}
        columns={[
          ['Name', ({ name }) => <strong>{name}</strong>],
          ['Text', ({ body }) => <span className="answer-words">{body}</span>],
        ]}
        action={(answer) => (
          <>
            <Change account={account} answer={answer} />
            <Confirm
              label="Remove"
              of={answer.name}
              title={`Remove “${answer.name}”?`}
              run={() => ask('DELETE /canned-answers/{id}', { account, path: { id: answer.id } })}
              changes={keyOf('/canned-answers', account)}
            >
              Nobody of this account finds it any more. Texts that were sent stay.
            </Confirm>
          </>
        )}
        empty={{
          title: 'No answer yet',
          text: 'Keep what you write often, like opening hours or the way to you.',
          action: button,
        }}
      />
      {dialog}
    </Page>
  );
}
