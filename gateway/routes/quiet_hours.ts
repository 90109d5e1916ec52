// The part of the day in which an account's texts don't leave (beyond the promised interface).
import type { Static } from 'typebox';
import { AccountService } from '../../proto/gen/textrelay/v1/account_service_pb.ts';
import type { Ask } from '../core/ask.ts';
import { type App, accountOf } from '../edge/app.ts';
import { unavailable } from '../edge/errors.ts';
import { QuietHoursAnswer, renderQuietHours, SetQuietHoursBody } from '../schemas/resources/quiet_hours.ts';
import { requireText } from '../schemas/text_rules.ts';

const { method } = AccountService;
const url = '/api/v1/quiet-hours';
const tag = 'Beyond sending';

export function addQuietHoursRoutes(app: App, ask: Ask): void {
  app.route({
    method: 'GET',
    url,
    config: {
      id: 'getQuietHours',
      tag,
      summary: 'Read the hours in which the account’s texts don’t leave.',
      admittedFor: method.getQuietHours,
    },
    schema: { response: { 200: QuietHoursAnswer } },
    handler: async (request) => {
      const { quietHours } = await ask(method.getQuietHours, { accountId: accountOf(request) });
      return { quiet_hours: quietHours ? renderQuietHours(quietHours) : null };
    },
  });

  app.route({
    method: 'PUT',
    url,
    config: {
      id: 'setQuietHours',
      tag,
      summary: 'Set the hours in which the account’s texts don’t leave.',
      description:
        'A text that is accepted within them, or asks for an instant within them, leaves when they end, unless it is urgent. ' +
        'Texts that were accepted before keep their time.',
      admittedFor: method.setQuietHours,
    },
    schema: { body: SetQuietHoursBody, response: { 200: QuietHoursAnswer } },
    handler: async (request) => {
      const { time_zone: timeZone, from, until } = request.body as Static<typeof SetQuietHoursBody>;
      const asked = { timeZone: requireText(timeZone, 'time_zone'), from, until };
      const { quietHours } = await ask(method.setQuietHours, {
        accountId: accountOf(request),
        quietHours: asked,
      });
      if (!quietHours) throw unavailable();
      return { quiet_hours: renderQuietHours(quietHours) };
    },
  });

  app.route({
    method: 'DELETE',
    url,
    config: {
      id: 'clearQuietHours',
      tag,
      summary: 'Have no quiet hours any more.',
      description: 'Texts that wait for their end keep their time.',
      admittedFor: method.setQuietHours,
    },
    schema: { response: { 200: QuietHoursAnswer } },
    handler: async (request) => {
      await ask(method.setQuietHours, { accountId: accountOf(request) });
      return { quiet_hours: null };
    },
  });
}
