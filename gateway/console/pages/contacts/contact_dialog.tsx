// One contact: added, or changed. It opens beside a thread as well.
import { Checkbox, Modal } from '@mantine/core';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { type Contact, contactsKey, groupsKey } from '../../api/contacts.ts';
import type { Schemas } from '../../api/types.ts';
import { AskForm, useRefresh } from '../../ui/form.tsx';
import { contacts as say } from '../../words/en/contacts.ts';
import { often } from '../../words/en/often.ts';

interface ContactDialogProps {
  account: number;
  /** The contact that is changed; null for a new one. */
  contact: Contact | null;
  groups: readonly Schemas['ContactGroup'][];
  /** The number of a new one. */
  address?: string;
  close: () => void;
}

export function ContactDialog({ account, contact, groups, address = '', close }: ContactDialogProps) {
  const [chosen, setChosen] = useState((contact?.groups ?? []).map(String));
  const refresh = useRefresh();
  return (
    <Modal opened onClose={close} title={contact ? say.changeTitle : say.addTitle}>
      <AskForm
        action={contact ? often.save : say.add}
        fields={{
          name: { label: often.name, initial: contact?.name ?? '', maxLength: 200, isFirst: true },
          address: { label: often.phoneNumber, type: 'tel', initial: contact?.address ?? address },
          note: {
            label: say.note,
            type: 'lines',
            initial: contact?.note ?? '',
            isOptional: true,
            maxLength: 2_000,
          },
        }}
        send={(values): Promise<unknown> => {
          const body = { ...values, address: values.address.trim(), groups: chosen.map(Number) };
          return contact
            ? ask('PATCH /contacts/{id}', { account, path: { id: contact.id }, body })
            : ask('POST /contacts', { account, body });
        }}
        onDone={() => {
          refresh(contactsKey(account), groupsKey(account));
          close();
        }}
      >
        {groups.length > 0 && (
          <Checkbox.Group label={say.groups} value={chosen} onChange={setChosen}>
            <div className="contact-groups">
              {groups.map(({ id, name }) => (
                <Checkbox key={id} value={String(id)} label={name} />
              ))}
            </div>
          </Checkbox.Group>
        )}
      </AskForm>
    </Modal>
  );
}
