// What is wrong with a description of the far end's calls. A call that anybody could make is a fault unless it is said
// outright that it is meant so.

import { signedPiece } from '../calls/signature.ts';
import type { Condition, HookSettings, SignatureSettings } from '../http_settings.ts';
import { isExpression } from '../reading/conditions.ts';
import { isPath } from '../reading/document_path.ts';

/** What hooks may be called; a dot is for what follows the name in a path. */
const hookName = /^[a-z0-9][a-z0-9_-]{0,31}$/;
const shortestOwnSecret = 16;

/** All that is wrong with one hook. */
export function faultsOfHook(name: string, hook: HookSettings, hasPublicUrl: boolean): string[] {
  if (!hookName.test(name)) return ['callbacks.hooks has a name that is not like receipt or text-in'];
  const at = `callbacks.hooks.${name}`;
  const { receipts, texts, events, format, signature } = hook;
  const faults = faultsOfSignature(signature, format, hasPublicUrl).map((fault) => `${at}.signature${fault}`);
  if (receipts === undefined && texts === undefined) faults.push(`${at} has neither receipts nor texts`);
  if (receipts && texts && !receipts.where?.length)
    faults.push(`${at}.receipts.where must tell receipts from texts`);
  if (events !== undefined && format !== 'json') faults.push(`${at}.events is for JSON`);
  if (events !== undefined && !isPath(events)) faults.push(`${at}.events cannot be read`);
  if (receipts) {
    const { where, delivered, failed, ref, state, code, at: time } = receipts;
    faults.push(...faultsOfPaths({ ref, state, code, at: time }, where, `${at}.receipts`));
    const lowered = new Set(delivered.map((word) => word.toLowerCase()));
    if (failed.some((word) => lowered.has(word.toLowerCase())))
      faults.push(`${at}.receipts: a word means both delivered and failed`);
  }
  if (texts) {
    const { where, id, sender, recipient, text, at: time, parts } = texts;
    const paths = { id, sender, recipient, text, at: time };
    faults.push(...faultsOfPaths(paths, where, `${at}.texts`));
    if (parts) faults.push(...faultsOfPaths(parts, undefined, `${at}.texts.parts`));
  }
  return faults;
}

function faultsOfPaths(
  paths: Record<string, string | undefined>,
  where: readonly Condition[] | undefined,
  at: string,
): string[] {
  const named = Object.entries(paths).filter(([, path]) => path !== undefined && !isPath(path));
  const conditions = (where ?? []).flatMap(({ path, matches }, index) => [
    ...(isPath(path) ? [] : [`${at}.where[${index}].path cannot be read`]),
    ...(matches === undefined || isExpression(matches)
      ? []
      : [`${at}.where[${index}].matches must be a regular expression`]),
  ]);
  return [...named.map(([name]) => `${at}.${name} cannot be read`), ...conditions];
}

function faultsOfSignature(
  settings: SignatureSettings,
  format: HookSettings['format'],
  hasPublicUrl: boolean,
): string[] {
  const { scheme, secret, header, query, path, signs = '{{body}}', timestamp_header, tolerance_s } = settings;
  if (scheme === 'none') return Object.keys(settings).length > 1 ? [': none has nothing beside it'] : [];
  const faults: string[] = [];
  if (secret === undefined) faults.push('.secret is missing');
  const places = [header !== undefined, query !== undefined, path === true].filter(Boolean).length;
  if (scheme === 'shared_secret') {
    if (places !== 1) faults.push(' must have one of header, query and path');
    if (secret !== undefined && secret.length < shortestOwnSecret)
      faults.push(`.secret must have at least ${shortestOwnSecret} characters`);
    if (path && secret !== undefined && !/^[A-Za-z0-9._~-]{1,90}$/.test(secret))
      faults.push('.secret cannot stand in a path: letters, digits and -._~, at most 90');
    return faults;
  }
  if (header === undefined || places !== 1) faults.push('.header must say where the signature is');
  const pieces = Array.from(signs.matchAll(new RegExp(signedPiece, 'g')), ([, piece]) => piece);
  if (/\{\{|\}\}/.test(signs.replace(new RegExp(signedPiece, 'g'), '')))
    faults.push('.signs has braces that are no placeholder');
  const covering = format === 'query' ? ['url'] : format === 'form' ? ['body', 'sorted_fields'] : ['body'];
  if (!covering.some((piece) => pieces.includes(piece)))
    faults.push(`.signs must cover what the call says: {{${covering.join('}} or {{')}}}`);
  if (pieces.includes('url') && !hasPublicUrl)
    faults.push('.signs has {{url}}, and callbacks.public_url is missing');
  if (pieces.includes('timestamp') && timestamp_header === undefined)
    faults.push('.timestamp_header is missing');
  if (timestamp_header !== undefined && !pieces.includes('timestamp'))
    faults.push('.signs must cover {{timestamp}}, or it proves nothing');
  if (tolerance_s !== undefined && timestamp_header === undefined)
    faults.push('.tolerance_s is for calls with a timestamp_header');
  return faults;
}
