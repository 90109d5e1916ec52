// Commands to a modem and its answers: one command at a time, each with a deadline, and unsolicited lines in between. A
// channel that has lost its place in the conversation is closed and never used again, because an answer must not be
// taken for another command's.
import type { CancelTimer, Clock } from '../../../../runtime/clock.ts';
import { type ModemError, parseRefusal } from '../reading/modem_error.ts';
import { LineSplitter } from './line_splitter.ts';

/** Most commands that wait; every caller asks for one at a time. */
const maxWaiting = 64;
/** Most lines of one answer: a full memory of 1,000 texts, two lines each. */
const maxAnswerLines = 2_000;
const defaultTimeoutMs = 10_000;
/** How long an answer without its line may still turn out to be the end of an earlier one. */
const staleGraceMs = 1_000;

/** Leaves a prompt; it means nothing elsewhere. */
export const leavePrompt = '\x1b';
const ctrlZ = '\x1a';

/** Why a channel is lost. `mute`: no answer in time. `gone`: the port. `rebooted`: the modem. `stopped`: by us. */
export type Loss = 'mute' | 'gone' | 'rebooted' | 'stopped';

/** A command's answer will never come. */
export class ChannelLost extends Error {
  readonly why: Loss;

  constructor(why: Loss) {
    super(`the connection to the modem is lost (${why})`);
    this.name = 'ChannelLost';
    this.why = why;
  }
}

/** The modem's answer. */
export type Answer = { ok: true; lines: string[] } | { ok: false; error: ModemError; lines: string[] };

/** How the handing over of data ended. `written`: the data, with the mark of its end, were given to the port. */
export type HandedOver = { written: boolean; lines: string[] } & (
  | { kind: 'ok' }
  | { kind: 'refused'; error: ModemError }
  | { kind: 'lost'; why: Loss }
);

/** How a command is asked. */
export interface CommandOptions {
  /** Put in front of the command, and not echoed. */
  before?: string;
  /** Without an answer within this the channel is lost. Default 10 s. */
  timeoutMs?: number;
  /** The beginning of each line of the answer; `any` for lines without a name. Absent for an answer without lines. */
  answers?: string;
  /** Each line of the answer is followed by one with a PDU. */
  withPdu?: boolean;
  /** An end without a line is that of an earlier command, unless nothing more comes. */
  needsLine?: boolean;
  /** Ahead of those that wait. */
  urgent?: boolean;
  /** No answer in time is a refusal, and the channel stays. Only while nothing that matters has been asked. */
  mayBeSilent?: boolean;
}

/** The channel's listeners. */
interface ChannelHandlers {
  write(data: string): void;
  /** A line that answers nothing; with the PDU that belongs to it, if one does. */
  onUnsolicited(line: string, pdu?: string): void;
  /** Called once, before the commands under way end. */
  onLost(why: Loss): void;
}

interface Command extends CommandOptions {
  text: string;
  data?: { pdu: string; timeoutMs: number };
  written: boolean;
  lines: string[];
  awaitsPdu: boolean;
  end(outcome: Answer | Loss): void;
}

/** One conversation with a modem. */
export class Channel {
  readonly #clock: Clock;
  readonly #handlers: ChannelHandlers;
  readonly #splitter = new LineSplitter((line) => this.#takeLine(line));
  readonly #waiting: Command[] = [];
  #current: Command | undefined;
  #cancelTimer: CancelTimer = () => undefined;
  /** The first line of an unsolicited pair. */
  #head: string | undefined;
  #echoes = true;
  /** The last command that was asked. */
  #wasEchoed = false;
  #lost: Loss | undefined;

  constructor(clock: Clock, handlers: ChannelHandlers) {
    this.#clock = clock;
    this.#handlers = handlers;
  }

