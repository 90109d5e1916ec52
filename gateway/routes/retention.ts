// How long the account's texts are kept.
import {
  type ExportAccountResponse,
  RetentionService,
} from '../../proto/gen/textrelay/v1/retention_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { type Route, route } from '../interface/route.ts';
import { RetentionAnswer, renderRetention, SetRetentionBody } from '../resources/retention/retention.ts';
import { FileAnswer } from '../schemas/answers.ts';

const { method } = RetentionService;

const getRetention = route('GET /api/v1/retention', {
  id: 'consoleGetRetention',
  summary: 'Read how long the account’s texts are kept.',
  session: 'account',
  answer: RetentionAnswer,
  handler: async (request, { ask }) =>
    renderRetention(await ask(method.getRetention, { accountId: accountOf(request) }, request)),
});

const setRetention = route('PUT /api/v1/retention', {
  id: 'consoleSetRetention',
  summary: 'Set how long the account’s texts are kept.',
  description: 'A shorter time also applies to existing texts: they are deleted, and cannot be brought back.',
  session: 'account',
  body: SetRetentionBody,
  answer: RetentionAnswer,
  handler: async (request, { ask }) => {
    const { texts_days: texts, words_days: words, logs_days: logs } = request.body;
    const own = {
      textsDays: texts ?? undefined,
      wordsDays: words ?? undefined,
      logsDays: logs ?? undefined,
    };
    return renderRetention(await ask(method.setRetention, { accountId: accountOf(request), own }, request));
  },
});

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

export const retentionRoutes: readonly Route[] = [getRetention, setRetention, exportAccount];
