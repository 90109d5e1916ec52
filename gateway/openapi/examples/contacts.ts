// Examples of contacts, their groups and files, and of the search.
import { exampleContact, exampleGroup } from '../../schemas/resources/contacts/contact.ts';
import { exampleThread } from '../../schemas/resources/conversations/thread.ts';
import { exampleMessage } from '../../schemas/resources/messages/message.ts';
import type { Examples } from '../types.ts';

const contact = { summary: 'The contact.', value: { contact: exampleContact } };
const group = { summary: 'The group.', value: { group: exampleGroup } };
const isDone = { summary: 'It is gone.', value: { ok: true } };

export const contacts: Readonly<Record<string, Examples>> = {
  listContacts: {
    answers: { page: { summary: 'One contact.', value: { contacts: [exampleContact], next_cursor: null } } },
  },
  findContacts: {
    answers: {
      found: {
        summary: 'One of the numbers has a name.',
        value: { found: [{ address: '+15005550006', contact: exampleContact }] },
      },
    },
  },
  putContact: {
    bodies: {
      contact: {
        summary: 'A number and its name.',
        value: { address: '(500) 555-0006', name: 'Ada Lovelace', note: 'Prefers mornings.', groups: [3] },
      },
    },
    answers: { added: { summary: 'It was added.', value: { contact: exampleContact, added: true } } },
  },
  getContact: { answers: { contact } },
  updateContact: {
    bodies: { name: { summary: 'Another name.', value: { name: 'Ada Lovelace' } } },
    answers: { contact },
  },
  deleteContact: { answers: { gone: isDone } },
  importContacts: {
    bodies: {
      csv: {
        summary: 'Two contacts, one of them in two groups.',
        value: {
          csv: 'name,address,note,groups\nAda Lovelace,+15005550006,Prefers mornings.,Patients;Friends\nBo,12,,\n',
        },
      },
      vcard: {
        summary: 'A vCard.',
        value: {
          vcard: 'BEGIN:VCARD\nVERSION:3.0\nFN:Ada Lovelace\nTEL;TYPE=CELL:+15005550006\nEND:VCARD\n',
        },
      },
    },
    answers: {
      imported: {
        summary: 'One was added, and one is no number.',
        value: {
          ...{ added: 1, changed: 0, known: 0, refused: 1 },
          faulty: [
            { line: 3, error: 'address is not a phone number that can be texted', code: 'invalid_address' },
          ],
        },
      },
    },
  },
  exportContactsCsv: {
    answers: {
      file: {
        summary: 'The file.',
        value:
          'name,address,note,groups\r\n"Ada Lovelace","\'+15005550006","Prefers mornings.","Patients"\r\n',
      },
    },
  },
  exportContactsVcard: {
    answers: {
      file: {
        summary: 'The file.',
        value: 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Lovelace\r\nTEL;TYPE=CELL:+15005550006\r\nEND:VCARD\r\n',
      },
    },
  },
  listContactGroups: {
    answers: { page: { summary: 'One group.', value: { groups: [exampleGroup], next_cursor: null } } },
  },
  putContactGroup: {
    bodies: { group: { summary: 'A group.', value: { name: 'Patients' } } },
    answers: { group },
  },
  getContactGroup: { answers: { group } },
  renameContactGroup: {
    bodies: { name: { summary: 'Another name.', value: { name: 'Patients' } } },
    answers: { group },
  },
  deleteContactGroup: { answers: { gone: isDone } },
  listGroupMembers: {
    answers: { page: { summary: 'One member.', value: { contacts: [exampleContact], next_cursor: null } } },
  },
  changeGroupMembers: {
    bodies: { one: { summary: 'One comes and one goes.', value: { add: [12], remove: [13] } } },
    answers: { group },
  },
  searchAccount: {
    answers: {
      found: {
        summary: 'What a name and a number find.',
        value: {
          contacts: [exampleContact],
          threads: [exampleThread],
          messages: [exampleMessage],
          next_before: null,
        },
      },
    },
  },
};
