// The endpoints that an account's keys alone may ask, as a test expects them.

const below = `
    DELETE /consumers/{name}, DELETE /messages, DELETE /messages/{id}, DELETE /opt-outs/{address}, DELETE /webhooks/{name},
    GET /consumers, GET /consumers/{name}, GET /consumers/{name}/messages, GET /stats, GET /stats.csv, GET /me,
    GET /messages, GET /messages/{id}, GET /messages/{id}/events, GET /messages/{id}/outcome, GET /opt-outs, GET /opt-outs/export,
    GET /opt-outs/settings, GET /quiet-hours, PUT /quiet-hours, DELETE /quiet-hours, GET /threads,
    GET /threads/{address}/messages, GET /webhooks, GET /webhooks/{name}, GET /webhooks/{name}/attempts,
    POST /consumers/{name}/ack, POST /consumers/{name}/reset, POST /messages, POST /messages/batch,
    POST /opt-outs/import, POST /webhooks/{name}/disable, POST /webhooks/{name}/enable, POST /webhooks/{name}/replay,
    POST /webhooks/{name}/rotate, POST /webhooks/{name}/test, PUT /consumers/{name}, PUT /opt-outs/settings,
    PUT /opt-outs/{address}, PUT /webhooks/{name},
    GET /incoming-webhooks, GET /incoming-webhooks/{name}, PUT /incoming-webhooks/{name}, DELETE /incoming-webhooks/{name},
    POST /incoming-webhooks/{name}/preview,
    GET /broadcasts, GET /broadcasts.csv, POST /broadcasts, GET /broadcasts/{id}, GET /broadcasts/{id}/recipients, PUT /broadcasts/{id}/recipients,
    POST /broadcasts/{id}/start, POST /broadcasts/{id}/pause, POST /broadcasts/{id}/resume, POST /broadcasts/{id}/cancel,
    POST /broadcasts/{id}/failed,
    GET /search, GET /groups, POST /groups, GET /groups/{id}, PATCH /groups/{id}, DELETE /groups/{id},
    GET /groups/{id}/members, POST /groups/{id}/members, GET /contacts, POST /contacts, GET /contacts/find,
    GET /contacts/{id}, PATCH /contacts/{id}, DELETE /contacts/{id}, POST /contacts/import,
    GET /contacts/export.csv, GET /contacts/export.vcf,
`;

export const accountEndpoints = (below.match(/[A-Z]+ [^,]+/g) ?? []).map((line) =>
  line.replace(' ', ' /api/v1'),
);
