// Names the number of a thread, or changes what is known of it.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useRole } from '../../api/account.ts';
import { type Contact, groupsQuery } from '../../api/contacts.ts';
import { threads as say } from '../../words/en/threads.ts';

// It is loaded when somebody opens it.
const Dialog = lazy(async () => ({
  default: (await import('../contacts/contact_dialog.tsx')).ContactDialog,
}));

interface NameButtonProps {
  account: number;
  address: string;
  contact: Contact | null;
}

export function NameButton({ account, address, contact }: NameButtonProps) {
  const { canSend } = useRole();
  const [isOpen, setOpen] = useState(false);
  const { data: groups } = useQuery({ ...groupsQuery(account), enabled: isOpen });
  // Senders that are names have no number to text to.
  if (!canSend || !/^\+\d+$/.test(address)) return null;
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {contact ? say.contact : say.addName}
      </Button>
      {isOpen && groups && (
        <Suspense>
          <Dialog
            account={account}
            contact={contact}
            groups={groups}
            address={address}
            close={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
