// Three well-known shapes of interfaces, said in settings alone. The addresses are those of a test.
import type { HttpSettings } from '../../../server/carrier/http/http_settings.ts';

const publicUrl = 'https://sms.example.com';

/** A form with basic auth, and calls signed over their address and sorted fields: Twilio's way. */
export const formCloud = (url: string): HttpSettings => ({
  request: {
    url: `${url}/2010-04-01/Accounts/AC123/Messages.json`,
    basic_auth: { user: 'AC123', password: 'auth-token-of-tests' },
    form: {
      To: '{{recipient}}',
      From: '{{sender}}',
      Body: '{{text}}',
      StatusCallback: '{{callback_url}}/receipt',
    },
  },
  answers: [
    { status: ['201'], means: 'accepted', ref: 'sid' },
    {
      status: ['400'],
      where: [{ path: 'code', is: ['21211', '21610', '21614'] }],
      means: 'rejected_by_network',
      code: 'code',
    },
    {
      status: ['400-499'],
      where: [{ path: 'code', is: ['20429', '14107', '30001'] }],
      means: 'retry',
      code: 'code',
    },
  ],
  callbacks: {
    public_url: publicUrl,
    hooks: {
      receipt: {
        format: 'form',
        signature: {
          scheme: 'hmac',
          algorithm: 'sha1',
          encoding: 'base64',
          header: 'X-Twilio-Signature',
          signs: '{{url}}{{sorted_fields}}',
          secret: 'auth-token-of-tests',
        },
        receipts: {
          ref: 'MessageSid',
          state: 'MessageStatus',
          delivered: ['delivered'],
          failed: ['undelivered', 'failed'],
          code: 'ErrorCode',
        },
      },
      text: {
        format: 'form',
        signature: {
          scheme: 'hmac',
          algorithm: 'sha1',
          encoding: 'base64',
          header: 'X-Twilio-Signature',
          signs: '{{url}}{{sorted_fields}}',
          secret: 'auth-token-of-tests',
        },
        texts: { id: 'MessageSid', sender: 'From', recipient: 'To', text: 'Body' },
        answer: { content_type: 'text/xml', body: '<Response/>' },
      },
    },
  },
});

/** JSON with the key in the body, 200 for everything, and a secret in the address of its calls: Vonage's way. */
export const keyInBodyCloud = (url: string): HttpSettings => ({
  request: {
    url: `${url}/sms/json`,
    json: {
      api_key: 'key-of-tests',
      api_secret: 'secret-of-tests',
      to: '{{recipient_digits}}',
      from: '{{sender_digits}}',
      text: '{{text}}',
      type: '{{encoding}}',
      'client-ref': '{{id}}',
    },
    encodings: { gsm7: 'text', ucs2: 'unicode' },
  },
  answers: [
    {
      status: ['200'],
      where: [{ path: 'messages[0].status', is: ['0'] }],
      means: 'accepted',
      ref: 'messages[0].message-id',
    },
    {
      status: ['200'],
      where: [{ path: 'messages[0].status', is: ['1', '9'] }],
      means: 'retry',
      code: 'messages[0].status',
    },
    {
      status: ['200'],
      where: [{ path: 'messages[0].status', is: ['6', '7', '15'] }],
      means: 'rejected_by_network',
      code: 'messages[0].status',
    },
    {
      status: ['200'],
      where: [{ path: 'messages[0].status', is: ['2', '3', '4', '29'] }],
      means: 'carrier_failed',
      code: 'messages[0].status',
    },
  ],
  callbacks: {
    hooks: {
      receipt: {
        format: 'json',
        signature: { scheme: 'shared_secret', path: true, secret: 'a-long-secret-of-tests' },
        receipts: {
          ref: 'messageId',
          state: 'status',
          delivered: ['delivered'],
          failed: ['failed', 'rejected', 'expired'],
          code: 'err-code',
          at: 'message-timestamp',
        },
      },
      text: {
        format: 'query',
        signature: { scheme: 'shared_secret', path: true, secret: 'a-long-secret-of-tests' },
        texts: {
          id: 'messageId',
          sender: 'msisdn',
          recipient: 'to',
          text: 'text',
          at: 'message-timestamp',
          parts: { reference: 'concat-ref', total: 'concat-total', number: 'concat-part' },
        },
      },
    },
  },
});

/** JSON with a bearer token that keeps to one text for one key, and lists of signed events. */
export const bearerCloud = (url: string): HttpSettings => ({
  request: {
    url: `${url}/v2/messages`,
    bearer_token: 'token-of-tests',
    headers: { 'Idempotency-Key': '{{id}}' },
    json: { from: '{{sender}}', to: ['{{recipient}}'], body: '{{text}}', ttl: '{{expires_in_s:number}}' },
  },
  idempotent: true,
  answers: [
    { status: ['200', '202'], means: 'accepted', ref: 'data.id' },
    { status: ['422'], means: 'rejected_by_network', code: 'errors[0].code' },
  ],
  callbacks: {
    hooks: {
      events: {
        format: 'json',
        signature: {
          scheme: 'hmac',
          header: 'X-Signature',
          prefix: 'v1=',
          signs: '{{timestamp}}.{{body}}',
          timestamp_header: 'X-Timestamp',
          secret: 'signing-secret-of-tests',
        },
        events: 'events',
        receipts: {
          where: [{ path: 'type', is: ['message.status'] }],
          ref: 'data.id',
          state: 'data.status',
          delivered: ['delivered'],
          failed: ['failed', 'expired'],
          code: 'data.error.code',
          at: 'data.at',
        },
        texts: {
          where: [{ path: 'type', is: ['message.received'] }],
          id: 'data.id',
          sender: 'data.from',
          recipient: 'data.to',
          text: 'data.body',
          at: 'data.at',
        },
      },
    },
  },
});
