// Contacts as files: comma-separated values and vCards, in and out.
import { Type } from 'typebox';
import {
  ContactService,
  type ListContactGroupsResponse,
  type ListContactsResponse,
} from '../../../proto/gen/textrelay/v1/contact_service_pb.ts';
import { ErrorCode } from '../../../proto/gen/textrelay/v1/error_pb.ts';
import { writeCard } from '../../../runtime/files/vcard.ts';
import { importContacts, mostFaults } from '../../contact_files/import_contacts.ts';
import type { Ask } from '../../core_client/ask.ts';
import { csvHead, csvRow } from '../../edge/answers/csv.ts';
import { accountOf } from '../../edge/app.ts';
import { invalidRequest, Refusal } from '../../errors/errors.ts';
import { type Route, route } from '../../interface/route.ts';
import { FaultyLineShape } from '../../resources/opt_outs/opt_out.ts';
import { FileAnswer } from '../../schemas/answers.ts';
import { integer } from '../../schemas/kinds.ts';
import { optionalId } from '../../schemas/parameters.ts';

const { method } = ContactService;

const tag = 'Contacts';

/** Contacts that are read at a time for a file. */
const exportPage = 500;
/** A file of 8 MiB as JSON writes it: ends of lines and quotation marks take a character more. */
const importBytes = 10 * 1024 * 1024;

type Named = ListContactsResponse['contacts'][number];

/** The names of an account's groups. */
async function groupNames(ask: Ask, accountId: bigint): Promise<Map<bigint, string>> {
  const names = new Map<bigint, string>();
  let page: ListContactGroupsResponse | undefined;
  do {
    page = await ask(method.listContactGroups, { accountId, limit: exportPage, cursor: page?.nextCursor });
    for (const { id, name } of page.groups) names.set(id, name);
  } while (page.nextCursor !== undefined);
  return names;
}

interface Form {
  line: `GET /${string}`;
  id: string;
  summary: string;
  description?: string;
  mediaType: string;
  head: string;
  write: (contact: Named, groups: readonly string[]) => string;
}

const exportAs = ({ line, head, write, mediaType, description = '', ...form }: Form) =>
  route(line, {
    ...form,
    tag,
    description: `In order of name, and at most 2 downloads at a time for an account. ${description}`.trim(),
    admittedFor: method.listContacts,
    mediaType,
    query: { group: optionalId('group', 'The id of a group: its members alone.') },
    answer: FileAnswer,
    handler: async (request, { ask, csvFiles }, reply) => {
      const accountId = accountOf(request);
      const { group } = request.query;
      const names = await groupNames(ask, accountId);
      return csvFiles.send<ListContactsResponse>(request, reply, accountId, {
        mediaType,
        head,
        read: async (after) =>
          after && after.nextCursor === undefined
            ? undefined
            : ask(method.listContacts, { accountId, group, limit: exportPage, cursor: after?.nextCursor }),
        write: ({ contacts }) =>
          contacts
            .map((contact) =>
              write(
                contact,
                contact.groups.flatMap((id) => names.get(id) ?? []),
              ),
            )
            .join(''),
      });
    },
  });

const exportCsv = exportAs({
  line: 'GET /api/v1/contacts/export.csv',
  id: 'exportContactsCsv',
  summary: 'Download contacts as comma-separated values: name, address, note, groups.',
  description:
    'Values are quoted, and one that a spreadsheet would take for a formula, as every number with a plus, has an apostrophe ' +
    'before it; an import reads it as it is. Semicolons stand between groups.',
  mediaType: 'text/csv',
  head: csvHead(['name', 'address', 'note', 'groups']),
  write: ({ name, address, note }, groups) => csvRow([name, address, note, groups.join(';')]),
});

const exportVcf = exportAs({
  line: 'GET /api/v1/contacts/export.vcf',
  id: 'exportContactsVcard',
  summary: 'Download contacts as vCards of version 3.0.',
  mediaType: 'text/vcard',
  head: '',
  write: ({ name, address, note }, groups) => writeCard({ name, numbers: [address], note, groups }),
});

/** Accounts that are importing a file: one file at a time. */
const underWay = new Set<bigint>();

async function oneAtATime<T>(accountId: bigint, work: () => Promise<T>): Promise<T> {
  if (underWay.has(accountId))
    throw new Refusal(ErrorCode.RATE_LIMITED, 'another file of contacts is being imported', {
      retryAfterSeconds: 5,
    });
  underWay.add(accountId);
  try {
    return await work();
  } finally {
    underWay.delete(accountId);
  }
}

const importFile = route('POST /api/v1/contacts/import', {
  id: 'importContacts',
  tag,
  summary: 'Add and change contacts by a file of comma-separated values or vCards.',
  description:
    'A line of the first ten names the columns of comma-separated values, in the words of thirteen languages, and of Google, Outlook, ' +
    'Thunderbird, Mailchimp, Brevo, HubSpot and Shopify: a number and a name, or parts of one; and note and groups where there are ' +
    'such. Of each row and each vCard the mobile numbers are taken, or all where there are none, and never a fax. A row that cannot be ' +
    'taken is named by its line and harms no other; of several with one number the first counts. Groups that are not ' +
    'there are made, and no contact leaves one. The same file again changes nothing, so that it can be sent again after any ' +
    'other answer. One file of an account at a time.',
  admittedFor: method.importContacts,
  bodyBytes: importBytes,
  body: Type.Object(
    {
      csv: Type.Optional(Type.String({ description: 'The file: at most 100,000 contacts and 8 MiB.' })),
      vcard: Type.Optional(
        Type.String({ description: 'The same as vCards. Exactly one of the two must be given.' }),
      ),
    },
    { title: 'ImportContacts', description: 'A file of contacts.' },
  ),
  answer: Type.Object(
    {
      added: integer(0, 'Contacts that were added.'),
      changed: integer(0, 'Contacts that were there already and changed.'),
      known: integer(0, 'Contacts that were there already and did not change.'),
      refused: integer(0, 'Rows that were not taken.'),
      faulty: Type.Array(FaultyLineShape, {
        description: `The first ${mostFaults} of them, in their order.`,
      }),
    },
    { title: 'ContactImport', description: 'What became of a file.' },
  ),
  handler: async (request, { ask }) => {
    const { csv, vcard } = request.body;
    if ((csv === undefined) === (vcard === undefined))
      throw invalidRequest('exactly one of csv and vcard is required');
    const accountId = accountOf(request);
    return oneAtATime(accountId, () =>
      csv === undefined
        ? importContacts(ask, accountId, 'vcard', vcard ?? '')
        : importContacts(ask, accountId, 'csv', csv),
    );
  },
});

export const contactFileRoutes: readonly Route[] = [importFile, exportCsv, exportVcf];
