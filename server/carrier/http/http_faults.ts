// What is wrong with a description of an HTTP interface that its shape does not show, a sentence each. No sentence
// quotes a value.
import { isCertificate } from '../certificate.ts';
import { faultsOfHook } from './callbacks/hook_faults.ts';
import { numberPlaceholder, requestPlaceholders, urlForm } from './calls/request_maker.ts';
import { hasStrayBraces, placeholdersOf } from './calls/template.ts';
import type { AnswerRule, Condition, HttpSettings, RequestSettings } from './http_settings.ts';
import { isExpression } from './reading/conditions.ts';
import { isPath } from './reading/document_path.ts';

/** What only the connection itself may say. */
const ownHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** All that is wrong. */
export function faultsOfHttp(settings: HttpSettings): string[] {
  const { request, answers, callbacks } = settings;
  const hooks = Object.entries(callbacks?.hooks ?? {});
  const faults = [
    ...faultsOfRequest(request, callbacks?.public_url !== undefined),
    ...answers.flatMap((rule, index) => faultsOfAnswer(rule, `answers[${index}]`)),
    ...hooks.flatMap(([name, hook]) => faultsOfHook(name, hook, callbacks?.public_url !== undefined)),
  ];
  if (!answers.some(({ means }) => means === 'accepted')) faults.push('answers: none means accepted');
  if (callbacks?.public_url !== undefined && !isBase(callbacks.public_url))
    faults.push('callbacks.public_url must be like https://sms.example.com');
  const names = answers.some(({ ref }) => ref !== undefined);
  if (!names && hooks.some(([, { receipts }]) => receipts !== undefined))
    faults.push('answers: none has a ref, by which a receipt could be known');
  return faults;
}

function faultsOfRequest(request: RequestSettings, hasPublicUrl: boolean): string[] {
  const { method = 'POST', url, headers = {}, form, json, raw, tls_ca, basic_auth, bearer_token } = request;
  const faults = faultsOfUrl(request);
  const bodies = [form, json, raw].filter((body) => body !== undefined).length;
  if (bodies > 1) faults.push('request must have at most one of form, json and raw');
  if (bodies > 0 && method === 'GET') faults.push('request.method GET has no body');
  if (basic_auth !== undefined && bearer_token !== undefined)
    faults.push('request must have at most one of basic_auth and bearer_token');
  if (basic_auth?.user.includes(':')) faults.push('request.basic_auth.user must not hold a colon');
  if (bearer_token !== undefined && !/^[\x21-\x7e]+$/.test(bearer_token))
    faults.push('request.bearer_token must hold nothing but visible ASCII');
  if (tls_ca !== undefined && !isCertificate(tls_ca)) faults.push('request.tls_ca must be a PEM certificate');

  for (const [name, template] of Object.entries(headers)) {
    const at = `request.headers.${name}`;
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name))
      faults.push('request.headers has a name that is none');
    else if (ownHeaders.has(name.toLowerCase())) faults.push(`${at} is said by the connection itself`);
    if (!/^[\t\x20-\x7e]*$/.test(template)) faults.push(`${at} must hold nothing but ASCII`);
    if (placeholdersOf(template).includes('text')) faults.push(`${at} cannot carry the text`);
  }
  const lowered = Object.keys(headers).map((name) => name.toLowerCase());
  if (new Set(lowered).size < lowered.length) faults.push('request.headers has a name twice');
  if ((basic_auth ?? bearer_token) !== undefined && lowered.includes('authorization'))
    faults.push('request.headers.authorization is said by basic_auth or bearer_token');

  const templates: [string, string][] = [
    ['request.url', url],
    ...Object.entries(headers).map(([name, one]): [string, string] => [`request.headers.${name}`, one]),
    ...Object.entries(form ?? {}).map(([name, one]): [string, string] => [`request.form.${name}`, one]),
    ...(raw ? [['request.raw.template', raw.template] as [string, string]] : []),
    ...textsOf(json, 'request.json'),
  ];
  faults.push(...templates.flatMap(([at, template]) => faultsOfTemplate(at, template)));
  const used = new Set(templates.flatMap(([, template]) => placeholdersOf(template)));
  if (!used.has('text')) faults.push('request does not say {{text}}');
  if (!['recipient', 'recipient_digits'].some((name) => used.has(name) || holdsNumber(templates, name)))
    faults.push('request does not say {{recipient}} or {{recipient_digits}}');
  if (used.has('callback_url') && !hasPublicUrl)
    faults.push('request says {{callback_url}}, and callbacks.public_url is missing');
  return faults;
}

