// Generated from the OpenAPI document by npm run generate.
export interface paths {
    "/api/v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This index. */
        get: operations["getIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the accounts that the key may name. */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the account, its usage and the tiers. */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read new texts and status changes after a cursor, waiting for them if asked.
         * @description The change feed: inbound texts and changes of status, in order of seq. A text appears once, as it is now. A reader that passes next_since misses nothing. A page may end before limit when its texts are long. A since above everything that there is, as after a restored backup, is told by cursor_ahead, within 5 seconds.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Send a text; a repeated client_ref answers the original and sends nothing.
         * @description A 200 means that the text is durable; it is then sent at most once. After a 503 or a lost connection its outcome is unknown: repeat it with the same client_ref.
         */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one text. */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The OpenAPI document. */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the plan in place, or get a checkout link.
         * @description A live subscription is switched in place, prorated, and the new cap applies at once. Without one nothing changes until a person has paid at checkout_url.
         */
        post: operations["changePlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations, newest text first.
         * @description A page may end before limit when its texts are long; next_cursor says where to go on.
         */
        get: operations["listThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{address}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the texts exchanged with one address, newest first.
         * @description A page may end before limit when its texts are long; next_before says where to go on.
         */
        get: operations["listThreadMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tiers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the pricing tiers. */
        get: operations["listTiers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how many texts were used and remain this month. */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A guide for agents, as plain text. */
        get: operations["getGuide"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An account, as a key that may act for it sees it. */
        Account: {
            /**
             * Format: int64
             * @description The value to send as X-SVC-Account with a platform key. Random.
             */
            id: number;
            /**
             * Format: date-time
             * @description When it was linked to the platform key; null for an account’s own key.
             */
            linked_at: string | null;
            /** @description The name that the operator gave it. */
            name: string;
            /** @description The current plan; null when the account never had one. */
            plan: string | null;
            /** @description As in Usage. */
            subscription_status: string | null;
        };
        Accounts: {
            /** @description In order of name, then id. */
            accounts: components["schemas"]["Account"][];
        };
        /** @description The plan to change to. */
        ChangePlan: {
            /** @description One of starter, growth, pro; any other is unknown_plan. */
            plan: string;
        };
        /** @description One endpoint of the interface. */
        Endpoint: {
            /**
             * @description The kind of key it takes.
             * @enum {string}
             */
            auth: "none" | "account_key" | "account_or_platform_key";
            /** @description The HTTP method. */
            method: string;
            /** @description The path, with parameters in braces. */
            path: string;
            /** @description What it does. */
            summary: string;
        };
        /**
         * @description Every answer that is no success.
         *
         *     | code | status | meaning |
         *     |---|---|---|
         *     | `unavailable` | 503 | The service cannot answer right now. |
         *     | `invalid_api_key` | 401 | The key is missing, unknown or revoked. |
         *     | `platform_key_scope` | 403 | A platform key called an endpoint that takes account keys only. |
         *     | `not_found` | 404 | There is no such path, message or account, or it is not for this key. |
         *     | `invalid_request` | 400 | The request is malformed; error says what is wrong with it. |
         *     | `invalid_address` | 400 | The address is no phone number that can be texted. |
         *     | `unknown_plan` | 400 | The plan is none that is offered. |
         *     | `no_subscription` | 402 | The account’s subscription is no longer live, so it cannot send. |
         *     | `cap_reached` | 402 | The month’s texts are used up. |
         *     | `no_plan` | 402 | The account never had a plan, so it cannot send. |
         *     | `no_route` | 409 | The account has no way to send: no paired phone and no number of a carrier, or not the route that was asked for. |
         *     | `exempt_account` | 409 | The account has no plan to change: its operator exempts it from caps. |
         *     | `rate_limited` | 429 | Too many requests with this key, or too many with wrong keys. |
         *     | `payment_error` | 502 | The payment provider refused the change or did not answer. |
         *     | `billing_disabled` | 503 | This service takes no payments; its operator sets plans. |
         *
         *     HEAD is answered as GET is, without the body. Besides what each endpoint lists: an unknown path is 404 `not_found`; a known path with another method is 405 `invalid_request`, with `Allow`; and what is no HTTP request is answered with `invalid_request` as far as it can be answered. Unknown fields of requests are ignored.
         */
        Error: {
            /**
             * @description What is wrong, for a program. Stable.
             * @enum {string}
             */
            code: "unavailable" | "invalid_api_key" | "platform_key_scope" | "not_found" | "invalid_request" | "invalid_address" | "unknown_plan" | "no_subscription" | "cap_reached" | "no_plan" | "no_route" | "exempt_account" | "rate_limited" | "payment_error" | "billing_disabled";
            /** @description What is wrong, for a person. May change at any time. */
            error: string;
        };
        /** @description What is served. */
        Index: {
            endpoints: components["schemas"]["Endpoint"][];
            /** @description Where the guide for agents is. */
            guide: string;
            /** @description The service’s name. */
            name: string;
            /** @description Where the OpenAPI document is. */
            openapi: string;
            /** @description The version of this interface. */
            version: string;
        };
        /** @description The key’s own account. */
        Me: {
            account: components["schemas"]["Account"];
            tiers: components["schemas"]["Tier"][];
            usage: components["schemas"]["Usage"];
        };
        /** @description One text, sent or received. */
        Message: {
            /** @description The other party, as given or received. */
            address: string;
            /** @description Its E.164 form; for senders that are short codes or names, the address itself. */
            address_norm: string;
            /** @description The text. */
            body: string;
            /** @description The client_ref that it was sent under; null without one, and for inbound texts. */
            client_ref: string | null;
            /**
             * Format: date-time
             * @description When it was accepted or received.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the recipient’s phone had it; null before.
             */
            delivered_at: string | null;
            /**
             * @description out was sent by the account, in was received by it.
             * @enum {string}
             */
            direction: "out" | "in";
            /**
             * @description The alphabet of those parts.
             * @enum {string}
             */
            encoding: "gsm7" | "ucs2";
            /** @description Why it failed: a stable word, then a colon and a sentence. The words are expired_in_queue, outcome_unknown, rejected_by_network, device_failed and carrier_failed. Null unless failed. */
            error: string | null;
            /**
             * Format: int64
             * @description Counted per account, in order of creation.
             */
            id: number;
            /**
             * @description The way it leaves or came in: a paired phone, or an upstream carrier.
             * @enum {string}
             */
            route: "device" | "gateway";
            /**
             * Format: int64
             * @description Parts that the text takes on the air. It counts as one text whatever its length.
             */
            segments: number;
            /**
             * Format: date-time
             * @description When the network took it; null before.
             */
            sent_at: string | null;
            /**
             * Format: int64
             * @description Change cursor: advances whenever the text changes. The value to pass as since.
             */
            seq: number;
            /**
             * @description Moves only forward: queued, sending, sent, then delivered or failed. Inbound texts are received.
             * @enum {string}
             */
            status: "queued" | "sending" | "sent" | "delivered" | "received" | "failed";
        };
        /** @description A page of the change feed. */
        MessagePage: {
            /** @description Only there, and true, when since is above everything that there is: nothing is answered until the feed passes it. Read anew from 0, or from newest_seq. */
            cursor_ahead?: boolean;
            /** @description True when more can be read at once. */
            has_more: boolean;
            /** @description In order of seq; each text once, as it is now. */
            messages: components["schemas"]["Message"][];
            /**
             * Format: int64
             * @description With cursor_ahead: the newest seq that there is.
             */
            newest_seq?: number;
            /**
             * Format: int64
             * @description What to pass as since next; there even when messages is empty.
             */
            next_since: number;
        };
        OneMessage: {
            message: components["schemas"]["Message"];
        };
        /** @description What became of a plan change. */
        PlanResult: {
            /** @description True: the requested plan is in effect now. False: nothing has changed; payment must be completed at checkout_url first. */
            applied: boolean;
            /** @description True only when a live subscription was switched. */
            changed: boolean;
            /**
             * Format: uri
             * @description Where a person pays; present only when applied is false.
             */
            checkout_url?: string;
            /** @description One sentence for a person. */
            detail: string;
            /**
             * @description How the change is carried out.
             * @enum {string}
             */
            method: "subscription_updated" | "checkout";
            /** @description Always true. */
            ok: boolean;
            /** @description The requested plan. */
            plan: string;
            usage: components["schemas"]["Usage"];
        };
        /** @description A text to send. */
        SendMessage: {
            /** @description A phone number: E.164 preferred; national formats are read in the account’s country. */
            address: string;
            /** @description The text. Characters are Unicode code points; U+0000 and halves of surrogates are refused. */
            body: string;
            /** @description Idempotency key: one text for ever. A repeat answers the original and sends nothing. Choose a new one for each text, and keep it until the send is answered. Null is as left out. */
            client_ref?: string | null;
            /**
             * @description The way it is to leave. Left out or null: a phone that is online, else a carrier, else any phone.
             * @enum {string|null}
             */
            route?: "device" | "gateway" | null;
        };
        /** @description The text as it was accepted, and the usage after it. */
        SentMessage: {
            message: components["schemas"]["Message"];
            usage: components["schemas"]["Usage"];
        };
        /** @description The conversation with one address. */
        Thread: {
            /** @description The other party, as last given or received. */
            address: string;
            /** @description Its E.164 form; for senders that are short codes or names, the address itself. */
            address_norm: string;
            last_message: components["schemas"]["Message"];
            /**
             * Format: int64
             * @description Texts of the conversation, both directions.
             */
            message_count: number;
            /**
             * Format: date-time
             * @description When its newest text was accepted or received.
             */
            updated_at: string;
        };
        /** @description A page of one conversation. */
        ThreadMessagePage: {
            /** @description The normalized form of the address that was asked for. */
            address_norm: string;
            /** @description Newest first. */
            messages: components["schemas"]["Message"][];
            /**
             * Format: int64
             * @description What to pass as before for the next page; null on the last one.
             */
            next_before: number | null;
        };
        /** @description A page of conversations. */
        ThreadPage: {
            /** @description What to pass as cursor for the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Newest text first. */
            threads: components["schemas"]["Thread"][];
        };
        /** @description A plan on offer. */
        Tier: {
            /** @description ISO 4217, lower case. */
            currency: string;
            /** @description What the price is for: month. */
            interval: string;
            /** @description The name to show. */
            name: string;
            /** @description The value to ask for in a plan change. */
            plan: string;
            /**
             * Format: int64
             * @description Price of an interval, in the currency’s smallest unit.
             */
            price_cents: number;
            /**
             * Format: int64
             * @description Texts a calendar month.
             */
            texts_cap: number;
        };
        Tiers: {
            /** @description Smallest cap first. */
            tiers: components["schemas"]["Tier"][];
        };
        /** @description How many texts were used, and how many remain, in the current month. */
        Usage: {
            /** @description Whether a send would be allowed now. */
            can_send: boolean;
            /**
             * @description What texts are counted over: a calendar month in UTC.
             * @enum {string}
             */
            period: "calendar_month_utc";
            /** @description The current plan; null when the account never had one. */
            plan: string | null;
            /**
             * @description Explains can_send: ok, or the code that a send would be refused with.
             * @enum {string}
             */
            reason: "ok" | "no_plan" | "no_subscription" | "cap_reached" | "no_route";
            /**
             * Format: date-time
             * @description When the quota resets: the start of the next UTC month.
             */
            resets_at: string;
            /** @description The payment provider’s word. active, trialing and past_due are live; exempt is an account without a cap; null when the account never had a plan. */
            subscription_status: string | null;
            /**
             * Format: int64
             * @description The period’s cap; null when there is none.
             */
            texts_cap: number | null;
            /**
             * Format: int64
             * @description Cap minus used; null when there is no cap.
             */
            texts_remaining: number | null;
            /**
             * Format: int64
             * @description Texts used in the current period.
             */
            texts_used: number;
            /** @description True when no cap applies. */
            unlimited: boolean;
        };
    };
    responses: {
        /** @description `payment_error`: The payment provider refused the change or did not answer. */
        BadGateway: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "payment_error";
                };
            };
        };
        /** @description `invalid_request`: The request is malformed; error says what is wrong with it. */
        BadRequest: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["Maybe-RateLimit"];
                "RateLimit-Policy": components["headers"]["Maybe-RateLimit-Policy"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "invalid_request";
                };
            };
        };
        /** @description `invalid_request`: The request is malformed; error says what is wrong with it. */
        "BadRequest-Open": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "invalid_request";
                };
            };
        };
        /** @description `exempt_account`: The account has no plan to change: its operator exempts it from caps. */
        Conflict: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "exempt_account";
                };
            };
        };
        /** @description `platform_key_scope`: A platform key called an endpoint that takes account keys only. */
        Forbidden: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "platform_key_scope";
                };
            };
        };
        /** @description `not_found`: There is no such path, message or account, or it is not for this key. */
        NotFound: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "not_found";
                };
            };
        };
        /** @description `invalid_request`: the request body must have at most 65536 bytes. */
        PayloadTooLarge: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "invalid_request";
                };
            };
        };
        /**
         * @description `no_plan`: The account never had a plan, so it cannot send.
         *
         *     `no_subscription`: The account’s subscription is no longer live, so it cannot send.
         *
         *     `cap_reached`: The month’s texts are used up.
         */
        PaymentRequired: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "no_plan" | "no_subscription" | "cap_reached";
                };
            };
        };
        /** @description `invalid_request`: the request line and headers are too large. */
        RequestHeaderFieldsTooLarge: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "invalid_request";
                };
            };
        };
        /** @description `invalid_request`: the request line and headers are too large. */
        "RequestHeaderFieldsTooLarge-Open": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "invalid_request";
                };
            };
        };
        /** @description `invalid_request`: the request took too long to arrive. */
        RequestTimeout: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "invalid_request";
                };
            };
        };
        /** @description `invalid_request`: the request took too long to arrive. */
        "RequestTimeout-Open": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "invalid_request";
                };
            };
        };
        /** @description `unavailable`: The service cannot answer right now. */
        ServiceUnavailable: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["Maybe-RateLimit"];
                "RateLimit-Policy": components["headers"]["Maybe-RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "unavailable";
                };
            };
        };
        /** @description `unavailable`: The service cannot answer right now. */
        "ServiceUnavailable-Open": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "unavailable";
                };
            };
        };
        /** @description `rate_limited`: Too many requests with this key, or too many with wrong keys. */
        TooManyRequests: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["Maybe-RateLimit"];
                "RateLimit-Policy": components["headers"]["Maybe-RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "rate_limited";
                };
            };
        };
        /** @description `invalid_api_key`: The key is missing, unknown or revoked. */
        Unauthorized: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "invalid_api_key";
                };
            };
        };
        /** @description `invalid_request`: the request body must be JSON, with Content-Type: application/json. */
        UnsupportedMediaType: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "invalid_request";
                };
            };
        };
    };
    parameters: {
        /** @description The ETag of an earlier answer. */
        IfNoneMatch: string;
        /** @description Not needed. An account key may name its own account; any other is 404. */
        OwnAccount: number;
        /** @description The account to act for: required for platform keys, one of GET /api/v1/accounts. Account keys omit it; they may name their own account. Any other is 404. */
        TargetAccount: number;
    };
    requestBodies: never;
    headers: {
        /** @description no-store, except for what is the same for everybody. */
        "Cache-Control": string;
        /** @description Names this version of the answer; send it as If-None-Match. */
        ETag: string;
        /** @description The requests that remain (r), and the seconds until there are more (t). */
        "Maybe-RateLimit": string;
        /** @description The key’s limit: requests (q) in any so many seconds (w). */
        "Maybe-RateLimit-Policy": string;
        /** @description The requests that remain (r), and the seconds until there are more (t). */
        RateLimit: string;
        /** @description The key’s limit: requests (q) in any so many seconds (w). */
        "RateLimit-Policy": string;
        /** @description Seconds to wait before the request is repeated. */
        "Retry-After": number;
        /** @description The scheme to authenticate with. */
        "WWW-Authenticate": string;
        /** @description The body is what its Content-Type says. */
        "X-Content-Type-Options": string;
        /** @description The request’s own id, when it had a harmless one, else a new one. Name it to the operator. */
        "X-Request-Id": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getIndex: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is served. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Index"];
                };
            };
            400: components["responses"]["BadRequest-Open"];
            408: components["responses"]["RequestTimeout-Open"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Open"];
        };
    };
    listAccounts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The account to act for: required for platform keys, one of GET /api/v1/accounts. Account keys omit it; they may name their own account. Any other is 404. */
                "X-SVC-Account"?: components["parameters"]["TargetAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accounts"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key’s own account. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description Most messages in the answer. Out of range is clamped. */
                limit?: number;
                /** @description The last seq seen: next_since of the answer before. Out of range is clamped. */
                since?: number;
                /** @description Seconds to hold the request open until something new arrives. Out of range is clamped. */
                wait?: number;
            };
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the change feed. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessage"];
            };
        };
        responses: {
            /** @description The text as it was accepted, and the usage after it. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description true when the repeat asked for another body, recipient or route. */
                    "Idempotent-Differs"?: "true";
                    /** @description true when the answer is the original of a repeated client_ref. */
                    "Idempotent-Replayed"?: "true";
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentMessage"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is no phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["Maybe-RateLimit"];
                    "RateLimit-Policy": components["headers"]["Maybe-RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "invalid_request" | "invalid_address";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `no_route`: The account has no way to send: no paired phone and no number of a carrier, or not the route that was asked for. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "no_route";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the text. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneMessage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.0.3 document. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        components: {
                            [key: string]: unknown;
                        };
                        info: {
                            [key: string]: unknown;
                        };
                        /** @enum {string} */
                        openapi: "3.0.3";
                        paths: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest-Open"];
            408: components["responses"]["RequestTimeout-Open"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Open"];
        };
    };
    changePlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The account to act for: required for platform keys, one of GET /api/v1/accounts. Account keys omit it; they may name their own account. Any other is 404. */
                "X-SVC-Account"?: components["parameters"]["TargetAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePlan"];
            };
        };
        responses: {
            /** @description What became of a plan change. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanResult"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `unknown_plan`: The plan is none that is offered.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["Maybe-RateLimit"];
                    "RateLimit-Policy": components["headers"]["Maybe-RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "invalid_request" | "unknown_plan";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            502: components["responses"]["BadGateway"];
            /**
             * @description `unavailable`: The service cannot answer right now.
             *
             *     `billing_disabled`: This service takes no payments; its operator sets plans.
             */
            503: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["Maybe-RateLimit"];
                    "RateLimit-Policy": components["headers"]["Maybe-RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "unavailable" | "billing_disabled";
                    };
                };
            };
        };
    };
    listThreads: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description Most entries in the answer. Out of range is clamped. */
                limit?: number;
            };
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of conversations. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listThreadMessages: {
        parameters: {
            query?: {
                /** @description Only texts with an id below this one. Out of range is clamped. */
                before?: number;
                /** @description Most entries in the answer. Out of range is clamped. */
                limit?: number;
            };
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description Any reasonable form of the phone number. */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of one conversation. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadMessagePage"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is no phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["Maybe-RateLimit"];
                    "RateLimit-Policy": components["headers"]["Maybe-RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "invalid_request" | "invalid_address";
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTiers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tiers"];
                };
            };
            400: components["responses"]["BadRequest-Open"];
            408: components["responses"]["RequestTimeout-Open"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Open"];
            503: components["responses"]["ServiceUnavailable-Open"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The account to act for: required for platform keys, one of GET /api/v1/accounts. Account keys omit it; they may name their own account. Any other is 404. */
                "X-SVC-Account"?: components["parameters"]["TargetAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many texts were used, and how many remain, in the current month. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getGuide: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier answer. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The guide, in Markdown. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description It is still what If-None-Match names. */
            304: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    ETag: components["headers"]["ETag"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest-Open"];
            408: components["responses"]["RequestTimeout-Open"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Open"];
        };
    };
}
