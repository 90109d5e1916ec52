// Which events a webhook gets, as a form has them: a box for each type, and one for the words of texts.
import type { Schemas } from '../../api/types.ts';
import { delivery as say } from '../../words/en/delivery.ts';

type Webhook = Schemas['Webhook'];
export type EventType = Webhook['types'][number];

const textTypes = ['text.received', 'text.updated'] as const;
const standardTypes = [
  ...textTypes,
  'device.offline',
  'device.online',
  'recipient.opted_out',
  'usage.near_cap',
] as const;
type StandardType = (typeof standardTypes)[number];

/** The types that a format has words for; of the format of SMSGate, the one that the webhook has. */
export function typesOf({ format, types }: Pick<Webhook, 'format' | 'types'>): readonly EventType[] {
  if (format === 'smsgate') return types;
  return format === 'twilio' ? textTypes : standardTypes;
}

const box = (type: StandardType, chosen: readonly EventType[]) =>
  ({ label: say.types[type], type: 'checkbox', initial: chosen.includes(type) }) as const;

/** The boxes, ticked where a webhook has them. */
export const typeBoxes = (chosen: readonly EventType[] = standardTypes) => ({
  'text.received': box('text.received', chosen),
  'text.updated': box('text.updated', chosen),
  'device.offline': box('device.offline', chosen),
  'device.online': box('device.online', chosen),
  'recipient.opted_out': box('recipient.opted_out', chosen),
  'usage.near_cap': box('usage.near_cap', chosen),
});

export const wordsBox = (isLeftOut: boolean) =>
  ({ label: say.withoutWords, type: 'checkbox', initial: isLeftOut }) as const;

/** The types that are ticked, of those that a format has words for. */
export const tickedOf = (values: Record<StandardType, boolean>, format: Webhook['format']): EventType[] =>
  typesOf({ format, types: [] }).filter((type) => values[type as StandardType]);

/** Whether something is ticked that the format has words for: a webhook gets at least one type. */
export const isSomeTicked = (values: Record<StandardType, boolean>, format: Webhook['format']): boolean =>
  format === 'smsgate' || tickedOf(values, format).length > 0;
