// How many texts an account sent and received, by time; also as a file.
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import type { Stat } from '../../proto/gen/textrelay/v1/stats_pb.ts';
import { csvHead, csvRow } from '../edge/answers/csv.ts';
import { accountOf } from '../edge/app.ts';
import { type Route, route } from '../interface/route.ts';
import {
  renderStat,
  renderStats,
  StatsShape,
  statsColumns,
  statsParameters,
} from '../resources/accounts/stats.ts';
import { FileAnswer } from '../schemas/answers.ts';

const { listStats: method } = AccountService.method;

const listStats = route('GET /api/v1/stats', {
  id: 'listStats',
  tag: 'Beyond sending',
  summary: 'Read how many texts were sent, delivered, failed and received, by day, week or month.',
  description:
    'At most 400 days, and 10,000 stats. Days are those of the account’s clock: the zone of its quiet hours, UTC without ' +
    'any.',
  admittedFor: method,
  readsMuch: true,
  query: statsParameters,
  answer: StatsShape,
  handler: async (request, { ask }) =>
    renderStats(await ask(method, { accountId: accountOf(request), ...request.query })),
});

const downloadStats = route('GET /api/v1/stats.csv', {
  id: 'exportStats',
  tag: 'Beyond sending',
  summary: 'Download the stats as comma-separated values.',
  description: 'Takes what the stats take. At most 2 downloads at a time for an account.',
  admittedFor: method,
  mediaType: 'text/csv',
  query: statsParameters,
  answer: FileAnswer,
  handler: (request, { ask, csvFiles }, reply) => {
    const asked = { accountId: accountOf(request), ...request.query };
    return csvFiles.send<Stat[]>(request, reply, asked.accountId, {
      head: csvHead(statsColumns),
      read: async (after) => (after ? undefined : (await ask(method, asked)).stats),
      write: (stats) =>
        stats
          .map(renderStat)
          .map((row) => csvRow(statsColumns.map((name) => row[name])))
          .join(''),
    });
  },
});

export const statsRoutes: readonly Route[] = [listStats, downloadStats];
