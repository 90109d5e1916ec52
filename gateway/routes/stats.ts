// How many texts an account sent and received, as a file.
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import { type ListStatsRequest, type Stat, StatSchema } from '../../proto/gen/textrelay/v1/stats_pb.ts';
import { csvHead, csvRow } from '../edge/answers/csv.ts';
import { accountOf } from '../edge/app.ts';
import { queryParameter } from '../interface/parameters.ts';
import { resource } from '../interface/resources.ts';
import { type Route, route } from '../interface/route.ts';
import { FileAnswer } from '../schemas/answers.ts';

const { listStats: method } = AccountService.method;
const { Shape, render } = resource(StatSchema);
const columns = Object.keys(Shape.properties) as (keyof ReturnType<typeof render>)[];

const fields = method.input.fields.filter(({ name }) => name !== 'account_id');

export const downloadStats: Route = route('GET /api/v1/stats.csv', {
  id: 'exportStats',
  tag: 'Beyond sending',
  summary: 'Download the stats as comma-separated values.',
  description: 'Takes what the stats take. At most 2 downloads at a time for an account.',
  admittedFor: method,
  mediaType: 'text/csv',
  query: Object.fromEntries(fields.map((field) => [field.name, queryParameter(field)])),
  answer: FileAnswer,
  handler: (request, { ask, csvFiles }, reply) => {
    const wanted = request.query as Pick<ListStatsRequest, 'from' | 'to' | 'by' | 'split'>;
    const asked = { accountId: accountOf(request), ...wanted };
    return csvFiles.send<Stat[]>(request, reply, asked.accountId, {
      head: csvHead(columns),
      read: async (after) => (after ? undefined : (await ask(method, asked)).stats),
      write: (stats) =>
        stats
          .map(render)
          .map((row) => csvRow(columns.map((name) => row[name])))
          .join(''),
    });
  },
});
