// A text as the app reads it in a list.
import type { DriverJob } from '../driver.ts';
import type { OpenText } from './open_texts.ts';

/** A text as the app reads it. */
export interface Item {
  id: string;
  textMessage: { text: string };
  phoneNumbers: string[];
  simNumber?: number;
  withDeliveryReport: true;
  validUntil: string;
  createdAt: string;
  state: 'Pending' | 'Cancelling';
}

/** Without `validUntilMs` it is a question: its deadline has long passed by any clock. */
export const itemOf = (
  { job, text }: { job: DriverJob; text: OpenText },
  choosesSim: boolean,
  validUntilMs = 0,
  state: Item['state'] = 'Pending',
): Item => ({
  id: text.id,
  textMessage: { text: job.body },
  phoneNumbers: [job.address],
  ...(choosesSim && { simNumber: job.sim }),
  withDeliveryReport: true,
  validUntil: new Date(validUntilMs).toISOString(),
  createdAt: new Date(text.atMs).toISOString(),
  state,
});
