// What people, keys and operators changed in the account, for its owner.
import { ChangeCaller, ChangeService } from '../../proto/gen/textrelay/v1/change_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { text } from '../schemas/kinds.ts';
import { filterText, optionalWord, type Parameter, pageOf, textCursor } from '../schemas/parameters.ts';
import { ChangesAnswer, callers, renderChange } from '../schemas/resources/changes/account_change.ts';
import { type Route, route } from './route.ts';

const { method } = ChangeService;

const callerWord = optionalWord(callers.all, 'Only changes by such a caller.');
const caller: Parameter<ChangeCaller> = {
  ...callerWord,
  read(value, name): ChangeCaller {
    const word = callerWord.read(value || undefined, name);
    return word === undefined ? ChangeCaller.UNSPECIFIED : callers.valueOf(word);
  },
};

const listChanges = route('GET /api/v1/changes', {
  id: 'consoleListChanges',
  summary: 'Read what was changed in the account, and by whom.',
  session: 'account',
  query: {
    ...pageOf('changes', textCursor),
    caller,
    method: filterText(
      text('Only calls of this method, like KeyService/RevokeKey, or of this service, like KeyService.'),
    ),
  },
  answer: ChangesAnswer,
  handler: async (request, { ask }) => {
    const { caller: callerKind, ...query } = request.query;
    const asked = { accountId: accountOf(request), callerKind, ...query };
    const { changes, nextCursor } = await ask(method.listAccountChanges, asked, request);
    return { changes: changes.map(renderChange), next_cursor: nextCursor ?? null };
  },
});

export const changeRoutes: readonly Route[] = [listChanges];
