// A text that comes with its key. Key and text are judged by one statement wherever that tells the caller the same as
// judging the key first would: one round trip to the database, not two.
import { Operation } from '../../../proto/gen/textrelay/v1/access_service_pb.ts';
import { accountKeyPrefix, hashSecret, isWellFormedSecret } from '../../domain/api_key.ts';
import { invalidRequest, notFound, Refusal } from '../../errors.ts';
import type { AdmissionRequest, Admit } from '../access/admit.ts';
import { checkForm, type OutboundForm, type OutboundRequest } from './outbound_form.ts';
import type { Send, Sent } from './send.ts';

/** A text whose sender is whom the key at the door stands for. */
export type AdmittedText = Omit<OutboundRequest, 'accountId' | 'keyHash'>;

/** Judges the key, then accepts or refuses the text; throws as `Send` does. */
export type SendAdmitted = (admission: AdmissionRequest, text: AdmittedText) => Promise<Sent>;

/** Binds the two ways to judge a key. */
export function createSendAdmitted(admit: Admit, send: Send): SendAdmitted {
  /** The text as one statement can judge it with its key, or null: a bad key is told before a bad text. */
  const formWithKey = (
    { apiKey, targetAccount }: AdmissionRequest,
    text: AdmittedText,
  ): OutboundForm | null => {
    if (targetAccount !== undefined || !isWellFormedSecret(accountKeyPrefix, apiKey)) return null;
    try {
      const form = checkForm({ ...text, accountId: null, keyHash: hashSecret(apiKey) });
      return form.addressNorm === null ? null : form;
    } catch (error) {
      if (error instanceof Refusal) return null;
      throw error;
    }
  };

  return async (admission, text) => {
    if (admission.operation !== Operation.SEND_MESSAGE) {
      return { outcome: invalidRequest('a text is admitted for the operation SEND_MESSAGE only') };
    }
    const form = formWithKey(admission, text);
    if (form) return send(form);
    const { leavesLocked = false } = text;
    const { accountId, refusal, rate } = await admit({ ...admission, leavesLocked });
    const withRate = rate && { rate };
    if (accountId === undefined) return { outcome: refusal ?? notFound('account'), ...withRate };
    try {
      const { outcome } = await send(checkForm({ ...text, accountId, keyHash: null }));
      return { outcome, ...withRate };
    } catch (error) {
      if (error instanceof Refusal) return { outcome: error, ...withRate };
      throw error;
    }
  };
}
