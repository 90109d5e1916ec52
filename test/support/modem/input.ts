// Octets from the terminal, cut into command lines, or into the text that a prompt asked for. One line is worked on at
// a time; what comes meanwhile waits.

const escapeKey = '\x1b';
const controlZ = '\x1a';
const backspace = '\b';
const maxLine = 2_000;
const maxWaiting = 100_000;

export interface InputForm {
  onLine(line: string): Promise<void>;
  echo(text: string): void;
}

export class Input {
  readonly #form: InputForm;
  #waiting = '';
  #isBusy = false;
  #prompted: ((text: string | null) => void) | null = null;

  constructor(form: InputForm) {
    this.#form = form;
  }

  get isPrompting(): boolean {
    return this.#prompted !== null;
  }

  feed(text: string): void {
    this.#waiting = (this.#waiting + text).slice(-maxWaiting);
    this.#work();
  }

  /** The next text that ends with Ctrl-Z; null when ESC calls it off. */
  prompt(): Promise<string | null> {
    return new Promise((resolve) => {
      this.#prompted = resolve;
      queueMicrotask(() => this.#work());
    });
  }

  /** What was begun is forgotten. */
  hangUp(): void {
    this.#waiting = '';
    this.#answerPrompt(null);
  }

  #answerPrompt(text: string | null): void {
    const prompted = this.#prompted;
    this.#prompted = null;
    prompted?.(text);
  }

  #work(): void {
    if (this.#prompted !== null) this.#readText();
    else if (!this.#isBusy) this.#readLine();
  }

  #readText(): void {
    const end = [...this.#waiting].findIndex(
      (character) => character === controlZ || character === escapeKey,
    );
    if (end === -1) return;
    const text = this.#take(end + 1);
    this.#form.echo(text.slice(0, -1));
    this.#answerPrompt(text.endsWith(controlZ) ? text.slice(0, -1) : null);
  }

  #readLine(): void {
    const end = this.#waiting.indexOf('\r');
    if (end === -1) {
      if (this.#waiting.length > maxLine) this.#waiting = '';
      return;
    }
    const line = this.#take(end + 1);
    this.#form.echo(line);
    this.#isBusy = true;
    this.#form.onLine(clean(line)).finally(() => {
      this.#isBusy = false;
      this.#work();
    });
  }

  #take(length: number): string {
    const text = this.#waiting.slice(0, length);
    this.#waiting = this.#waiting.slice(length);
    return text;
  }
}

/** Without control characters; a backspace takes the character before it. */
function clean(line: string): string {
  const kept: string[] = [];
  for (const character of line) {
    if (character === backspace) kept.pop();
    else if (character >= ' ') kept.push(character);
    else if (character === escapeKey || character === controlZ) kept.length = 0;
  }
  return kept.join('');
}
