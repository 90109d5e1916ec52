// How many texts an account sent and received, by time; also as a file.
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import type { Figure } from '../../proto/gen/textrelay/v1/figure_pb.ts';
import { csvHead, csvRow } from '../edge/answers/csv.ts';
import { accountOf } from '../edge/app.ts';
import { FileAnswer } from '../schemas/answers.ts';
import {
  FiguresShape,
  figureColumns,
  figureParameters,
  renderFigure,
  renderFigures,
} from '../schemas/resources/accounts/figure.ts';
import { type Route, route } from './route.ts';

const { listFigures: method } = AccountService.method;

const listFigures = route('GET /api/v1/figures', {
  id: 'listFigures',
  tag: 'Beyond sending',
  summary: 'Read how many texts were sent, delivered, failed and received, by day, week or month.',
  description:
    'At most 400 days, and 10,000 figures. Days are those of the account’s clock: the zone of its quiet hours, UTC without ' +
    'any.',
  admittedFor: method,
  readsMuch: true,
  query: figureParameters,
  answer: FiguresShape,
  handler: async (request, { ask }) =>
    renderFigures(await ask(method, { accountId: accountOf(request), ...request.query })),
});

const downloadFigures = route('GET /api/v1/figures.csv', {
  id: 'exportFigures',
  tag: 'Beyond sending',
  summary: 'Download the figures as comma-separated values.',
  description: 'Takes what the figures take. At most 2 downloads at a time for an account.',
  admittedFor: method,
  mediaType: 'text/csv',
  query: figureParameters,
  answer: FileAnswer,
  handler: (request, { ask, csvFiles }, reply) => {
    const asked = { accountId: accountOf(request), ...request.query };
    return csvFiles.send<Figure[]>(request, reply, asked.accountId, {
      head: csvHead(figureColumns),
      read: async (after) => (after ? undefined : (await ask(method, asked)).figures),
      write: (figures) =>
        figures
          .map(renderFigure)
          .map((row) => csvRow(figureColumns.map((name) => row[name])))
          .join(''),
    });
  },
});

export const figureRoutes: readonly Route[] = [listFigures, downloadFigures];
