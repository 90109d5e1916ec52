// Previews of texts: they are checked and judged as by a send, and nothing is written.
import { quotaMonth } from '../../domain/plans/month.ts';
import { type Usage, usageOf } from '../../domain/plans/quota.ts';
import { busy, notFound, Refusal } from '../../errors.ts';
import type { Message } from '../../store/messages/message_fields.ts';
import type { LotText, PreviewOutcome, TextToPreview } from '../../store/outbound/preview_texts.ts';
import { invalidKey } from '../access/count_requests.ts';
import { FairBatcher } from '../batches/fair_batcher.ts';
import { isolateFailures } from '../batches/split_batch.ts';
import type { AppContext } from '../context.ts';
import { mapInTurns } from '../in_turns.ts';
import { newestMonthAt } from '../plans/heal_months.ts';
import {
  isRead,
  type OutboundText,
  pastRefusals,
  queueText,
  readAddresses,
  type TextForm,
} from './outbound_text.ts';
import { readOriginals } from './read_originals.ts';
import { differs, type Refused, refusal } from './send_answers.ts';

/** The outcome that a text would have. */
export interface Preview {
  /** Why a send would refuse it; left out when it would be accepted, now or as a replay. */
  refusal?: Refusal | undefined;
  /** Left out for a text that is malformed. */
  form?: Pick<TextToPreview, 'addressNorm' | 'encoding' | 'segments'>;
  /** Left out for a text that is malformed, and for an account that does not exist. */
  usage?: Usage;
  /** A text was accepted under the same client_ref before, or would be earlier in the list. */
  replayed: boolean;
  /** The text that was accepted under the same client_ref before; left out where there is none yet. */
  original?: Message | undefined;
  /** The text asks for another body, recipient or route than the original has. */
  differs: boolean;
  route?: PreviewOutcome['route'];
  device?: PreviewOutcome['device'];
  /** The carrier that would most likely take it. */
  carrier?: string | null;
  /** When it would leave; null or left out for at once. */
  leavesAtMs?: number | null;
}

/** Judges up to 500 texts of accounts that were admitted, as if they were sent together. */
export type PreviewTexts = (
  texts: readonly (OutboundText & { accountId: bigint; policyKey?: string | null })[],
) => Promise<Preview[]>;

/** A carrier's name for a text that a carrier would take; null when none is configured that could. */
export type LikelyCarrier = (
  addressNorm: string,
  segments: number,
  way: Pick<PreviewOutcome, 'numberedCarriers' | 'mayBeShared'>,
) => string | null;

interface PreviewOptions
  extends Pick<
      AppContext<'listCountries' | 'listDeletedTexts' | 'listMessages' | 'previewTexts'>,
      'store' | 'clock' | 'tiers'
    >,
    TextForm {
  likelyCarrier: LikelyCarrier;
}

const refused = (refusal: Refusal): Preview => ({ refusal, replayed: false, differs: false });

/** Why a send would refuse the text; undefined for one that it would accept. */
function refusalOf(text: TextToPreview, { verdict, policy }: PreviewOutcome, usage: Usage) {
  if (verdict === 'accepted' || verdict === 'replayed') return undefined;
  // A send would first move the month back, which writes.
  if (verdict === 'period_ahead') return busy();
  if (verdict === 'invalid_key') return invalidKey();
  return refusal(verdict as Refused, usage, text, policy);
}

/** Texts that are judged as if they were sent together; of them no two have one client_ref. */
type Together = readonly TextToPreview[];
type Judge = (texts: Together) => Promise<Preview[]>;

/** Texts of one statement. */
const maxBatch = 500;
/** Texts that wait for a statement, of one account and of all. */
const maxOfAccount = 5_000;
const maxWaiting = 50_000;

/** Texts with a lot for each account of each list. */
function lotsOf(lists: readonly Together[]): LotText[] {
  let lots = 0n;
  return lists.flatMap((texts) => {
    const ofAccounts = new Map<bigint | null, bigint>();
    return texts.map((text) => {
      const lot = ofAccounts.get(text.accountId) ?? ++lots;
      ofAccounts.set(text.accountId, lot);
      return { ...text, lot };
    });
  });
}

