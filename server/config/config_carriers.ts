// The carriers, from the operator's file. Every error names its place; none quotes a value, which may be a
// secret.
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type TObject, Type } from 'typebox';
import type { CarrierConfig, CarrierKind } from '../carrier/kind.ts';
import { carrierKinds } from '../carrier/kinds.ts';
import { simulatedKind } from '../carrier/simulated/simulated.ts';
import { carrierName, normalizeCarrierNumber } from '../domain/carriers/carrier_number.ts';
import { isKnownCountry } from '../domain/numbers/address.ts';
import { errorsOfObject, withDefaults } from './config_errors.ts';
import { createSecretReader, type SecretReader } from './config_secrets.ts';
import { readCarrierVariables, simulatedInProduction } from './config_simulated.ts';

/** How the parser begins when it says neither a line nor a position. */
const withoutPlace = 'Unexpected token';

const messageOf = (text: string): string => {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

/** How many characters of `text` are needed for the parser to meet the token that it does not expect. */
function lengthToError(text: string): number {
  let [fine, faulty] = [0, text.length];
  while (faulty - fine > 1) {
    const middle = (fine + faulty) >> 1;
    if (messageOf(text.slice(0, middle)).startsWith(withoutPlace)) faulty = middle;
    else fine = middle;
  }
  return faulty;
}

/** "is not JSON: line 3" for a text that JSON.parse refuses. */
export function describeJsonError(text: string): string {
  const message = messageOf(text);
  const given = /\(line (\d+) column \d+\)/.exec(message)?.[1];
  if (given !== undefined) return `is not JSON: line ${given}`;
  if (!message.startsWith(withoutPlace)) return 'is not JSON: it ends too early';
  const line = text.slice(0, lengthToError(text)).split('\n').length;
  return `is not JSON: line ${line}`;
}

interface CarriersConfig {
  /** In the order in which they are asked. */
  carriers: readonly CarrierConfig[];
  /** TEXTRELAY_SIMULATED_CARRIER is on. */
  hasSimulated: boolean;
  /** The errors, a line each. With any, the rest means nothing. */
  errors: string[];
  /** The variables that the file names: only the core may see them. */
  secretNames: string[];
}

/** Most carriers of one service. */
const maxCarriers = 20;
/** Largest carriers file, in bytes. */
const maxFileBytes = 1024 * 1024;

/** The context of reading a file, and its errors. */
interface Reading {
  kinds: readonly CarrierKind[];
  secrets: SecretReader;
  errors: string[];
}

/** The settings of every carrier, whatever its kind. */
const commonOf = (kinds: readonly CarrierKind[]) => ({
  name: Type.String({ pattern: carrierName.source }),
  kind: Type.Enum(kinds.map(({ kind }) => kind)),
  priority: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
  sender: Type.Optional(Type.String()),
  country: Type.Optional(Type.String()),
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The place of an error, with which its sentence begins. */
const placeOf = (error: string): string => error.split(' ', 1)[0] ?? '';

/** One entry of the list; undefined when it has an error. */
function readCarrier(entry: unknown, place: string, reading: Reading): CarrierConfig | undefined {
  const { kinds, secrets, errors } = reading;
  if (!isObject(entry)) {
    errors.push(`${place} must be an object`);
    return undefined;
  }
  const before = errors.length;
  const common = commonOf(kinds);
  const kind = kinds.find((known) => known.kind === entry.kind);
  const given = secrets.replace(entry, place, errors) as Record<string, unknown>;
  // The settings of a carrier follow from its kind.
  const own: TObject = kind?.settings ?? Type.Object({});
  const known: TObject = Type.Object({ ...own.properties, ...common });
  const looked = kind
    ? given
    : Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(common, name)));
  // The placeholder of a missing secret is not judged: its one error is said already.
  const missing = new Set(errors.slice(before).map(placeOf));
  errors.push(...errorsOfObject(known, looked, place).filter((error) => !missing.has(placeOf(error))));
  if (errors.length > before || kind === undefined) return undefined;

  const { name, kind: _, priority, sender: typed, country, ...rest } = withDefaults(known, given);
  const sender = typeof typed === 'string' ? normalizeCarrierNumber(typed, null) : null;
  if (typed !== undefined && sender === null)
    errors.push(`${place}.sender must be a number like +12015550123, a short code or a name`);
  // A simulator that answers for everybody would take the texts of accounts that have a real route.
  else if (typed !== undefined && kind === simulatedKind)
    errors.push(`${place}.sender is not for a simulated carrier: give accounts numbers on it`);
  if (country !== undefined && !isKnownCountry(String(country)))
    errors.push(`${place}.country must be a country of ISO 3166-1 in two letters, like US`);
  errors.push(...kind.errorsOf(rest).map((error) => `${place}.${error}`));
  return {
    ...{ name: String(name), kind, priority: Number(priority), sender },
    ...(country !== undefined && { country: String(country) }),
    settings: rest,
  };
}

/** The carriers of a file's text. */
function readList(text: string, reading: Reading): CarrierConfig[] {
  const { errors } = reading;
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    errors.push(describeJsonError(text));
    return [];
  }
  const list = isObject(document) ? document.carriers : undefined;
  if (!isObject(document) || !Array.isArray(list)) {
    errors.push('must have a list "carriers"');
    return [];
  }
  for (const name of Object.keys(document)) if (name !== 'carriers') errors.push(`${name} is not known`);
  if (list.length > maxCarriers) errors.push(`carriers must have at most ${maxCarriers} entries`);
  return list
    .slice(0, maxCarriers)
    .flatMap((entry, index) => readCarrier(entry, `carriers[${index}]`, reading) ?? []);
}

function readFile(path: string, errors: string[]): string | undefined {
  try {
    if (statSync(path).size <= maxFileBytes) return readFileSync(path, 'utf8');
    errors.push(`names a file of more than ${maxFileBytes} bytes`);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    errors.push(`names ${path}, which cannot be read${code}`);
    return undefined;
  }
}

/** Reads them. No carrier when nothing is said. */
export function readCarriersConfig(
  environment: NodeJS.ProcessEnv,
  kinds: readonly CarrierKind[] = carrierKinds,
): CarriersConfig {
  const { path, hasSimulated, isProduction, errors } = readCarrierVariables(environment);
  if (errors.length > 0) return { carriers: [], hasSimulated, errors, secretNames: [] };
  const secrets = createSecretReader(environment, dirname(path ?? '.'));
  const ofFile: string[] = [];
  const text = path === undefined ? undefined : readFile(path, ofFile);
  const carriers = text === undefined ? [] : readList(text, { kinds, secrets, errors: ofFile });
  if (hasSimulated)
    carriers.push({ name: 'simulated', kind: simulatedKind, priority: 100, sender: null, settings: {} });

  for (const [name, same] of Map.groupBy(carriers, (carrier) => carrier.name))
    if (same.length > 1) ofFile.push(`carriers: more than one is called ${name}`);
  errors.push(...ofFile.map((error) => `TEXTRELAY_CARRIERS_FILE ${error}`));
  if (isProduction && carriers.some(({ kind }) => kind === simulatedKind)) errors.push(simulatedInProduction);
  carriers.sort((a, b) => a.priority - b.priority || (a.name < b.name ? -1 : 1));
  const usable = errors.length > 0 ? [] : carriers;
  return { carriers: usable, hasSimulated, errors, secretNames: secrets.names() };
}
