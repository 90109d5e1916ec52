// The person behind a number: by name where there is one.
import { useAccountId } from '../api/account.ts';
import { useContact } from '../api/contacts.ts';

/** The name of a number, or the number. The number of one that has a name stands beside it where there is space. */
export function Who({ address, hasNumber = false }: { address: string; hasNumber?: boolean }) {
  const contact = useContact(useAccountId(), address);
  if (!contact) return <span className="number">{address}</span>;
  return (
    <span title={address}>
      {contact.name}
      {hasNumber && <span className="quiet number"> {address}</span>}
    </span>
  );
}
