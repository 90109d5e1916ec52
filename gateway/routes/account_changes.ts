// What people, keys and operators changed in the account, for its owner.
import { ChangeService } from '../../proto/gen/textrelay/v1/change_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { pageOf, textCursor } from '../schemas/parameters.ts';
import { ChangesAnswer, renderChange } from '../schemas/resources/account_change.ts';
import { type Route, route } from './route.ts';

const { method } = ChangeService;

const listChanges = route('GET /api/v1/changes', {
  id: 'consoleListChanges',
  summary: 'Read what was changed in the account, and by whom.',
  session: 'account',
  query: pageOf('changes', textCursor),
  answer: ChangesAnswer,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.query };
    const { changes, nextCursor } = await ask(method.listAccountChanges, asked, request);
    return { changes: changes.map(renderChange), next_cursor: nextCursor ?? null };
  },
});

export const changeRoutes: readonly Route[] = [listChanges];
