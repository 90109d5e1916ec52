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
import { answers as say } from '../../words/en/answers.ts';
import { often } from '../../words/en/often.ts';
import { answersQuery } from './answer_queries.ts';

type Answer = Schemas['CannedAnswer'];

const fieldsOf = (answer?: Answer) =>
  ({
    name: {
      label: often.name,
      description: say.nameHelp,
      maxLength: 100,
      isFirst: true,
      initial: answer?.name ?? '',
    },
    body: { label: often.text, type: 'lines', maxLength: 1_600, initial: answer?.body ?? '' },
  }) as const;

function Change({ account, answer }: { account: number; answer: Answer }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <RowButton label={often.change} of={answer.name} onClick={() => setOpen(true)} />
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={say.changeOf(answer.name)}>
        <AskForm
          action={often.save}
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
    button: say.add,
    title: say.add,
    action: often.save,
    fields: fieldsOf(),
    send: (body) => ask('POST /canned-answers', { account, body }),
    changes: keyOf('/canned-answers', account),
  });
  return (
    <Page title={say.title} lead={say.lead} actions={button}>
      <ResourceTable
        query={query}
        keyOf={({ id }) => id}
        columns={[
          [often.name, ({ name }) => <strong>{name}</strong>],
          [often.text, ({ body }) => <span className="answer-words">{body}</span>],
        ]}
        action={(answer) => (
          <>
            <Change account={account} answer={answer} />
            <Confirm
              label={often.remove}
              of={answer.name}
              title={say.removeOf(answer.name)}
              run={() => ask('DELETE /canned-answers/{id}', { account, path: { id: answer.id } })}
              changes={keyOf('/canned-answers', account)}
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
