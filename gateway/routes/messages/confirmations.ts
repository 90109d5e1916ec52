// Texts that wait for a person, and the links that decide one without a session. A link leads to a page of the console
// with its token behind the "#": opening it decides nothing, so that programs that check links in mails decide nothing
// either.
import { Type } from 'typebox';
import { ConfirmationService } from '../../../proto/gen/textrelay/v1/confirmation_service_pb.ts';
import { accountOf } from '../../edge/app.ts';
import { invalidRequest } from '../../edge/errors/errors.ts';
import { pageAnswer } from '../../schemas/answers.ts';
import { instant, nullable, oneOf, text } from '../../schemas/kinds.ts';
import { idCursor, optionalKey, type Parameter, pageOf, pathId } from '../../schemas/parameters.ts';
import { instantOrNull } from '../../schemas/resource.ts';
import {
  ConfirmationShape,
  DecisionBody,
  DecisionField,
  LinkedConfirmationShape,
  readDecision,
  renderConfirmation,
  renderLinkedConfirmation,
} from '../../schemas/resources/messages/confirmation.ts';
import { type Route, route } from '../route.ts';

const { method } = ConfirmationService;

const confirmationPath = { id: pathId('message', 'The id of the text.') };
const keepsWaiting = ['account_suspended', 'cap_reached', 'no_plan', 'no_subscription'] as const;

const states = ['waiting', 'decided'] as const;
const state: Parameter<boolean> = {
  schema: oneOf(states, 'waiting, as when it is left out: oldest first. decided: newest first.'),
  read(value) {
    const said = value ?? 'waiting';
    if (said !== 'waiting' && said !== 'decided')
      throw invalidRequest(`state must be ${states.join(' or ')}`);
    return said === 'decided';
  },
};

const listConfirmations = route('GET /api/v1/confirmations', {
  id: 'consoleListConfirmations',
  summary:
    'List texts that wait for a person, oldest first, or that were decided, newest first. Needs the role member.',
  session: 'account',
  query: {
    ...pageOf('confirmations', idCursor),
    state,
    asked_by: optionalKey('Only those that the key with this id asked for.'),
  },
  answer: pageAnswer('confirmations', ConfirmationShape, 'In order of the texts’ ids.', {
    title: 'Confirmations',
  }),
  holdsTexts: true,
  handler: async (request, { ask }) => {
    const { limit, cursor, state: decided, asked_by: keyId } = request.query;
    const asked = { accountId: accountOf(request), limit, cursor, decided, keyId };
    const { confirmations, nextCursor } = await ask(method.listConfirmations, asked, request);
    return {
      confirmations: confirmations.map(renderConfirmation),
      next_cursor: nextCursor?.toString() ?? null,
    };
  },
});

const decideConfirmation = route('POST /api/v1/confirmations/:id', {
  id: 'consoleDecideText',
  summary: 'Confirm or reject a text that waits for a person. Needs the role member.',
  session: 'account',
  refusals: ['confirmation_over', ...keepsWaiting],
  path: confirmationPath,
  body: DecisionBody,
  answer: Type.Object({ confirmation: ConfirmationShape }, { title: 'DecidedText' }),
  handler: async (request, { ask }) => {
    const asked = {
      ...{ accountId: accountOf(request), messageId: request.params.id },
      decision: readDecision(request.body.decision),
    };
    const { confirmation } = await ask(method.decideConfirmation, asked, request);
    return { confirmation: renderConfirmation(confirmation) };
  },
});

const makeLink = route('POST /api/v1/confirmations/:id/link', {
  id: 'consoleMakeConfirmationLink',
  summary: 'Make a link by which somebody without a session decides one text, once. Needs the role member.',
  session: 'account',
  refusals: ['confirmation_over'],
  path: confirmationPath,
  answer: Type.Object(
    {
      link: text(
        'Shown this once. It takes the place of an older one for the text; opening it decides nothing.',
      ),
      expires_at: nullable(instant('Until when the text waits.')),
    },
    { title: 'ConfirmationLink' },
  ),
  handler: async (request, { ask }) => {
    const asked = { accountId: accountOf(request), messageId: request.params.id };
    const { link, expiresAt } = await ask(method.createConfirmationLink, asked, request);
    return { link, expires_at: instantOrNull(expiresAt) };
  },
});

const token = Type.String({ minLength: 1, maxLength: 100, description: 'The link’s token.' });

const readLink = route('POST /api/v1/console/confirmation-links/read', {
  id: 'consoleReadConfirmationLink',
  summary: 'Read what a link decides.',
  session: 'open',
  refusals: ['link_expired', 'confirmation_over'],
  body: Type.Object({ token }, { title: 'ConfirmationToken' }),
  answer: Type.Object({ confirmation: LinkedConfirmationShape }, { title: 'LinkedText' }),
  handler: async (request, { ask }) => {
    const { confirmation } = await ask(method.getConfirmationLink, { token: request.body.token }, request);
    return { confirmation: renderLinkedConfirmation(confirmation) };
  },
});

const decideByLink = route('POST /api/v1/console/confirmation-links/decide', {
  id: 'consoleDecideByLink',
  summary: 'Confirm or reject a text by a link.',
  session: 'open',
  refusals: ['link_expired', 'confirmation_over', ...keepsWaiting],
  body: Type.Object({ token, decision: DecisionField }, { title: 'DecideByLink' }),
  answer: Type.Object({ confirmation: LinkedConfirmationShape }, { title: 'TextDecidedByLink' }),
  handler: async (request, { ask }) => {
    const asked = { token: request.body.token, decision: readDecision(request.body.decision) };
    const { confirmation } = await ask(method.decideByLink, asked, request);
    return { confirmation: renderLinkedConfirmation(confirmation) };
  },
});

export const confirmationRoutes: readonly Route[] = [
  listConfirmations,
  decideConfirmation,
  makeLink,
  readLink,
  decideByLink,
];
