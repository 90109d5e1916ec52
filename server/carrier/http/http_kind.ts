// The kind `http` in the carriers file: how its settings become a carrier.
import type { CarrierContext } from '../carrier.ts';
import { isCertificate } from '../certificate.ts';
import { defineCarrierKind } from '../kind.ts';
import { createCallbackTaker } from './callbacks/callbacks.ts';
import { errorsOfHook } from './callbacks/hook_errors.ts';
import { Courier } from './calls/courier.ts';
import {
  createRequestMaker,
  hasStrayBraces,
  numberPlaceholder,
  placeholdersOf,
  requestPlaceholders,
  urlForm,
} from './calls/request_maker.ts';
import { HttpCarrier } from './http_carrier.ts';
import {
  type AnswerRule,
  type Condition,
  type HttpSettings,
  httpSettings,
  type RequestSettings,
} from './http_settings.ts';
import { isExpression, isPath } from './reading/document.ts';

/** Headers that only the connection itself may set. */
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
function errorsOfHttp(settings: HttpSettings): string[] {
  const { request, answers, callbacks } = settings;
  const hooks = Object.entries(callbacks?.hooks ?? {});
  const errors = [
    ...errorsOfRequest(request, callbacks?.public_url !== undefined),
    ...answers.flatMap((rule, index) => errorsOfAnswer(rule, `answers[${index}]`)),
    ...hooks.flatMap(([name, hook]) => errorsOfHook(name, hook, callbacks?.public_url !== undefined)),
  ];
  if (!answers.some(({ means }) => means === 'accepted'))
    errors.push('answers: at least one must mean accepted');
  if (callbacks?.public_url !== undefined && !isBase(callbacks.public_url))
    errors.push('callbacks.public_url must be like https://sms.example.com');
  const names = answers.some(({ ref }) => ref !== undefined);
  if (!names && hooks.some(([, { receipts }]) => receipts !== undefined))
    errors.push('answers: at least one must have a ref, by which receipts find their texts');
  return errors;
}

function errorsOfRequest(request: RequestSettings, hasPublicUrl: boolean): string[] {
  const { method = 'POST', url, headers = {}, form, json, raw, tls_ca, basic_auth, bearer_token } = request;
  const errors = errorsOfUrl(request);
  const bodies = [form, json, raw].filter((body) => body !== undefined).length;
  if (bodies > 1) errors.push('request must have at most one of form, json and raw');
  if (bodies > 0 && method === 'GET') errors.push('request.method GET cannot have a body');
  if (basic_auth !== undefined && bearer_token !== undefined)
    errors.push('request must have at most one of basic_auth and bearer_token');
  if (basic_auth?.user.includes(':')) errors.push('request.basic_auth.user must not hold a colon');
  if (bearer_token !== undefined && !/^[\x21-\x7e]+$/.test(bearer_token))
    errors.push('request.bearer_token must be visible ASCII only');
  if (tls_ca !== undefined && !isCertificate(tls_ca)) errors.push('request.tls_ca must be a PEM certificate');

  for (const [name, template] of Object.entries(headers)) {
    const at = `request.headers.${name}`;
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name)) errors.push('request.headers has an invalid name');
    else if (ownHeaders.has(name.toLowerCase())) errors.push(`${at} is set by the connection itself`);
    if (!/^[\t\x20-\x7e]*$/.test(template)) errors.push(`${at} must be ASCII only`);
    if (placeholdersOf(template).includes('text')) errors.push(`${at} cannot carry the text`);
  }
  const lowered = Object.keys(headers).map((name) => name.toLowerCase());
  if (new Set(lowered).size < lowered.length) errors.push('request.headers has a name twice');
  if ((basic_auth ?? bearer_token) !== undefined && lowered.includes('authorization'))
    errors.push('request.headers.authorization is set by basic_auth or bearer_token');

  const templates: [string, string][] = [
    ['request.url', url],
    ...Object.entries(headers).map(([name, one]): [string, string] => [`request.headers.${name}`, one]),
    ...Object.entries(form ?? {}).map(([name, one]): [string, string] => [`request.form.${name}`, one]),
    ...(raw ? [['request.raw.template', raw.template] as [string, string]] : []),
    ...textsOf(json, 'request.json'),
  ];
  errors.push(...templates.flatMap(([at, template]) => errorsOfTemplate(at, template)));
  const used = new Set(templates.flatMap(([, template]) => placeholdersOf(template)));
  if (!used.has('text')) errors.push('request must contain {{text}}');
  if (!['recipient', 'recipient_digits'].some((name) => used.has(name) || holdsNumber(templates, name)))
    errors.push('request must contain {{recipient}} or {{recipient_digits}}');
  if (used.has('callback_url') && !hasPublicUrl)
    errors.push('request has {{callback_url}}, but callbacks.public_url is missing');
  return errors;
}