function faultsOfUrl({ url, allow_plain_http }: RequestSettings): string[] {
  const [, scheme, host = '', rest = ''] = urlForm.exec(url) ?? [];
  const literal = rest.replace(/\{\{[^{}]*\}\}/g, '');
  if (scheme === undefined || !URL.canParse(`${scheme}://${host}`) || !/^[\x21-\x7e]*$/.test(literal))
    return [
      'request.url must be like https://api.example.com/texts, its host without placeholders or a password',
    ];
  const faults: string[] = [];
  if (/["<>\\^`{|}]/.test(literal)) faults.push('request.url holds a character that must be percent-encoded');
  const [path = ''] = rest.split('?', 1);
  if (placeholdersOf(path).includes('text')) faults.push('request.url can carry the text only in its query');
  const { hostname } = new URL(`${scheme}://${host}`);
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (scheme === 'http' && !isHere && !allow_plain_http)
    faults.push('request.url must be https, or allow_plain_http must be true');
  return faults;
}

/** The texts of a JSON template with their places. */
function textsOf(json: unknown, at: string): [string, string][] {
  if (typeof json === 'string') return [[at, json]];
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, each]) =>
    textsOf(each, Array.isArray(json) ? `${at}[${name}]` : `${at}.${name}`),
  );
}

const holdsNumber = (templates: readonly [string, string][], name: string) =>
  templates.some(([, template]) => numberPlaceholder.exec(template)?.[1] === name);

function faultsOfTemplate(at: string, template: string): string[] {
  const [, number] = (at.startsWith('request.json') && numberPlaceholder.exec(template)) || [];
  if (number === undefined && hasStrayBraces(template)) return [`${at} has braces that are no placeholder`];
  const names = number === undefined ? placeholdersOf(template) : [number];
  return names
    .filter((name) => !requestPlaceholders.has(name))
    .map((name) => `${at}: there is no placeholder ${name}`);
}

function faultsOfAnswer({ where, ref, ref_matches, code, means }: AnswerRule, at: string): string[] {
  const faults = faultsOfConditions(where, `${at}.where`);
  if (ref !== undefined && !isAnswerPath(ref)) faults.push(`${at}.ref cannot be read`);
  if (code !== undefined && !isAnswerPath(code)) faults.push(`${at}.code cannot be read`);
  if (ref !== undefined && means !== 'accepted') faults.push(`${at}.ref is for answers that mean accepted`);
  if (ref_matches !== undefined && (ref === undefined || !isExpression(ref_matches)))
    faults.push(`${at}.ref_matches must be a regular expression, for ref`);
  return faults;
}

/** Faults of conditions of an answer. */
function faultsOfConditions(conditions: readonly Condition[] | undefined, at: string): string[] {
  return (conditions ?? []).flatMap(({ path, matches }, index) => [
    ...(isAnswerPath(path) ? [] : [`${at}[${index}].path cannot be read`]),
    ...(matches === undefined || isExpression(matches)
      ? []
      : [`${at}[${index}].matches must be a regular expression`]),
  ]);
}

const isAnswerPath = (path: string) =>
  path === '$status' || path === '$body' || /^\$header\.[A-Za-z0-9-]+$/.test(path) || isPath(path);

function isBase(text: string): boolean {
  return /^https?:\/\/[^/?#@\s]+\/?$/.test(text) && URL.canParse(text);
}
