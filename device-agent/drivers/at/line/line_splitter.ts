// Cuts what a modem says into lines. It knows nothing of commands; it only sees to it that noise on the line costs
// neither memory nor the lines that follow.

/** Longest line; the longest that a modem has a reason to send is a PDU of 352 digits. */
const maxLineChars = 2_048;

/** Lines, and the beginning of the next one, in which a prompt for data stands without an end of line. */
export class LineSplitter {
  readonly #onLine: (line: string) => void;
  #rest = '';
  #tooLong = false;

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  /** Takes what came; calls onLine for each line that it completes, without its end and never empty. */
  feed(data: string): void {
    const pieces = (this.#rest + data).split(/[\r\n]/);
    this.#rest = pieces.pop() ?? '';
    for (const piece of pieces) this.#complete(piece);
    if (this.#rest.length <= maxLineChars) return;
    this.#rest = '';
    this.#tooLong = true;
  }

  /** Whether the line that has begun is a prompt for data; it is then taken away. */
  takePrompt(): boolean {
    if (!/^\s*> ?$/.test(this.#rest)) return false;
    this.#rest = '';
    return true;
  }

  #complete(piece: string): void {
    const line = piece.trim();
    const whole = !this.#tooLong && line.length <= maxLineChars;
    this.#tooLong = false;
    if (whole && line !== '') this.#onLine(line);
  }
}