function errorsOfUrl({ url, allow_plain_http }: RequestSettings): string[] {
  const [, scheme, host = '', rest = ''] = urlForm.exec(url) ?? [];
  const literal = rest.replace(/\{\{[^{}]*\}\}/g, '');
  if (scheme === undefined || !URL.canParse(`${scheme}://${host}`) || !/^[\x21-\x7e]*$/.test(literal))
    return [
      'request.url must be like https://api.example.com/texts, its host without placeholders or a password',
    ];
  const errors: string[] = [];
  if (/["<>\\^`{|}]/.test(literal)) errors.push('request.url holds a character that must be percent-encoded');
  const [path = ''] = rest.split('?', 1);
  if (placeholdersOf(path).includes('text')) errors.push('request.url can carry the text only in its query');
  const { hostname } = new URL(`${scheme}://${host}`);
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (scheme === 'http' && !isHere && !allow_plain_http)
    errors.push('request.url must be https, or allow_plain_http must be true');
  return errors;
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

function errorsOfTemplate(at: string, template: string): string[] {
  const [, number] = (at.startsWith('request.json') && numberPlaceholder.exec(template)) || [];
  if (number === undefined && hasStrayBraces(template))
    return [`${at} has braces that are not a placeholder`];
  const names = number === undefined ? placeholdersOf(template) : [number];
  return names
    .filter((name) => !requestPlaceholders.has(name))
    .map((name) => `${at}: there is no placeholder ${name}`);
}

function errorsOfAnswer({ where, ref, ref_matches, code, means }: AnswerRule, at: string): string[] {
  const errors = errorsOfConditions(where, `${at}.where`);
  if (ref !== undefined && !isAnswerPath(ref)) errors.push(`${at}.ref is not a valid path`);
  if (code !== undefined && !isAnswerPath(code)) errors.push(`${at}.code is not a valid path`);
  if (ref !== undefined && means !== 'accepted')
    errors.push(`${at}.ref is only for answers that mean accepted`);
  if (ref_matches !== undefined && (ref === undefined || !isExpression(ref_matches)))
    errors.push(`${at}.ref_matches must be a regular expression, for ref`);
  return errors;
}

/** Faults of conditions of an answer. */
function errorsOfConditions(conditions: readonly Condition[] | undefined, at: string): string[] {
  return (conditions ?? []).flatMap(({ path, matches }, index) => [
    ...(isAnswerPath(path) ? [] : [`${at}[${index}].path is not a valid path`]),
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

/** An interface over HTTP that the operator describes. */
export const httpKind = defineCarrierKind({
  kind: 'http',
  settings: httpSettings,
  errorsOf: errorsOfHttp,
  create,
});

function create(settings: HttpSettings, context: CarrierContext): HttpCarrier {
  const { request, callbacks, answers, window = 20, timeout_s = 15, keep_alive_s = 4 } = settings;
  const base = callbacks?.public_url?.replace(/\/$/, '');
  const callbackUrl = base === undefined ? '' : `${base}/webhooks/carriers/${context.name}`;
  const hooks = callbacks?.hooks ?? {};
  return new HttpCarrier(
    {
      window,
      textsPerSecond: settings.texts_per_second ?? null,
      hasReceipts: Object.values(hooks).some(({ receipts }) => receipts !== undefined),
      makeRequest: createRequestMaker(request, callbackUrl),
      courier: new Courier({
        clock: context.clock,
        origin: new URL(request.url.split(/[?{]/, 1)[0] as string),
        ca: request.tls_ca,
        window,
        keepAliveMs: keep_alive_s * 1_000,
        timeoutMs: timeout_s * 1_000,
        isIdempotent: settings.idempotent ?? false,
        answers,
        format: settings.answer_format ?? 'json',
      }),
      callbacks:
        callbacks === undefined
          ? null
          : createCallbackTaker(hooks, (hook) => `${callbackUrl}/${hook}`, context),
    },
    context,
  );
}