  /** Asks one command. Rejects with ChannelLost. */
  run(text: string, options: CommandOptions = {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const end = (outcome: Answer | Loss) =>
        typeof outcome === 'string' ? reject(new ChannelLost(outcome)) : resolve(outcome);
      this.#enqueue({ ...options, text, written: false, lines: [], awaitsPdu: false, end });
    });
  }

  /**
   * Asks a command that prompts for a PDU, and hands it over. Never rejects: what a loss means depends on how far it
   * came. `timeoutMs` counts from the moment when the PDU was written.
   */
  handOver(text: string, pdu: string, timeoutMs: number, options: CommandOptions): Promise<HandedOver> {
    return new Promise((resolve) => {
      const command: Command = {
        ...options,
        text,
        data: { pdu, timeoutMs },
        written: false,
        lines: [],
        awaitsPdu: false,
        end(outcome) {
          const { written, lines } = command;
          if (typeof outcome === 'string') resolve({ kind: 'lost', why: outcome, written, lines });
          else if (outcome.ok) resolve({ kind: 'ok', written, lines });
          else resolve({ kind: 'refused', error: outcome.error, written, lines });
        },
      };
      this.#enqueue(command);
    });
  }

  /** From now on an echo means that the modem forgot its settings; unless it goes on echoing despite its settings. */
  expectNoEcho(): void {
    this.#echoes = this.#wasEchoed;
  }

  /** Takes what the port brought. */
  feed(data: string): void {
    if (this.#lost !== undefined) return;
    this.#splitter.feed(data);
    if (this.#splitter.takePrompt()) this.#takePrompt();
  }

  /** Ends everything; safe twice. */
  lose(why: Loss): void {
    if (this.#lost !== undefined) return;
    const current = this.#current;
    // A prompt that is left open would swallow the next command.
    if (current?.data !== undefined && !current.written && why !== 'gone') this.#handlers.write(leavePrompt);
    this.#lost = why;
    this.#cancelTimer();
    this.#handlers.onLost(why);
    this.#current = undefined;
    current?.end(why);
    for (const command of this.#waiting.splice(0)) command.end(why);
  }

  #enqueue(command: Command): void {
    if (this.#lost !== undefined) return command.end(this.#lost);
    if (this.#waiting.length >= maxWaiting) return this.#overflow(command);
    if (command.urgent) this.#waiting.unshift(command);
    else this.#waiting.push(command);
    this.#next();
  }

  #overflow(command: Command): void {
    this.lose('mute');
    command.end('mute');
  }

  #next(): void {
    if (this.#current !== undefined || this.#lost !== undefined) return;
    const command = this.#waiting.shift();
    if (command === undefined) return;
    this.#current = command;
    this.#wasEchoed = false;
    this.#arm(command.timeoutMs ?? defaultTimeoutMs);
    this.#handlers.write(`${command.before ?? ''}${command.text}\r`);
  }

  #arm(timeoutMs: number): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#clock.setTimeout(() => this.#tooLate(), timeoutMs);
  }

  #tooLate(): void {
    const command = this.#current;
    if (command?.mayBeSilent) this.#finish(command, { ok: false, error: { family: 'plain' }, lines: [] });
    else this.lose('mute');
  }

  #takePrompt(): void {
    const command = this.#current;
    if (command?.data === undefined || command.written) {
      // It answers none of our commands: it belongs to an earlier conversation, and would swallow the next command.
      if (command?.data === undefined) this.#handlers.write(leavePrompt);
      return;
    }
    command.written = true;
    command.lines = [];
    this.#arm(command.data.timeoutMs);
    this.#handlers.write(command.data.pdu + ctrlZ);
  }

  #takeLine(line: string): void {
    if (this.#lost !== undefined) return;
    const head = this.#head;
    this.#head = undefined;
    const isPdu = /^[0-9A-F]+$/i.test(line);
    // A head whose PDU was lost on the line means nothing.
    if (head !== undefined && isPdu) return this.#handlers.onUnsolicited(head, line);
    if (line === '>') return this.#takePrompt();
    if (/^\+(CDS|CMT|CBM): ?/.test(line)) {
      this.#head = line;
      return;
    }
    const command = this.#current;
    if (command === undefined) return this.#handlers.onUnsolicited(line);
    if (isEchoOf(command, line)) {
      this.#wasEchoed = true;
      if (!this.#echoes) this.lose('rebooted');
      return;
    }
    this.#takeAnswer(command, line, isPdu);
  }

  #takeAnswer(command: Command, line: string, isPdu: boolean): void {
    const refusal = parseRefusal(line);
    if (line === 'OK' || refusal !== undefined) return this.#takeEnd(command, refusal);
    if (command.awaitsPdu && isPdu) {
      command.awaitsPdu = false;
      command.lines.push(line);
      return;
    }
    if (!isAnswerTo(command, line)) return this.#handlers.onUnsolicited(line);
    // Of two heads in a row the first has lost its PDU.
    if (command.awaitsPdu) command.lines.pop();
    const hasCapacity = command.lines.length < maxAnswerLines;
    command.awaitsPdu = hasCapacity && (command.withPdu ?? false);
    if (hasCapacity) command.lines.push(line);
  }

  #takeEnd(command: Command, error: ModemError | undefined): void {
    const { data, written, lines, needsLine } = command;
    // While a prompt is awaited, an OK is a late one of something else.
    if (data !== undefined && !written && error === undefined) return;
    const answer: Answer = error === undefined ? { ok: true, lines } : { ok: false, error, lines };
    if (needsLine && lines.length === 0) {
      this.#cancelTimer();
      this.#cancelTimer = this.#clock.setTimeout(() => this.#finish(command, answer), staleGraceMs);
      return;
    }
    this.#finish(command, answer);
  }

  #finish(command: Command, answer: Answer): void {
    this.#cancelTimer();
    if (command.awaitsPdu) command.lines.pop();
    this.#current = undefined;
    command.end(answer);
    this.#next();
  }
}

function isEchoOf({ text, data, written }: Command, line: string): boolean {
  return line === text || (written && data !== undefined && line.startsWith(data.pdu.slice(0, 24)));
}

function isAnswerTo({ answers }: Command, line: string): boolean {
  if (answers === undefined) return false;
  return answers === 'any' ? !/^(\+C(MTI|DSI|REG|EREG|GREG):|\^|RING)/.test(line) : line.startsWith(answers);
}
