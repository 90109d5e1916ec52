// How long the account's texts are kept.
import { RetentionService } from '../../proto/gen/textrelay/v1/retention_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { RetentionAnswer, renderRetention, SetRetentionBody } from '../schemas/resources/retention.ts';
import { type Route, route } from './route.ts';

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
  description:
    'A shorter time holds for the texts that are there, too: they are deleted, and cannot be brought back.',
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

export const retentionRoutes: readonly Route[] = [getRetention, setRetention];
