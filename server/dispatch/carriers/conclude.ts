// What follows from a round: whether something may still wait, and whether asking at once leads further.

/** Rounds in a row that may claim nothing before the poll is waited for. */
const maxBarren = 10;

/** The conclusions of one process. */
export class Conclusions {
  /** Something may wait. */
  mayWait = true;
  #barren = 0;

  /** So many texts were placed, and so many moved. Returns whether asking at once leads further. */
  conclude(placed: number, moved: number): boolean {
    if (moved < placed) this.mayWait = true;
    this.#barren = moved > 0 ? 0 : this.#barren + 1;
    return this.#barren < maxBarren;
  }

  /** It is asked anew, whatever rounds before had. */
  restart(): void {
    this.mayWait = true;
    this.#barren = 0;
  }
}
