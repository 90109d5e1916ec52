// What would become of texts that were sent now: checked and judged as a send does it, and nothing is written.
import type { Clock } from '../../../runtime/clock.ts';
import { quotaMonth } from '../../domain/month.ts';
import { type Usage, usageOf } from '../../domain/quota.ts';
import type { ReferenceBits } from '../../domain/text.ts';
import type { Tier } from '../../domain/tier.ts';
import { busy, notFound, Refusal } from '../../errors.ts';
import type { Message } from '../../store/messages/message_fields.ts';
import type { PreviewOutcome, TextToPreview } from '../../store/messages/preview_texts.ts';
import type { Store } from '../../store/store.ts';
import { newestMonthAt } from '../plans/heal_months.ts';
import {
  checkText,
  isRead,
  type OutboundText,
  readAddresses,
  type SoundText,
  unasked,
} from './outbound_text.ts';
import { differs, type Refused, refusal } from './send_answers.ts';

/** What would become of a text. */
export interface Preview {
  /** Why a send would refuse it; null when it would be accepted, now or as a replay. */
  refusal: Refusal | null;
  /** Null for a text that is malformed. */
  form: Pick<TextToPreview, 'addressNorm' | 'encoding' | 'segments'> | null;
  /** Null for a text that is malformed, and for an account that does not exist. */
  usage: Usage | null;
  /** A text was accepted under the same client_ref before, or would be earlier in the list. */
  replayed: boolean;
  /** The text that was accepted under the same client_ref before; null where there is none yet. */
  original: Message | null;
  /** The text asks for another body, recipient or route than the original has. */
  differs: boolean;
  route: PreviewOutcome['route'];
  device: PreviewOutcome['device'];
  /** The carrier that would most likely take it. */
  carrier: string | null;
  /** When it would leave; null for at once. */
  leavesAtMs: number | null;
}

/** Judges up to 500 texts of accounts that were admitted, as if they were sent together. */
export type PreviewTexts = (texts: readonly (OutboundText & { accountId: bigint })[]) => Promise<Preview[]>;

/** A carrier's name for a text that a carrier would take; null when none is configured that could. */
export type LikelyCarrier = (
  addressNorm: string,
  segments: number,
  way: Pick<PreviewOutcome, 'numberedCarriers' | 'mayBeShared'>,
) => string | null;

interface PreviewOptions {
  store: Pick<Store, 'previewTexts' | 'listCountries' | 'listMessages'>;
  clock: Clock;
  tiers: readonly Tier[];
  referenceBits: ReferenceBits;
  likelyCarrier: LikelyCarrier;
}

const refused = (refusal: Refusal): Preview => ({
  refusal,
  form: null,
  usage: null,
  replayed: false,
  original: null,
  differs: false,
  route: null,
  device: null,
  carrier: null,
  leavesAtMs: null,
});

/** Why a send would refuse the text; null for one that it would accept. */
function refusalOf(text: TextToPreview, verdict: PreviewOutcome['verdict'], usage: Usage): Refusal | null {
  if (verdict === 'accepted' || verdict === 'replayed') return null;
  // A send brings the month back first, which writes.
  if (verdict === 'period_ahead') return busy();
  return refusal(verdict as Refused, usage, text);
}

/** Binds it to the store. */
export function createPreview(options: PreviewOptions): PreviewTexts {
  const { store, clock, tiers, referenceBits, likelyCarrier } = options;
  const plans = tiers.map((tier) => tier.plan);
  const caps = tiers.map((tier) => tier.textsCap);

  const check = (text: OutboundText & { accountId: bigint }): SoundText | Refusal => {
    try {
      const form = checkText(text, referenceBits);
      return {
        ...unasked,
        ...text,
        ...form,
        keyHash: null,
        confirmsStop: false,
        isTimed: true,
        leavesLocked: false,
        isRepeat: false,
        isHealed: false,
      };
    } catch (error) {
      if (error instanceof Refusal) return error;
      throw error;
    }
  };

  /** Checks texts and reads their addresses. In their order. */
  const read = async (texts: Parameters<PreviewTexts>[0]): Promise<(TextToPreview | Refusal)[]> => {
    const checked = texts.map(check);
    const sound = checked.filter((text): text is SoundText => !(text instanceof Refusal));
    const isAllRead = sound.every(isRead);
    const addressed = (isAllRead ? sound : await readAddresses(sound, store)).values();
    return checked.map((text) =>
      text instanceof Refusal ? text : (addressed.next().value as TextToPreview | Refusal),
    );
  };

  const judge = async (texts: readonly TextToPreview[]): Promise<Preview[]> => {
    const nowMs = clock.nowMs();
    const month = quotaMonth(nowMs);
    const outcomes = await store.previewTexts(texts, {
      nowMs,
      month: month.firstDay,
      newestMonth: newestMonthAt(nowMs),
      plans,
      caps,
    });
    const named = outcomes.flatMap(({ accountId, originalId: id }) =>
      accountId !== null && id !== null ? { accountId, id } : [],
    );
    const originals = new Map(
      (named.length > 0 ? await store.listMessages(named) : []).map((message) => [
        `${message.accountId}/${message.id}`,
        message,
      ]),
    );
    return outcomes.map((outcome, index): Preview => {
      const text = texts[index] as TextToPreview;
      const { verdict, accountId, originalId, route, device, leavesAtMs } = outcome;
      if (verdict === 'no_account') return refused(notFound('account'));
      const usage = usageOf({ ...outcome, period: month.firstDay }, tiers, month);
      const original = originals.get(`${accountId}/${originalId}`) ?? null;
      const { addressNorm, encoding, segments } = text;
      return {
        refusal: refusalOf(text, verdict, usage),
        form: { addressNorm, encoding, segments },
        usage,
        replayed: original !== null,
        original,
        differs: original !== null && differs(text, original),
        route,
        device,
        leavesAtMs: verdict === 'accepted' ? leavesAtMs : null,
        carrier: route === 'gateway' ? likelyCarrier(addressNorm, segments, outcome) : null,
      };
    });
  };

  /** The same with client_refs that come again: each is answered as its first one, as its replay where that is accepted. */
  const judgeRefs = async (texts: readonly TextToPreview[]): Promise<Preview[]> => {
    const firsts = new Map<string | TextToPreview, TextToPreview>();
    const nameOf = (text: TextToPreview) =>
      text.clientRef === null ? text : `${text.accountId}/${text.clientRef}`;
    for (const text of texts) if (!firsts.has(nameOf(text))) firsts.set(nameOf(text), text);
    const asked = [...firsts.values()];
    const judged = await judge(asked);
    const previews = new Map(asked.map((text, index) => [text, judged[index] as Preview]));
    return texts.map((text) => {
      const first = firsts.get(nameOf(text)) as TextToPreview;
      const preview = previews.get(first) as Preview;
      if (first === text || preview.refusal !== null) return preview;
      const { original, route } = preview;
      const isOther = differs(text, original ?? { ...first, route: route ?? 'device' });
      return { ...preview, replayed: true, differs: isOther };
    });
  };

  return async (texts) => {
    const forms = await read(texts);
    const sound = forms.filter((text): text is TextToPreview => !(text instanceof Refusal));
    const judged = (sound.length > 0 ? await judgeRefs(sound) : []).values();
    return forms.map((text) => (text instanceof Refusal ? refused(text) : (judged.next().value as Preview)));
  };
}
