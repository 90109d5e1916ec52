// What hosts add to a message, or leave null, that the protocol has no use for. A name that is nearly one of the tool's stays, so that
// it is refused: to ignore it would send at once what "sendAt" was to keep.
import { createNearest } from '../../runtime/cli/nearest_name.ts';
import { maxEdits } from '../edge/requests/known_fields.ts';
import { isObject } from './plain_call.ts';
import type { Tool } from './tool.ts';

export interface Message {
  method?: unknown;
  id?: unknown;
  params?: { name?: unknown; requestId?: unknown; arguments?: unknown } | null;
}

/** The arguments of a call that are its tool's, or may be meant to be. Null is as left out. */
function argumentsOf({ input: { properties = {} } }: Tool, given: Record<string, unknown>) {
  const nearest = createNearest(Object.keys(properties), maxEdits);
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => value !== null && (name in properties || nearest(name) !== undefined),
    ),
  );
}

/** Arguments that are an object as JSON, as some hosts write them. */
function unpacked(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  try {
    const read: unknown = JSON.parse(given);
    return isObject(read) ? read : given;
  } catch {
    return given;
  }
}

/** The message as the protocol has it. */
export function readMessage(message: object, tools: readonly Tool[]): Message {
  const { params, ...rest } = message as Message;
  if (params === null) return rest;
  if (rest.method !== 'tools/call' || !isObject(params)) return message;
  const { arguments: said, ...others } = params;
  const given = unpacked(said);
  if (given === null || given === '') return { ...rest, params: others };
  const tool = tools.find(({ name }) => name === params.name);
  if (!tool || !isObject(given)) return message;
  return { ...rest, params: { ...others, arguments: argumentsOf(tool, given) } };
}
