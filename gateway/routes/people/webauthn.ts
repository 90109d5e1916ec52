// Questions for passkeys and their answers. Their content is WebAuthn's, and changes with it.
import { Type } from 'typebox';
import { invalidRequest } from '../../edge/errors.ts';
import { text } from '../../schemas/kinds.ts';

export const ticketField = Type.String({ maxLength: 200, description: 'Of the step before.' });

export const webauthnJson = (description: string) =>
  Type.Unsafe<object>({ type: 'object', additionalProperties: true, description });

export const QuestionAnswer = Type.Object(
  { ticket: text('To be sent back with the answer.'), options: webauthnJson('WebAuthn’s options.') },
  { title: 'PasskeyQuestion' },
);

/** A question of the core for the browser's passkeys. */
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
