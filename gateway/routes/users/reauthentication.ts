// Credentials of a person, besides the password: the second factor (an authenticator app, and recovery codes for when it is
// lost), re-authentication before a change, and the list of changes in how they sign in.
import { type Static, Type } from 'typebox';
import { UserService } from '../../../proto/gen/textrelay/v1/user_service_pb.ts';
import { invalidRequest } from '../../errors/errors.ts';
import { type Route, route } from '../../interface/route.ts';
import { renderSecurityEvent, SecurityEventShape } from '../../resources/users/user.ts';
import { DoneAnswer, done } from '../../schemas/answers.ts';
import { text } from '../../schemas/kinds.ts';
import { QuestionAnswer, renderQuestion, ticketField, webauthnJson, webauthnText } from './passkeys.ts';

const { method } = UserService;

const PasswordBody = Type.Object(
  {
    password: Type.Optional(
      Type.String({
        maxLength: 400,
        description: 'The person’s password; not needed within five minutes of a re-authentication.',
      }),
    ),
  },
  { title: 'OwnPassword' },
);

const startTotp = route('POST /api/v1/console/me/totp', {
  id: 'consoleStartTotp',
  summary: 'Ask for a secret for an authenticator app.',
  session: 'session',
  refusals: ['reauthentication_required', 'wrong_credentials', 'already_exists'],
  body: PasswordBody,
  answer: Type.Object(
    { secret: text('Base32, to be typed into an app.'), uri: text('The same for a QR code.') },
    { title: 'TotpSecret' },
  ),
  handler: async (request, { ask }) => {
    const { secret, uri } = await ask(method.startTotp, { password: request.body.password }, request);
    return { secret, uri };
  },
});

const confirmTotp = route('POST /api/v1/console/me/totp/confirm', {
  id: 'consoleConfirmTotp',
  summary: 'Show that the app has the secret: from now on signing in asks for its codes.',
  session: 'session',
  refusals: ['wrong_credentials', 'already_exists'],
  body: Type.Object(
    { code: Type.String({ maxLength: 40, description: 'What the app shows.' }) },
    { title: 'TotpCode' },
  ),
  answer: Type.Object(
    {
      recovery_codes: Type.Array(Type.String(), {
        description: 'Each stands in for a code once. Shown this once.',
      }),
    },
    { title: 'RecoveryCodes' },
  ),
  handler: async (request, { ask, browsers }) => {
    const asked = { code: request.body.code, browser: browsers.read(request) };
    return { recovery_codes: (await ask(method.confirmTotp, asked, request)).recoveryCodes };
  },
});

const removeTotp = route('DELETE /api/v1/console/me/totp', {
  id: 'consoleRemoveTotp',
  summary: 'Take the second factor away.',
  session: 'session',
  refusals: ['reauthentication_required', 'wrong_credentials'],
  body: PasswordBody,
  answer: DoneAnswer,
  handler: async (request, { ask, browsers }) => {
    const asked = { password: request.body.password, browser: browsers.read(request) };
    await ask(method.removeTotp, asked, request);
    return done;
  },
});

const beginReauthentication = route('POST /api/v1/console/me/reauthentication/options', {
  id: 'consoleBeginReauthentication',
  summary: 'Read the challenge that the browser passes to the person’s passkeys.',
  session: 'session',
  refusals: ['not_found'],
  answer: QuestionAnswer,
  handler: async (request, { ask, browsers }) =>
    renderQuestion(await ask(method.beginReauthentication, { browser: browsers.read(request) }, request)),
});

const ReauthenticationBody = Type.Object(
  {
    password: Type.Optional(Type.String({ maxLength: 400, description: 'The person’s password.' })),
    ticket: Type.Optional(ticketField),
    response: Type.Optional(webauthnJson('What the browser answered.')),
  },
  { title: 'Reauthenticate', description: 'The password, or the ticket and the response of a passkey.' },
);

/** The credential in a body. Throws INVALID_REQUEST unless it is one of the two. */
function credentialOf({ password, ticket, response }: Static<typeof ReauthenticationBody>) {
  if (password !== undefined && ticket === undefined && response === undefined)
    return { case: 'password' as const, value: password };
  if (password !== undefined || ticket === undefined || response === undefined)
    throw invalidRequest('password, or ticket and response, is required');
  return { case: 'passkey' as const, value: { ticket, responseJson: webauthnText(response) } };
}

const reauthenticate = route('POST /api/v1/console/me/reauthentication', {
  id: 'consoleReauthenticate',
  summary: 'Sign in once more: for five minutes the session may change how one signs in.',
  session: 'session',
  refusals: ['wrong_credentials'],
  body: ReauthenticationBody,
  answer: DoneAnswer,
  handler: async (request, { ask, browsers }) => {
    const asked = { browser: browsers.read(request), credential: credentialOf(request.body) };
    await ask(method.reauthenticate, asked, request);
    return done;
  },
});

const listSecurityEvents = route('GET /api/v1/console/me/security-events', {
  id: 'consoleListSecurityEvents',
  summary: 'List what changed in how the person signs in.',
  session: 'session',
  answer: Type.Object(
    { security_events: Type.Array(SecurityEventShape, { description: 'Newest first, 50 at most.' }) },
    { title: 'SecurityEvents' },
  ),
  handler: async (request, { ask }) => {
    const { securityEvents } = await ask(method.listSecurityEvents, {}, request);
    return { security_events: securityEvents.map(renderSecurityEvent) };
  },
});

export const reauthenticationRoutes: readonly Route[] = [
  startTotp,
  confirmTotp,
  removeTotp,
  beginReauthentication,
  reauthenticate,
  listSecurityEvents,
];