/** Judges lists of texts by one statement, each as if it were alone. */
function createJudge({ store, clock, tiers, likelyCarrier }: PreviewOptions) {
  const plans = tiers.map((tier) => tier.plan);
  const caps = tiers.map((tier) => tier.textsCap);

  const originalsOf = (texts: readonly TextToPreview[], outcomes: readonly PreviewOutcome[]) => {
    const named = outcomes.flatMap(({ accountId, originalId: id }, index) =>
      accountId !== null && id !== null ? { accountId, id, text: texts[index] as TextToPreview } : [],
    );
    return readOriginals(store, named);
  };

  return async (lists: readonly Together[]): Promise<Preview[][]> => {
    const nowMs = clock.nowMs();
    const month = quotaMonth(nowMs);
    const newestMonth = newestMonthAt(nowMs);
    const texts = lotsOf(lists);
    const outcomes = await store.previewTexts(texts, {
      nowMs,
      month: month.firstDay,
      newestMonth,
      plans,
      caps,
    });
    const originalOf = await originalsOf(texts, outcomes);
    const judged = await mapInTurns([...outcomes.entries()], ([index, outcome]): Preview => {
      const text = texts[index] as TextToPreview;
      const { verdict, accountId, originalId, route, device, leavesAtMs } = outcome;
      if (verdict === 'no_account') return refused(notFound('account'));
      const usage = usageOf({ ...outcome, period: month.firstDay }, tiers, month);
      const original =
        accountId !== null && originalId !== null ? originalOf({ accountId, id: originalId }) : undefined;
      const { addressNorm, encoding, segments } = text;
      return {
        refusal: refusalOf(text, outcome, usage),
        form: { addressNorm, encoding, segments },
        usage,
        replayed: original !== undefined,
        original,
        differs: original !== undefined && differs(text, original),
        route,
        device,
        leavesAtMs: verdict === 'accepted' ? leavesAtMs : null,
        carrier: route === 'gateway' ? likelyCarrier(addressNorm, segments, outcome) : null,
      };
    });
    return lists.map(({ length }) => judged.splice(0, length));
  };
}

/** Judges lists of many callers in batches, with turns by account. */
function createBatchedJudge(options: PreviewOptions): Judge {
  const judge = createJudge(options);
  const batcher = new FairBatcher<Together, Preview[]>({
    ownerOf: ([first]) => String(first?.accountId),
    sizeOf: ({ length }) => length,
    maxBatch,
    maxOfOwner: maxOfAccount,
    maxWaiting,
    // A list that the statement cannot take fails alone.
    run: async (lists) =>
      (await isolateFailures(lists, judge)).map((answer) => (answer === 'locked' ? busy() : answer)),
  });
  return (texts) => batcher.take(texts);
}

/** Judges texts. A repeated client_ref gets the answer of the first one: a replay if that is accepted. */
async function judgeRefs(texts: readonly TextToPreview[], judge: Judge): Promise<Preview[]> {
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
    if (first === text || preview.refusal) return preview;
    const { original, route } = preview;
    const isOther = differs(text, original ?? { ...first, route: route ?? 'device', bodyRemovedAtMs: null });
    return { ...preview, replayed: true, differs: isOther };
  });
}

/** Makes the preview. */
export function createPreview(options: PreviewOptions): PreviewTexts {
  const { store } = options;
  const judge = createBatchedJudge(options);

  return async (texts) => {
    const queued = await mapInTurns(texts, (text) => queueText(text, options, { isTimed: true }));
    const read = await pastRefusals(queued, async (sound) =>
      sound.every(isRead) ? sound : readAddresses(sound, store),
    );
    const previews = await pastRefusals(read, (sound) => judgeRefs(sound, judge));
    return previews.map((preview) => (preview instanceof Refusal ? refused(preview) : preview));
  };
}
