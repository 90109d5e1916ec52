// The recipients who want no texts of the account, as a file.
import { type ListOptOutsResponse, OptOutService } from '../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { csvHead, csvRow } from '../edge/answers/csv.ts';
import { accountOf } from '../edge/app.ts';
import { type Route, route } from '../interface/route.ts';
import { renderOptOut } from '../resources/opt_outs/opt_out.ts';
import { FileAnswer } from '../schemas/answers.ts';

const { method } = OptOutService;

/** Rows that are read at a time for a file. */
const exportPage = 500;

const exportOptOuts = route('GET /api/v1/opt-outs/export', {
  id: 'exportOptOuts',
  tag: 'Opt-outs',
  summary: 'Download all opt-outs as comma-separated values: address, since, source.',
  description:
    'Newest first, and at most 2 downloads at a time for an account. Values are quoted, and one that a ' +
    'spreadsheet would take for a formula, as every number with a plus, has an apostrophe before it; an import reads ' +
    'it as it is.',
  admittedFor: method.listOptOuts,
  mediaType: 'text/csv',
  answer: FileAnswer,
  handler: (request, { ask, csvFiles }, reply) => {
    const accountId = accountOf(request);
    return csvFiles.send<ListOptOutsResponse>(request, reply, accountId, {
      head: csvHead(['address', 'since', 'source']),
      read: async (after) =>
        after && after.nextCursor === undefined
          ? undefined
          : ask(method.listOptOuts, { accountId, limit: exportPage, cursor: after?.nextCursor }),
      write: ({ optOuts }) =>
        optOuts
          .map(renderOptOut)
          .map(({ address, since, source }) => csvRow([address, since, source]))
          .join(''),
    });
  },
});

export const optOutRoutes: readonly Route[] = [exportOptOuts];
