// Reports of one link that are on their way to the database: how many, and how many bytes their frames had. Too much of
// either, and the link is read no further until there is room for many again.

const mostReports = 500;
/** What one device makes this process hold, in bytes. */
const mostBytes = 1024 * 1024;

export class Unfinished {
  #reports = 0;
  #bytes = 0;

  begin(bytes: number): void {
    this.#reports++;
    this.#bytes += bytes;
  }

  end(bytes: number): void {
    this.#reports--;
    this.#bytes -= bytes;
  }

  /** Whether the reading has to stop. */
  get isFull(): boolean {
    return this.#reports >= mostReports || this.#bytes >= mostBytes;
  }

  /** Whether it may go on. */
  get hasRoom(): boolean {
    return this.#reports < mostReports / 2 && this.#bytes < mostBytes / 2;
  }
}
