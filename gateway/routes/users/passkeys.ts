// Passkeys: challenges for them and their answers, and those that a person has. WebAuthn says what a challenge holds,
// and may change it.
import { Type } from 'typebox';
import { UserService } from '../../../proto/gen/textrelay/v1/user_service_pb.ts';
import { invalidRequest } from '../../errors/errors.ts';
import { type Route, route } from '../../interface/route.ts';
import { PasskeyShape, renderPasskey } from '../../resources/users/user.ts';
import { DoneAnswer, done } from '../../schemas/answers.ts';
import { nameText, text } from '../../schemas/kinds.ts';
import { pathId } from '../../schemas/parameters.ts';

const { method } = UserService;

export const ticketField = Type.String({ maxLength: 200, description: 'The ticket from the step before.' });

export const webauthnJson = (description: string) =>
  Type.Unsafe<object>({ type: 'object', additionalProperties: true, description });

export const QuestionAnswer = Type.Object(
  { ticket: text('To be sent back with the answer.'), options: webauthnJson('WebAuthn’s options.') },
  { title: 'PasskeyQuestion' },
);

/** A challenge from the core for the browser's passkeys. */
export const renderQuestion = ({ ticket, optionsJson }: { ticket: string; optionsJson: string }) => ({
  ticket,
  options: JSON.parse(optionsJson) as object,
});

/** A browser's answer, as the core takes it. Throws INVALID_REQUEST for one that is nested too deeply to be written down. */
export function webauthnText(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw invalidRequest('response must be what the browser answered');
  }
}

const beginPasskeyRegistration = route('POST /api/v1/console/me/passkeys/options', {
  id: 'consoleBeginPasskeyRegistration',
  summary: 'Read how the browser is to make a passkey.',
  session: 'session',
  refusals: ['reauthentication_required'],
  answer: QuestionAnswer,
  handler: async (request, { ask, browsers }) =>
    renderQuestion(await ask(method.beginPasskeyRegistration, { browser: browsers.read(request) }, request)),
});

const addPasskey = route('POST /api/v1/console/me/passkeys', {
  id: 'consoleAddPasskey',
  summary: 'Add a passkey that the browser has made.',
  session: 'session',
  refusals: ['wrong_credentials', 'already_exists'],
  body: Type.Object(
    {
      ticket: ticketField,
      name: nameText('What its owner calls it.'),
      response: webauthnJson('What the browser answered.'),
    },
    { title: 'AddPasskey' },
  ),
  answer: Type.Object({ passkey: PasskeyShape }, { title: 'OnePasskey' }),
  handler: async (request, { ask, browsers }) => {
    const { ticket, name, response } = request.body;
    const asked = { ticket, name, responseJson: webauthnText(response), browser: browsers.read(request) };
    return { passkey: renderPasskey((await ask(method.addPasskey, asked, request)).passkey) };
  },
});

const removePasskey = route('DELETE /api/v1/console/me/passkeys/:id', {
  id: 'consoleRemovePasskey',
  summary: 'Remove a passkey.',
  session: 'session',
  refusals: ['reauthentication_required', 'not_found'],
  path: { id: pathId('passkey') },
  answer: DoneAnswer,
  handler: async (request, { ask, browsers }) => {
    const asked = { passkeyId: request.params.id, browser: browsers.read(request) };
    await ask(method.removePasskey, asked, request);
    return done;
  },
});

export const passkeyRoutes: readonly Route[] = [beginPasskeyRegistration, addPasskey, removePasskey];
