// What is erased on request, for the owner of the account.
import { ErasureService } from '../../proto/gen/textrelay/v1/erasure_service_pb.ts';
import { accountOf } from '../edge/app.ts';
import { type Route, route } from '../interface/route.ts';
import {
  EraseAccountBody,
  EraseRecipientBody,
  ErasureAnswer,
  ErasuresAnswer,
  renderErasure,
} from '../resources/retention/erasure.ts';
import { idCursor, pageOf } from '../schemas/parameters.ts';
import { missing } from '../schemas/resource.ts';

const { method } = ErasureService;

const listErasures = route('GET /api/v1/erasures', {
  id: 'consoleListErasures',
  summary: 'Read what was erased, and who asked for it.',
  session: 'account',
  query: pageOf('requests', idCursor),
  answer: ErasuresAnswer,
  handler: async (request, { ask }) => {
    const page = await ask(method.listErasures, { accountId: accountOf(request), ...request.query }, request);
    return { erasures: page.erasures.map(renderErasure), next_cursor: page.nextCursor?.toString() ?? null };
  },
});

const eraseRecipient = route('POST /api/v1/erasures', {
  id: 'consoleEraseRecipient',
  summary: 'Erase a recipient of the account.',
  description:
    'Texts and their words, the conversation, notes, the contact, rows of broadcasts, and what logs say of them. A text that waits to be sent to ' +
    'them is cancelled, and one on its way is erased once it has ended. An opt-out stays, and so do incoming webhooks and keys that name them: the ' +
    'answer lists these. The owner re-authenticates first.',
  session: 'account',
  refusals: ['invalid_address', 'reauthentication_required'],
  body: EraseRecipientBody,
  answer: ErasureAnswer,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.body };
    const { erasure } = await ask(method.eraseRecipient, asked, request);
    return { erasure: renderErasure(erasure ?? missing()) };
  },
});

const eraseAccount = route('DELETE /api/v1/account', {
  id: 'consoleEraseAccount',
  summary: 'End the account at once, and erase all of it.',
  description: 'The owner first re-authenticates.',
  session: 'account',
  refusals: ['reauthentication_required'],
  body: EraseAccountBody,
  answer: ErasureAnswer,
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), ...request.body };
    const { erasure } = await ask(method.eraseAccount, asked, request);
    return { erasure: renderErasure(erasure ?? missing()) };
  },
});

export const erasureRoutes: readonly Route[] = [listErasures, eraseRecipient, eraseAccount];
