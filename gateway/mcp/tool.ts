// A tool as one value: what it takes and answers, whom it is for, and what it does.
import { Type } from 'typebox';
import { longestWait } from '../schemas/bodies.ts';
import type { JsonSchema } from './lean.ts';
import type { Visit } from './visit.ts';

export interface ToolParts {
  sendOnce: SendOnce;
}

/** Sends a text under the given client_ref, or under one that a repeated call has as well. */
export type SendOnce = (visit: Visit, text: AskedText) => Promise<SentText>;

export interface AskedText {
  address: string;
  body: string;
  client_ref?: string;
  from?: string;
  send_at?: string;
}

export interface SentText {
  message: never;
  isRepeated: boolean;
}

export interface Tool {
  name: string;
  title: string;
  description: string;
  /** The scopes that its key must have: without them it is not listed. */
  needs: readonly ('read' | 'send')[];
  /** What it changes, for hosts that ask a person before. */
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  input: JsonSchema;
  output: JsonSchema;
  run: (visit: Visit, given: never, parts: ToolParts) => Promise<object>;
}

export const reading = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** A repeat changes nothing further: a text is sent once, and a cancelled one stays so. */
export const acting = { readOnlyHint: false, idempotentHint: true, openWorldHint: true };

/** How long a tool waits. */
export const waitInput = Type.Optional(
  Type.Integer({ minimum: 0, description: `Seconds to wait, at most and when left out ${longestWait}.` }),
);
