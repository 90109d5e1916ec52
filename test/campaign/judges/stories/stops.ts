// Judges opt-outs by the counterparts' ledgers. From the moment at which we said that we have a STOP until its writer asks to
// hear from us again, nothing is handed over for that recipient but the answer. What is allowed after it is what had been
// handed over before: the further parts of a text of which a part had left, and what was on its way to the carrier, which is
// there within `onItsWayMs`. A text for a phone may have been handed over as soon as it was accepted, and leave whenever the phone
// sends it; but not one whose time came after the STOP, nor one that was accepted while the phone was away until after it.
import { answerWord } from '../../load/stories/stop_rounds.ts';
import type { DoneFault } from '../../timeline.ts';
import type { Breach, Evidence, Left } from '../evidence.ts';
import type { StopFate } from './evidence.ts';

const onItsWayMs = 2_000;
/** What keeps a part on its way for longer: it, or the answer to its claim, is held where nobody sees it. */
const holds = /^(freeze_(core|smsc|database)|(slow|half_open|stop_amid)_(core_smsc|core_database))$/;

/** Judges every recipient who wrote STOP. */
export function judgeStops(evidence: Evidence): Breach[] {
  return evidence.stories.stops.flatMap((stop) => judgeStop(stop, evidence));
}

/** Counts what there was to judge. */
export function countStops(evidence: Evidence): Record<string, number> {
  const { stories, left, sends, faults } = evidence;
  const { stops, imports } = stories;
  const judged = stops.filter(({ stop }) => stop.acknowledgedMs !== null);
  const probes = judged.flatMap((round) => asked(round, sends));
  const wasRefused = probes.filter(({ reported }) => reported.some(({ code }) => code === 'opted_out'));
  const kills = faults.filter(({ kind }) => kind === 'kill_after_stop');
  return {
    judged: judged.length,
    'to a phone': judged.filter(({ way }) => way === 'simulated').length,
    'while a phone was away': judged.filter(({ held }) => held.length > 0).length,
    'cores killed right after it': kills.length,
    'sends after it': probes.length,
    'of them refused': wasRefused.length,
    'lifted by START': judged.filter(({ start }) => start?.acknowledgedMs != null).length,
    'numbers that a neighbour opted out': imports.reduce((sum, { numbers }) => sum + numbers, 0),
    answers: left.filter(({ word }) => word === answerWord).length,
    'left in doubt': judged
      .flatMap((round) => lateOf(round, evidence))
      .filter((part) => isHeldUp(part, faults)).length,
  };
}

type LatePart = Left & { atMs: number; stopMs: number };

/** Parts that were handed over to a carrier or a phone after the STOP, by texts that had not begun to leave before. */
function lateOf({ recipient, stop, start }: StopFate, { left, sends }: Evidence): LatePart[] {
  const stopMs = stop.acknowledgedMs;
  if (stopMs === null) return [];
  const due = new Map(sends.flatMap((sent) => (sent.address === recipient ? [[sent.word, sent.dueMs]] : [])));
  const mine = left.filter(({ word }) => word !== null && due.has(word));
  /** When it was handed over at the earliest. */
  const handedMs = ({ way, atMs, word }: Left) => (way === 'smsc' ? atMs : due.get(word ?? '')) ?? 0;
  const begun = new Set(mine.filter((part) => handedMs(part) <= stopMs).map(({ word }) => word));
  return mine.flatMap((part) => {
    const atMs = handedMs(part);
    const isLate = atMs > stopMs + onItsWayMs && atMs < (start?.askedMs ?? Infinity);
    return isLate && !begun.has(part.word) ? [{ ...part, atMs, stopMs }] : [];
  });
}

const isHeldUp = ({ atMs, stopMs }: LatePart, faults: readonly DoneFault[]) =>
  faults.some(
    ({ kind, beganMs, endedMs }) =>
      holds.test(kind) && beganMs <= stopMs + onItsWayMs && (endedMs ?? Infinity) >= atMs - onItsWayMs,
  );

/** Sends to the recipient that were begun while it wanted none. */
const asked = ({ recipient, stop, start }: StopFate, sends: Evidence['sends']) =>
  sends.filter(
    ({ address, askedMs }) =>
      address === recipient &&
      askedMs > (stop.acknowledgedMs ?? Infinity) &&
      askedMs < (start?.askedMs ?? Infinity),
  );

function judgeStop(round: StopFate, evidence: Evidence): Breach[] {
  const { left, sends, rows, faults } = evidence;
  const { tenant, recipient, stop, start, way, held } = round;
  const stopMs = stop.acknowledgedMs;
  const breaches: Breach[] = [];
  const breach = (guarantee: string, what: string, more: Partial<Breach> = {}) =>
    breaches.push({ guarantee, what, tenant: tenant.name, atMs: stopMs ?? stop.askedMs, ...more });
  if (stop.isHeld) breach('a STOP was not taken', `${recipient} wrote it to a ${way}, which still has it`);
  if (stopMs === null) return breaches;
  const keywords = rows.filter((row) => row.direction === 'in' && row.address === recipient);
  if (!keywords.some(({ body }) => body === 'STOP'))
    breach('a STOP was lost', `${recipient} wrote it to a ${way}, and we said that we have it`);
  for (const part of lateOf(round, evidence))
    if (!isHeldUp(part, faults))
      breach(
        'a text after a STOP',
        `${part.where} was handed it ${part.atMs - stopMs} ms after the STOP of ${recipient} was acknowledged`,
        part.word === null ? {} : { word: part.word },
      );
  for (const word of held)
    if (left.some((part) => part.word === word))
      breach('a text after a STOP', `the phone was away until after the STOP of ${recipient}, and sent it`, {
        word,
      });
  // What was asked again and again, because nobody answered, may be answered once START has come.
  for (const { word, reported, askedMs } of asked(round, sends))
    if (reported.some(({ status, atMs }) => status === 200 && atMs < (start?.askedMs ?? Infinity)))
      breach('accepted after a STOP', `asked ${askedMs - stopMs} ms after it`, { word });
  const answers = rows.filter(
    (row) => row.direction === 'out' && row.addressNorm === recipient && isAnswer(row.body),
  );
  if (answers.length > 1)
    breach('a STOP was answered twice', `${recipient} was sent ${answers.length} answers`);
  const startMs = start?.acknowledgedMs ?? null;
  if (startMs === null || stop.isTwice) return breaches;
  for (const { word, reported, askedMs, address } of sends)
    if (address === recipient && askedMs > startMs && reported.some(({ code }) => code === 'opted_out'))
      breach('START lifts what STOP set', `a text was refused ${askedMs - startMs} ms after START`, { word });
  return breaches;
}

const isAnswer = (body: string) => body.startsWith(`${answerWord} `);
