// How long texts are kept.
import { Type } from 'typebox';
import type {
  GetRetentionResponse,
  RetentionDays,
} from '../../../proto/gen/textrelay/v1/retention_service_pb.ts';
import { nullable } from '../../schemas/kinds.ts';
import { madeOf, missing } from '../../schemas/resource.ts';

const days = (least: number, description: string) =>
  nullable(
    Type.Integer({ minimum: 0, maximum: 3_650, description: `${description} 0 or ${least} to 3,650.` }),
  );

const fields = {
  texts_days: days(32, 'Days that texts are kept, with all that is known of them; 0 for ever.'),
  words_days: days(1, 'Days that the words of texts are kept; 0 for as long as the text.'),
  logs_days: days(
    1,
    'Days that logs of webhooks and of refusals are kept; 0 for as long as their own bounds.',
  ),
};

export const SetRetentionBody = Type.Object(fields, {
  title: 'SetRetention',
  description: 'How long texts are kept; null for as is usual.',
});

const { Shape, render } = madeOf<RetentionDays>().resource(
  'RetentionDays',
  'How long texts are kept; null where it is not said.',
  fields,
);

export const RetentionAnswer = Type.Object(
  { own: Shape, usual: Shape },
  {
    title: 'RetentionAnswer',
    description: 'The account’s own days, and those that hold where it has none: null is for ever there.',
  },
);

export const renderRetention = ({ own, usual }: Pick<GetRetentionResponse, 'own' | 'usual'>) => ({
  own: render(own ?? missing()),
  usual: render(usual ?? missing()),
});
