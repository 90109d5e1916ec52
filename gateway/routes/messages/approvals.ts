// Texts that wait for a person, and the links that decide one without a session. A link leads to a page of the console
// with its token behind the "#": opening it decides nothing, so that programs that check links in mails decide nothing
// either.
import { Type } from 'typebox';
import { ApprovalService } from '../../../proto/gen/textrelay/v1/approval_service_pb.ts';
import { accountOf } from '../../edge/app.ts';
import { invalidRequest } from '../../errors/errors.ts';
import { type Route, route } from '../../interface/route.ts';
import {
  ApprovalShape,
  DecisionBody,
  DecisionField,
  LinkedApprovalShape,
  readDecision,
  renderApproval,
  renderLinkedApproval,
} from '../../resources/messages/approval.ts';
import { pageAnswer } from '../../schemas/answers.ts';
import { instant, nullable, oneOf, text } from '../../schemas/kinds.ts';
import { idCursor, optionalId, type Parameter, pageOf, pathId } from '../../schemas/parameters.ts';
import { instantOrNull } from '../../schemas/resource.ts';

const { method } = ApprovalService;

const approvalPath = { id: pathId('message', 'The id of the text.') };
const keepsWaiting = ['account_suspended', 'cap_reached', 'no_plan', 'no_subscription'] as const;

const states = ['pending', 'decided'] as const;
const state: Parameter<boolean> = {
  schema: oneOf(states, 'pending, as when it is left out: oldest first. decided: newest first.'),
  read(value) {
    const said = value ?? 'pending';
    if (said !== 'pending' && said !== 'decided')
      throw invalidRequest(`state must be ${states.join(' or ')}`);
    return said === 'decided';
  },
};

const listApprovals = route('GET /api/v1/approvals', {
  id: 'consoleListApprovals',
  summary:
    'List texts that wait for a person, oldest first, or that were decided, newest first. Needs the role member.',
  session: 'account',
  query: {
    ...pageOf('approvals', idCursor),
    state,
    asked_by: optionalId('key', 'Only those that the key with this id asked for.'),
  },
  answer: pageAnswer('approvals', ApprovalShape, 'In order of the texts’ ids.', {
    title: 'Approvals',
  }),
  holdsTexts: true,
  handler: async (request, { ask }) => {
    const { limit, cursor, state: decided, asked_by: keyId } = request.query;
    const asked = { accountId: accountOf(request), limit, cursor, decided, keyId };
    const { approvals, nextCursor } = await ask(method.listApprovals, asked, request);
    return {
      approvals: approvals.map(renderApproval),
      next_cursor: nextCursor?.toString() ?? null,
    };
  },
});

const decideApproval = route('POST /api/v1/approvals/:id', {
  id: 'consoleDecideText',
  summary: 'Approve or reject a text that waits for a person. Needs the role member.',
  session: 'account',
  refusals: ['approval_not_pending', ...keepsWaiting],
  path: approvalPath,
  body: DecisionBody,
  answer: Type.Object({ approval: ApprovalShape }, { title: 'DecidedText' }),
  handler: async (request, { ask }) => {
    const asked = {
      ...{ accountId: accountOf(request), messageId: request.params.id },
      decision: readDecision(request.body.decision),
    };
    const { approval } = await ask(method.decideApproval, asked, request);
    return { approval: renderApproval(approval) };
  },
});

const makeLink = route('POST /api/v1/approvals/:id/link', {
  id: 'consoleMakeApprovalLink',
  summary: 'Make a link by which somebody without a session decides one text, once. Needs the role member.',
  session: 'account',
  refusals: ['approval_not_pending'],
  path: approvalPath,
  answer: Type.Object(
    {
      link: text(
        'Shown this once. It takes the place of an older one for the text; opening it decides nothing.',
      ),
      expires_at: nullable(instant('Until when the text waits.')),
    },
    { title: 'ApprovalLink' },
  ),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), messageId: request.params.id };
    const { link, expiresAt } = await ask(method.createApprovalLink, asked, request);
    return { link, expires_at: instantOrNull(expiresAt) };
  },
});

const token = Type.String({ minLength: 1, maxLength: 100, description: 'The link’s token.' });

const readLink = route('POST /api/v1/console/approval-links/read', {
  id: 'consoleReadApprovalLink',
  summary: 'Read what a link decides.',
  session: 'open',
  refusals: ['link_expired', 'approval_not_pending'],
  body: Type.Object({ token }, { title: 'ApprovalToken' }),
  answer: Type.Object({ approval: LinkedApprovalShape }, { title: 'LinkedText' }),
  handler: async (request, { ask }) => {
    const { approval } = await ask(method.getApprovalLink, { token: request.body.token }, request);
    return { approval: renderLinkedApproval(approval) };
  },
});

const decideByLink = route('POST /api/v1/console/approval-links/decide', {
  id: 'consoleDecideByLink',
  summary: 'Approve or reject a text by a link.',
  session: 'open',
  refusals: ['link_expired', 'approval_not_pending', ...keepsWaiting],
  body: Type.Object({ token, decision: DecisionField }, { title: 'DecideByLink' }),
  answer: Type.Object({ approval: LinkedApprovalShape }, { title: 'TextDecidedByLink' }),
  handler: async (request, { ask }) => {
    const asked = { token: request.body.token, decision: readDecision(request.body.decision) };
    const { approval } = await ask(method.decideByLink, asked, request);
    return { approval: renderLinkedApproval(approval) };
  },
});

export const approvalRoutes: readonly Route[] = [
  listApprovals,
  decideApproval,
  makeLink,
  readLink,
  decideByLink,
];
