// The errors in a description of the company's calls. A call that anybody could make is an error unless the description
// says explicitly that this is intended.

import { piecesOf, secretsOf, signedPiece } from '../calls/signature.ts';
import type { Condition, HookSettings, SignatureSettings } from '../http_settings.ts';
import { isExpression, isPath } from '../reading/document.ts';

/** The names of hooks. A dot separates the name from the rest of a path. */
const hookName = /^[a-z0-9][a-z0-9_-]{0,31}$/;
const shortestOwnSecret = 16;

/** All that is wrong with one hook. */
export function errorsOfHook(name: string, hook: HookSettings, hasPublicUrl: boolean): string[] {
  if (!hookName.test(name)) return ['callbacks.hooks has a name that is not like receipt or text-in'];
  const at = `callbacks.hooks.${name}`;
  const { receipts, texts, events, format, signature } = hook;
  const errors = errorsOfSignature(signature, format, hasPublicUrl).map((error) => `${at}.signature${error}`);
  if (receipts === undefined && texts === undefined) errors.push(`${at} must have receipts, texts or both`);
  if (receipts && texts && !receipts.where?.length)
    errors.push(`${at}.receipts.where must distinguish receipts from texts`);
  if (events !== undefined && format !== 'json') errors.push(`${at}.events is only for the format json`);
  if (events !== undefined && !isPath(events)) errors.push(`${at}.events is not a valid path`);
  if (receipts) {
    const { where, delivered, failed, ref, state, code, at: time } = receipts;
    errors.push(...errorsOfPaths({ ref, state, code, at: time }, where, `${at}.receipts`));
    const lowered = new Set(delivered.map((word) => word.toLowerCase()));
    if (failed.some((word) => lowered.has(word.toLowerCase())))
      errors.push(`${at}.receipts: one value means both delivered and failed`);
  }
  if (texts) {
    const { where, id, sender, recipient, text, at: time, parts } = texts;
    const paths = { id, sender, recipient, text, at: time };
    errors.push(...errorsOfPaths(paths, where, `${at}.texts`));
    if (parts) errors.push(...errorsOfPaths(parts, undefined, `${at}.texts.parts`));
  }
  return errors;
}

function errorsOfPaths(
  paths: Record<string, string | undefined>,
  where: readonly Condition[] | undefined,
  at: string,
): string[] {
  const named = Object.entries(paths).filter(([, path]) => path !== undefined && !isPath(path));
  const conditions = (where ?? []).flatMap(({ path, matches }, index) => [
    ...(isPath(path) ? [] : [`${at}.where[${index}].path is not a valid path`]),
    ...(matches === undefined || isExpression(matches)
      ? []
      : [`${at}.where[${index}].matches must be a regular expression`]),
  ]);
  return [...named.map(([name]) => `${at}.${name} is not a valid path`), ...conditions];
}

function errorsOfSignature(
  settings: SignatureSettings,
  format: HookSettings['format'],
  hasPublicUrl: boolean,
): string[] {
  const { scheme, secret, header, query, path, signs = '{{body}}', timestamp_header, tolerance_s } = settings;
  if (scheme === 'none') return Object.keys(settings).length > 1 ? [': none has nothing beside it'] : [];
  const errors: string[] = [];
  const isBase64 = settings.secret_encoding === 'base64';
  if (isBase64 && scheme !== 'hmac') errors.push('.secret_encoding is only for the scheme hmac');
  if (isBase64 && secretsOf(settings).some((one) => !/^(?:whsec_)?[A-Za-z0-9+/]{8,}={0,2}$/.test(one)))
    errors.push('.secret must be in base64, with whsec_ before it or without');
  if (secret === undefined) errors.push('.secret is missing');
  const secrets = secretsOf(settings);
  const places = [header !== undefined, query !== undefined, path === true].filter(Boolean).length;
  if (scheme === 'shared_secret') {
    if (places !== 1) errors.push(' must have exactly one of header, query and path');
    if (secrets.some((one) => one.length < shortestOwnSecret))
      errors.push(`.secret must have at least ${shortestOwnSecret} characters`);
    if (path && secrets.some((one) => !/^[A-Za-z0-9._~-]{1,90}$/.test(one)))
      errors.push('.secret cannot stand in a path: letters, digits and -._~, at most 90');
    return errors;
  }
  if (header === undefined || places !== 1) errors.push('.header must say where the signature is');
  const pieces = piecesOf(settings);
  if (/\{\{|\}\}/.test(signs.replace(new RegExp(signedPiece, 'g'), '')))
    errors.push('.signs has braces that are not a placeholder');
  const covering = format === 'query' ? ['url'] : format === 'form' ? ['body', 'sorted_fields'] : ['body'];
  if (!covering.some((piece) => pieces.includes(piece)))
    errors.push(`.signs must cover what the call says: {{${covering.join('}} or {{')}}}`);
  if (pieces.includes('url') && !hasPublicUrl)
    errors.push('.signs has {{url}}, but callbacks.public_url is missing');
  if (pieces.includes('timestamp') && timestamp_header === undefined)
    errors.push('.timestamp_header is missing');
  if (timestamp_header !== undefined && !pieces.includes('timestamp'))
    errors.push('.signs must cover {{timestamp}}, or it proves nothing');
  if (tolerance_s !== undefined && timestamp_header === undefined)
    errors.push('.tolerance_s is only for calls with a timestamp_header');
  return errors;
}
