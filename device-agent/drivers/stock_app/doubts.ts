// Texts with an unknown outcome: the phone is asked about each a few times, less and less often, because it may still
// report what became of it.
import { BoundedMap } from '../../../runtime/bounded_map.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { DriverJob } from '../driver.ts';
import type { OpenText } from './open_texts.ts';

/** How long it takes until such a text is asked about. */
const doubtMs = 120_000;
/** Most texts that are asked about, and how often each is; the pause grows fourfold. */
const mostDoubts = 500;
const mostQuestions = 4;

/** A text and its recipient. */
interface DoubtedText {
  job: DriverJob;
  text: OpenText;
}

/** A text that is asked about. */
interface Doubt extends DoubtedText {
  nextMs: number;
  questions: number;
}

/** The texts. */
export class Doubts {
  readonly #clock: Clock;
  readonly #doubts = new BoundedMap<string, Doubt>(mostDoubts);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a text; the oldest gives way where there are too many. */
  add({ job, text }: DoubtedText): void {
    this.#doubts.set(text.id, { job, text, nextMs: this.#clock.nowMs() + doubtMs, questions: 0 });
  }

  /** Removes a text: its outcome is known, or it is under way again. */
  drop(id: string): void {
    this.#doubts.delete(id);
  }

  textOf(id: string): OpenText | undefined {
    return this.#doubts.get(id)?.text;
  }

  /** The texts to ask about now, at most `most`; each counts as asked. */
  ask(most: number): DoubtedText[] {
    const nowMs = this.#clock.nowMs();
    const due = [...this.#doubts]
      .map(([, doubt]) => doubt)
      .filter(({ nextMs }) => nextMs <= nowMs)
      .slice(0, Math.max(most, 0));
    for (const doubt of due) {
      doubt.questions += 1;
      doubt.nextMs = nowMs + doubtMs * 4 ** doubt.questions;
      if (doubt.questions >= mostQuestions) this.drop(doubt.text.id);
    }
    return due;
  }
}
