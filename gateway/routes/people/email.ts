// A person shows that an e-mail address is theirs, their own or one that is to take its place.
import { Type } from 'typebox';
import { PeopleService } from '../../../proto/gen/textrelay/v1/people_service_pb.ts';
import type { Ask } from '../../core/ask.ts';
import type { App } from '../../edge/app.ts';
import { DoneAnswer, done } from '../../schemas/answers.ts';
import { missing } from '../../schemas/resource.ts';
import { PersonAnswer, renderPerson } from '../../schemas/resources/person.ts';
import { requireText } from '../../schemas/text_rules.ts';
import type { Browsers } from '../../session/browser.ts';

const { method } = PeopleService;

const EmailBody = Type.Object(
  {
    email: Type.String({
      maxLength: 300,
      description: 'The own address, or the new one: at most 254 characters.',
    }),
    password: Type.Optional(
      Type.String({
        maxLength: 400,
        description: 'The person’s password; not needed within five minutes of a proof.',
      }),
    ),
  },
  { title: 'AskEmail' },
);
const ProofBody = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 100, description: 'The link’s token.' }) },
  { title: 'ProveEmail' },
);

export function addEmailRoutes(app: App, ask: Ask, browsers: Browsers): void {
  app.route({
    method: 'POST',
    url: '/api/v1/console/me/email',
    config: {
      id: 'consoleAskEmail',
      tag: 'Console',
      summary: 'Ask for a mail with a link that shows that an e-mail address is one’s own.',
      description:
        'At most 3 an hour. Where its recipient got 5 such mails and invitations in the last hour, no other is sent, and ' +
        'the answer is the same.',
      session: 'session',
      refusals: ['proof_needed', 'wrong_credentials', 'rate_limited'],
    },
    schema: { body: EmailBody, response: { 200: DoneAnswer } },
    handler: async (request) => {
      const { email, password } = request.body;
      const asked = {
        email: requireText(email, 'email'),
        password: requireText(password ?? '', 'password'),
      };
      await ask(method.askEmail, asked, request);
      return done;
    },
  });

  app.route({
    method: 'POST',
    url: '/api/v1/console/me/email/proof',
    config: {
      id: 'consoleProveEmail',
      tag: 'Console',
      summary: 'Open the link of such a mail: the address is proved, and the person’s.',
      session: 'session',
      refusals: ['link_expired', 'already_exists'],
    },
    schema: { body: ProofBody, response: { 200: PersonAnswer } },
    handler: async (request) => {
      const token = requireText(request.body.token, 'token');
      const { person } = await ask(method.proveEmail, { token, browser: browsers.read(request) }, request);
      return { person: renderPerson(person ?? missing()) };
    },
  });
}
