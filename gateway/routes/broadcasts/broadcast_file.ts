// The account's broadcasts as a file: a line for each, with what became of it.
import {
  BroadcastService,
  type ListBroadcastsResponse,
} from '../../../proto/gen/textrelay/v1/broadcast_service_pb.ts';
import { csvHead, csvRow } from '../../edge/answers/csv.ts';
import { accountOf } from '../../edge/app.ts';
import { type Route, route } from '../../interface/route.ts';
import { renderBroadcast } from '../../resources/broadcasts/broadcast.ts';
import { FileAnswer } from '../../schemas/answers.ts';

const { listBroadcasts: method } = BroadcastService.method;

/** Broadcasts that are read at a time, and pages of a file, at most. */
const rowsOfPage = 500;
const mostPages = 20;

const columns = [
  'id',
  'name',
  'state',
  'recipients',
  'accepted',
  'refused',
  'delivered',
  'failed',
  'cancelled',
  'replied',
  'created_at',
  'send_at',
  'started_at',
  'ended_at',
] as const satisfies readonly (keyof ReturnType<typeof renderBroadcast>)[];

export const downloadBroadcasts: Route = route('GET /api/v1/broadcasts.csv', {
  id: 'exportBroadcasts',
  tag: 'Broadcasts',
  summary: 'Download the broadcasts, newest first, with what became of each, as comma-separated values.',
  description: 'The newest 10,000, as they were last counted. At most 2 downloads at a time for an account.',
  admittedFor: method,
  mediaType: 'text/csv',
  answer: FileAnswer,
  handler: (request, { ask, csvFiles }, reply) => {
    let pages = 0;
    const accountId = accountOf(request);
    return csvFiles.send<ListBroadcastsResponse>(request, reply, accountId, {
      head: csvHead(columns),
      read: async (after) => {
        if (after && (after.nextCursor === undefined || pages >= mostPages)) return undefined;
        pages++;
        return ask(method, { accountId, limit: rowsOfPage, cursor: after?.nextCursor });
      },
      write: ({ broadcasts }) =>
        broadcasts
          .map(renderBroadcast)
          .map((broadcast) => csvRow(columns.map((name) => broadcast[name])))
          .join(''),
    });
  },
});
