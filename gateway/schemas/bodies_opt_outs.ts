// What requests about opt-outs may hold.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Static, Type } from 'typebox';
import type { OptOutSettingsSchema } from '../../proto/gen/textrelay/v1/opt_out_service_pb.ts';
import { nullable } from './kinds.ts';
import { requireText } from './text_rules.ts';

/** A file of 1 MiB as JSON writes it: each end of a line may take a character more. */
export const importBytes = 1_200_000;

export const ImportBody = Type.Object(
  {
    csv: Type.String({
      description: 'The file: at most 10,000 lines and 1 MiB.',
    }),
  },
  { title: 'ImportOptOuts', description: 'A file of recipients who want no texts.' },
);

const answer = (to: string) =>
  Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: 320,
        description: `What is answered to ${to}; null or left out for nothing.`,
      }),
    ),
  );

export const OptOutSettingsBody = Type.Object(
  {
    stop_words: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 20 }), {
        maxItems: 20,
        description: 'Words that mean stop besides those that all accounts understand.',
      }),
    ),
    stop_answer: answer('a stop'),
    start_answer: answer('a start'),
    help_answer: answer('a call for help'),
  },
  { title: 'SetOptOutSettings', description: 'All settings of opt-outs.' },
);

/** The settings that a body asks for. Throws INVALID_REQUEST for what protobuf cannot carry. */
export function readSettings(
  body: Static<typeof OptOutSettingsBody>,
): MessageInitShape<typeof OptOutSettingsSchema> {
  const { stop_words: words = [], stop_answer: stop, start_answer: start, help_answer: help } = body;
  return {
    stopWords: words.map((word) => requireText(word, 'stop_words')),
    ...(stop != null && { stopAnswer: requireText(stop, 'stop_answer') }),
    ...(start != null && { startAnswer: requireText(start, 'start_answer') }),
    ...(help != null && { helpAnswer: requireText(help, 'help_answer') }),
  };
}
