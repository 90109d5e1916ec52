// Examples of changes of contacts, and of their files.
import type { Examples } from '../types.ts';

export const contacts: Readonly<Record<string, Examples>> = {
  updateContact: {
    bodies: { name: { summary: 'Another name; the rest stays.', value: { name: 'Ada Lovelace' } } },
  },
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
};
