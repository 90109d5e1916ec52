// How long the account's texts are kept.
import {
  type ExportAccountResponse,
  RetentionService,
} from '../../proto/gen/textrelay/v1/retention_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { type Route, route } from '../interface/route.ts';
import { FileAnswer } from '../schemas/answers.ts';

const { method } = RetentionService;

/** The session is judged with each page that is read, so that a download ends with it. */
const exportAccount = route('GET /api/v1/export', {
  id: 'consoleExportAccount',
  summary: 'Download all that is kept of the account, a JSON object a line.',
  description:
    'Each line is {"table": ..., "row": ...}. Keys, tokens and secrets are left out. At most 2 downloads at a time for a session.',
  session: 'account',
  mediaType: 'application/x-ndjson',
  refusals: ['rate_limited'],
  answer: FileAnswer,
  handler: (request, { ask, csvFiles }, reply) =>
    csvFiles.send<ExportAccountResponse>(request, reply, accountOf(request), {
      mediaType: 'application/x-ndjson',
      head: '',
      read: async (after) => {
        if (after && after.nextCursor === undefined) return undefined;
        const asked = { accountId: accountOf(request), cursor: after?.nextCursor };
        return ask(method.exportAccount, asked, request);
      },
      write: ({ lines }) => lines.map((line) => `${line}\n`).join(''),
    }),
});

export const retentionRoutes: readonly Route[] = [exportAccount];
