// Generated from the OpenAPI document by npm run generate.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An account, as a key that may act for it sees it. */
        Account: {
            /**
             * Format: int64
             * @description The value to send as X-SVC-Account with a platform key. Random, so that it does not show how many accounts there are. A sandbox has its owner's id plus 1000000000000.
             */
            id: number;
            /**
             * Format: date-time
             * @description When it was linked to the platform key; null for an account's own key.
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
            /** @description What to pass as cursor for the next page. Left out on the last one. */
            next_cursor?: string;
        };
        /** @description What was dealt with. */
        AckConsumer: {
            /** @description The lease that the page came with. */
            lease?: string | null;
            /**
             * Format: int64
             * @description The last seq that was handled: next_since of the page.
             */
            seq: number;
        };
        BatchAnswer: {
            /** @description One for each text, in their order. */
            results: components["schemas"]["Verdict"][];
        };
        /** @description Many texts by one template. */
        Broadcast: {
            /**
             * Format: int64
             * @description Rows that became texts.
             */
            accepted: number;
            /**
             * Format: int64
             * @description Texts that were cancelled; likewise.
             */
            cancelled: number;
            /** @description Its own idempotency key; null for none. */
            client_ref: string | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: int64
             * @description Texts that were delivered, as counted seconds ago while somebody looks.
             */
            delivered: number;
            /**
             * Format: date-time
             * @description When it was done or cancelled; null before.
             */
            ended_at: string | null;
            /**
             * Format: int64
             * @description Texts that failed, without those that were cancelled; likewise.
             */
            failed: number;
            /**
             * Format: int64
             * @description The broadcast whose failed recipients it has; null for any other.
             */
            failed_of: number | null;
            /** @description What its texts must leave by; null for any. */
            from: string | null;
            /**
             * Format: int64
             * @description In order of creation within the account.
             */
            id: number;
            /** @description For people. */
            name: string;
            /** @description The code of the refusal that paused it: account_suspended, cap_reached, no_plan, no_subscription, no_route or not_found. Null where it did not pause itself. */
            pause_reason: string | null;
            /**
             * Format: int64
             * @description How many it has.
             */
            recipients: number;
            /**
             * Format: int64
             * @description Rows that were refused and become none.
             */
            refused: number;
            /**
             * Format: int64
             * @description Recipients who wrote back after their text; likewise.
             */
            replied: number;
            /**
             * @description The route that its texts ask for; null for any.
             * @enum {string|null}
             */
            route: "device" | "gateway" | null;
            /**
             * Format: date-time
             * @description No recipient leaves before; null for at once.
             */
            send_at: string | null;
            /**
             * @description Where its recipients came from: they were put, or are those of another broadcast that failed.
             * @enum {string}
             */
            source: "file" | "failed";
            /**
             * Format: date-time
             * @description When it was started; null before.
             */
            started_at: string | null;
            /**
             * @description A draft takes recipients. While it is running they leave; it is done when none waits. Paused, it goes on when it is resumed; cancelled, never.
             * @enum {string}
             */
            state: "draft" | "running" | "paused" | "done" | "cancelled";
            /** @description The text of its recipients, in which {field} stands for the recipient’s own words. */
            template: string;
            /** @description Its texts leave in quiet hours as well. */
            urgent: boolean;
        };
        /** @description A page of broadcasts. */
        BroadcastPage: {
            /** @description Newest first. */
            broadcasts: components["schemas"]["Broadcast"][];
            /** @description What to pass as cursor for the next page; null on the last one. */
            next_cursor: string | null;
        };
        /** @description A recipient of a broadcast. */
        BroadcastRecipient: {
            /** @description The recipient as given. */
            address: string;
            /** @description E.164; null where it could not be read. */
            address_norm: string | null;
            /** @description The finished text; empty for a recipient that was refused when it was put. */
            body: string;
            /** @description The code of the refusal; null unless refused. */
            code: string | null;
            /** @description Why it was refused, or why its text failed; null for any other. */
            error: string | null;
            /**
             * Format: int64
             * @description Its text; null before.
             */
            message_id: number | null;
            /** @description What to do about a refusal of this code; null unless refused. */
            next: string | null;
            /**
             * Format: int64
             * @description Its number.
             */
            number: number;
            /** @description The recipient wrote back after the text. */
            replied: boolean;
            /**
             * Format: date-time
             * @description Its text does not leave before; null for at once.
             */
            send_at: string | null;
            /**
             * @description waiting, refused, or the status of its text.
             * @enum {string}
             */
            status: "waiting" | "refused" | "queued" | "sending" | "sent" | "delivered" | "failed";
        };
        /** @description A page of recipients. */
        BroadcastRecipientPage: {
            /** @description What to pass as cursor for the next page; null on the last one. */
            next_cursor: string | null;
            /** @description In order of their numbers. */
            recipients: components["schemas"]["BroadcastRecipient"][];
        };
        /** @description The webhook, and its secret where it got a new one. */
        ChangedWebhook: {
            /** @description The secret that requests are signed with. It is shown this once. */
            secret?: string;
            webhook: components["schemas"]["Webhook"];
        };
        /** @description Puts contacts into a group, and takes others out. */
        ChangeGroupMembers: {
            /** @description Contacts to add; at most 1,000 together with those to take out. */
            add?: number[];
            /** @description Contacts to take out. */
            remove?: number[];
        };
        /** @description The plan to change to. */
        ChangePlan: {
            /** @description One of starter, growth, pro; any other is `unknown_plan`. */
            plan: string;
        };
        /** @description A subscription in the feed that the service keeps. */
        Consumer: {
            /**
             * Format: int64
             * @description By how many seqs it is behind the newest.
             */
            behind: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: int64
             * @description Everything up to this seq was acknowledged.
             */
            cursor: number;
            /**
             * Format: date-time
             * @description Until when a reader has it; null when none has.
             */
            lease_until: string | null;
            /**
             * Format: date-time
             * @description When the cursor last moved, or was made.
             */
            moved_at: string;
            /** @description Its name. */
            name: string;
        };
        /** @description A page of the change feed from a consumer’s cursor. */
        ConsumerPage: {
            /** @description Only given, and then true, when since is above everything that there is, or from a time that a restored backup lost: such a page has no messages. Read again from 0, or from newest_seq. */
            cursor_ahead?: boolean;
            /** @description True when more can be read at once. */
            has_more: boolean;
            /** @description What to pass with the next read and acknowledgement. */
            lease: string;
            /** @description In order of seq; each text once, as it is now. */
            messages: components["schemas"]["Message"][];
            /**
             * Format: int64
             * @description With cursor_ahead: the newest seq that there is, or the last one before that time.
             */
            newest_seq?: number;
            /**
             * Format: int64
             * @description What to pass as since next; given even when messages is empty.
             */
            next_since: number;
            /** @description Only given, and then true, when texts above since were deleted, because they are no longer kept. */
            truncated?: boolean;
        };
        Consumers: {
            /** @description In order of name. */
            consumers: components["schemas"]["Consumer"][];
        };
        /** @description A number that has a name. */
        Contact: {
            /** @description E.164. Only one contact of an account has it. */
            address: string;
            /**
             * Format: date-time
             * @description When its number, name or note last changed.
             */
            changed_at: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            created_at: string;
            /** @description The groups that it is in, in order; at most 50. */
            groups: number[];
            /**
             * Format: int64
             * @description Counted per account.
             */
            id: number;
            /** @description 1 to 200 characters. */
            name: string;
            /** @description Up to 2,000 characters; empty for none. */
            note: string;
        };
        /** @description A group of contacts. */
        ContactGroup: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: int64
             * @description Counted per account.
             */
            id: number;
            /**
             * Format: int64
             * @description How many contacts are in it.
             */
            members: number;
            /** @description 1 to 100 characters. Only one group of an account has it. */
            name: string;
        };
        /** @description A page of groups. */
        ContactGroupPage: {
            /** @description In order of name. */
            groups: components["schemas"]["ContactGroup"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        /** @description What became of a file. */
        ContactImport: {
            /**
             * Format: int64
             * @description Contacts that were added.
             */
            added: number;
            /**
             * Format: int64
             * @description Contacts that were there already and changed.
             */
            changed: number;
            /** @description The first 1000 of them, in their order. */
            faulty: components["schemas"]["FaultyContact"][];
            /**
             * Format: int64
             * @description Contacts that were there already and did not change.
             */
            known: number;
            /**
             * Format: int64
             * @description Rows that were not taken.
             */
            refused: number;
        };
        /** @description A page of contacts. */
        ContactPage: {
            /** @description In order of name. */
            contacts: components["schemas"]["Contact"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        /** @description A broadcast to make. */
        CreateBroadcast: {
            /** @description Idempotency key: one broadcast for ever. Null means the same as left out. */
            client_ref?: string | null;
            /** @description What its texts must leave by, as in a single send. */
            from?: string | null;
            /** @description For people. */
            name: string;
            /**
             * @description The route of its texts, as in a single send.
             * @enum {string|null}
             */
            route?: "device" | "gateway" | null;
            /** @description The text of its recipients. {field} stands for the recipient’s own words; the case of names does not count. */
            template: string;
            /** @description True leaves in quiet hours of the account as well. */
            urgent?: boolean | null;
        };
        /** @description A broadcast to those that failed. */
        CreateFailedBroadcast: {
            /** @description Idempotency key: one broadcast for ever. Null means the same as left out. */
            client_ref?: string | null;
            /** @description For people. */
            name: string;
        };
        /** @description It is done. */
        Done: {
            /** @description Always true. */
            ok: boolean;
        };
        /** @description What would become of a text that was sent now. */
        DryRun: {
            /** @description The recipient in E.164 form; absent for a text that is malformed. */
            address_norm?: string;
            /** @description The carrier that would most likely take it; absent unless the route is gateway. */
            carrier?: string;
            device?: components["schemas"]["DryRunDevice"];
            /**
             * @description The alphabet of those parts; absent for a text that is malformed.
             * @enum {string}
             */
            encoding?: "gsm7" | "ucs2";
            /**
             * Format: date-time
             * @description When it would leave; null for at once.
             */
            leaves_at: string | null;
            /**
             * @description The way it would leave; absent when there is none.
             * @enum {string}
             */
            route?: "device" | "gateway";
            /**
             * Format: int64
             * @description Parts that it takes on the air; absent for a text that is malformed.
             */
            segments?: number;
            /**
             * Format: int64
             * @description Texts that it would count as: 1, or 0 when nothing would be sent.
             */
            units: number;
            usage?: components["schemas"]["Usage"];
        };
        /** @description The phone that would most likely have the text. */
        DryRunDevice: {
            /**
             * Format: int64
             * @description Its id within the account.
             */
            id: number;
            /** @description As it was paired. */
            name: string;
            /** @description Whether it is online now. */
            online: boolean;
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
         *     | `invalid_address` | 400 | The address is not a phone number that can be texted. |
         *     | `unknown_plan` | 400 | No such plan is offered. |
         *     | `no_subscription` | 402 | The account’s subscription is no longer live, so it cannot send. |
         *     | `cap_reached` | 402 | The month’s texts are used up. |
         *     | `no_plan` | 402 | The account never had a plan, so it cannot send. |
         *     | `no_route` | 409 | The account has no way to send: no paired phone and no number of a carrier, or not the route that was asked for. |
         *     | `exempt_account` | 409 | The account has no plan to change: its operator exempts it from caps. |
         *     | `rate_limited` | 429 | Too many requests with this key, or too many with wrong keys. |
         *     | `payment_error` | 502 | The payment provider refused the change or did not answer. |
         *     | `billing_disabled` | 503 | This service takes no payments; its operator sets plans. |
         *     | `consumer_busy` | 409 | Another reader has the consumer: its lease has not run out. |
         *     | `not_cancellable` | 409 | The text may have left, or has ended: it cannot be cancelled any more. |
         *     | `opted_out` | 409 | The recipient wants no texts of the account: they wrote STOP, or the account added them to its opt-outs. |
         *     | `account_suspended` | 403 | The operator of the service has suspended the account: none of its texts is accepted or leaves. Reading works. |
         *     | `loop_suspected` | 409 | The account answered the recipient more often in a row than people write: two programs answer each other. At most 100 answers in a row go to one recipient, and one more every 5 minutes. Nothing was charged. |
         *     | `key_ended` | 403 | The key’s end date has passed. |
         *     | `key_scope` | 403 | The key’s policy leaves out the scope that this needs: read, send or manage. |
         *     | `recipient_not_allowed` | 403 | The key’s policy does not let it write to this recipient. |
         *     | `sender_not_allowed` | 403 | The key is bound to another sender than from. |
         *     | `key_budget_reached` | 403 | The key has sent as many texts in this hour or day as its policy allows. |
         *     | `incoming_webhook_budget_reached` | 403 | The incoming webhook has sent as many texts in this hour as its texts_per_hour allows. |
         *
         *     HEAD is answered as GET is, without the body, and with 405 where reading takes a lease. Besides what each endpoint lists: an unknown path is 404 `not_found`; a known path with another method is 405 `invalid_request`, with `Allow`; and what is no HTTP request is answered with `invalid_request` as far as it can be answered. A misspelt field or parameter is 400 `invalid_request` and names the one that is meant: it is one of the operation's but for case, `-`, `_`, spaces or two letters (one letter of a name of three or four, none of a shorter one), or it is one's in another part of the request. Any other that the operation does not know is ignored and named in the header Ignored-Fields.
         */
        Error: {
            /**
             * @description What is wrong, for a program. Stable.
             * @enum {string}
             */
            code: "unavailable" | "invalid_api_key" | "platform_key_scope" | "not_found" | "invalid_request" | "invalid_address" | "unknown_plan" | "no_subscription" | "cap_reached" | "no_plan" | "no_route" | "exempt_account" | "rate_limited" | "payment_error" | "billing_disabled" | "consumer_busy" | "not_cancellable" | "opted_out" | "account_suspended" | "loop_suspected" | "key_ended" | "key_scope" | "recipient_not_allowed" | "sender_not_allowed" | "key_budget_reached" | "incoming_webhook_budget_reached";
            /** @description What is wrong, for a person. May change at any time. */
            error: string;
            /** @description With `invalid_request`: all fields that are known to be wrong; absent where they were not looked at one by one. */
            fields?: components["schemas"]["FieldFault"][];
            /** @description What to do about an error of this code. May change at any time. */
            next: string;
        };
        /** @description A row of a file that was not taken. */
        FaultyContact: {
            /**
             * @description The kind of fault: `invalid_address`: no phone number that can be texted; `number_missing`; `name_missing`; `quote_open`: a quotation mark is not closed; `card_open`: a vCard has no END; `repeated`: its number stands on an earlier line; `too_long`; `too_many_groups`: of the contact or of the account; `contacts_full`: the account has as many as it may; `other`: error says what.
             * @enum {string}
             */
            code: "invalid_address" | "number_missing" | "name_missing" | "quote_open" | "card_open" | "repeated" | "too_long" | "too_many_groups" | "contacts_full" | "other";
            /** @description What is wrong with it. */
            error: string;
            /**
             * Format: int64
             * @description Counted from 1.
             */
            line: number;
        };
        /** @description A line of a file that says nothing usable. */
        FaultyLine: {
            /**
             * @description The kind of fault: `invalid_address`: no phone number that can be texted; `number_missing`; `name_missing`; `quote_open`: a quotation mark is not closed; `card_open`: a vCard has no END; `repeated`: its number stands on an earlier line; `too_long`; `too_many_groups`: of the contact or of the account; `contacts_full`: the account has as many as it may; `other`: error says what.
             * @enum {string}
             */
            code: "invalid_address" | "number_missing" | "name_missing" | "quote_open" | "card_open" | "repeated" | "too_long" | "too_many_groups" | "contacts_full" | "other";
            /** @description What is wrong with it. */
            error: string;
            /**
             * Format: int64
             * @description Counted from 1.
             */
            line: number;
        };
        /** @description A recipient that can never be sent. */
        FaultyRow: {
            /** @description The code of its refusal. */
            code: string;
            /** @description What is wrong with it. */
            error: string;
            /** @description What to do about a refusal of this code. */
            next: string;
            /**
             * Format: int64
             * @description Its number.
             */
            number: number;
        };
        /** @description A position in the feed: exactly one of the two. */
        FeedPosition: {
            /** @description An instant (RFC 3339 with offset): everything that changed at it or later follows, and some of what changed before may. */
            at?: string | null;
            /**
             * Format: int64
             * @description A seq: what is above it follows. At most the newest.
             */
            seq?: number | null;
        };
        /** @description A field of a request that was refused. */
        FieldFault: {
            /** @description What is wrong with it, for a person; begins with its name. May change at any time. */
            error: string;
            /** @description Its name. */
            field: string;
            /**
             * Format: int64
             * @description With `wrong_length` and `too_long`: the most characters that it takes.
             */
            max_length: number | null;
            /**
             * Format: int64
             * @description With `wrong_length`: the fewest characters that it takes.
             */
            min_length: number | null;
            /**
             * @description The rule that it breaks, for a program; `other`: error says which. Stable.
             * @enum {string}
             */
            reason: "required" | "empty" | "not_a_name" | "not_an_email" | "not_an_address" | "wrong_length" | "too_long" | "not_https" | "not_public" | "has_credentials" | "other";
        };
        /** @description The contacts that were found. */
        FindContactsAnswer: {
            /** @description In the request's order, without addresses that belong to no contact. */
            found: components["schemas"]["FoundContact"][];
        };
        /** @description What was found. */
        Found: {
            /** @description In order of name, at most 20. */
            contacts: components["schemas"]["Contact"][];
            /** @description Newest first. */
            messages: components["schemas"]["Message"][];
            /**
             * Format: int64
             * @description What to pass as before to look further back; null when all was looked at.
             */
            next_before: number | null;
            /** @description Newest text first, at most 20. */
            threads: components["schemas"]["Thread"][];
        };
        /** @description A contact, and the address that it was found by. */
        FoundContact: {
            /** @description As it was asked for. */
            address: string;
            contact: components["schemas"]["Contact"];
        };
        /** @description A page of members. */
        GroupMemberPage: {
            /** @description In order of id. */
            contacts: components["schemas"]["Contact"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        /** @description A file of contacts. */
        ImportContacts: {
            /** @description The file: at most 100,000 contacts and 8 MiB. */
            csv?: string;
            /** @description The same as vCards. Exactly one of the two must be given. */
            vcard?: string;
        };
        /** @description A file of recipients who want no texts. */
        ImportOptOuts: {
            /** @description The file: at most 10,000 lines and 1 MiB. */
            csv: string;
        };
        /** @description What becomes of other programs’ calls to /hooks/{name}. */
        IncomingWebhook: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description Names what a call is about, by fields as in template, at most 500 characters: the same event sends nothing again. Empty for an incoming webhook whose calls are all new, unless they have an Idempotency-Key. */
            event_id: string;
            /** @description The sender that the texts leave by, as the from of a text; null for any. */
            from: string | null;
            /** @description Whether calls may be signed instead of bringing a key. */
            has_secret: boolean;
            /**
             * Format: int64
             * @description The key for which signed calls send; null without a secret.
             */
            key_id: number | null;
            /** @description The code of that refusal; null for none. */
            last_refusal: string | null;
            /**
             * Format: date-time
             * @description When a call was last refused; null for never.
             */
            last_refused_at: string | null;
            /**
             * Format: date-time
             * @description When it last sent a text; null for never.
             */
            last_used_at: string | null;
            /** @description Its name. */
            name: string;
            /** @description Who gets the texts: at most 20 numbers; empty where recipients_field names them. */
            recipients: string[];
            /** @description The path of a number, or of a list of at most 20, in the body; null where recipients has them. */
            recipients_field: string | null;
            /** @description The words of the texts, 1 to 1600 characters; {{path.to.field}} stands for a field of the body, at most 50 of them. A number is the place in a list, and * each of a list. */
            template: string;
            /**
             * Format: int64
             * @description Most texts in an hour of UTC, 1 to 1000.
             */
            texts_per_hour: number;
            /** @description True for texts that quiet hours do not delay. */
            urgent: boolean;
        };
        /** @description The headers of the call that an incoming webhook looks at. */
        IncomingWebhookHeaders: {
            /** @description Names the event where event_id is empty. */
            "idempotency-key"?: string;
            /** @description The id of a delivery of GitHub. */
            "x-github-delivery"?: string;
            /** @description The event of GitHub. */
            "x-github-event"?: string;
        } | null;
        /** @description What an incoming webhook would make of a call. Nothing is sent. */
        IncomingWebhookPreview: {
            /** @description The words of the texts. A field that the call does not have stands there as in the template. */
            body: string;
            /** @description What the call is about; empty where nothing says so. */
            event_id: string;
            /** @description Whether they were cut at 1600 characters. */
            is_cut: boolean;
            /** @description The paths that lead to nothing in this call; one of event_id has a call refused. */
            missing: string[];
            /** @description Who would get them. */
            recipients: string[];
        };
        IncomingWebhooks: {
            /** @description In order of name; at most 50. */
            incoming_webhooks: components["schemas"]["IncomingWebhook"][];
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
        /** @description What a key may still send in this hour or day. */
        KeyBudget: {
            /**
             * Format: int64
             * @description Most texts in it.
             */
            limit: number;
            /**
             * Format: int64
             * @description Texts that would still be accepted.
             */
            remaining: number;
            /**
             * Format: date-time
             * @description When the next one begins.
             */
            resets_at: string;
        } | null;
        /** @description The limits of a key. They hold for each text, whichever interface it comes by. What is left out is not limited. */
        KeyPolicy: {
            /**
             * Format: date-time
             * @description The key stops working then; null for never.
             */
            ends_at: string | null;
            /** @description The sender that its texts leave by, as the from of a text; null for any. */
            from: string | null;
            /**
             * Format: int64
             * @description Most texts in a day of UTC, not fewer than per_hour; null without a bound.
             */
            per_day: number | null;
            /**
             * Format: int64
             * @description Most texts in an hour of UTC, 1 to 1000000; null without a bound.
             */
            per_hour: number | null;
            /**
             * @description Which texts it reads: all, or known, only those from and to whom it may write to. All others are as if there were none. known takes recipients other than `any`, and no scope manage, with which a key could read everything over webhooks. A request that leaves it out means all.
             * @enum {string}
             */
            reads: "all" | "known";
            /** @description The recipients that it may write to: `any` alone, `writers` alone for those who have written to the account, or up to 1000 numbers as E.164 and prefixes with a star at their end, like +1500*. A request that leaves it out means `any`. */
            recipients: string[];
            /**
             * @description When a person has to approve a text before it leaves: never, for new_recipients (no text of the account has left to them, and they have written none), or always. Such a text is queued with awaiting approval, for 24 hours. A request that leaves it out means never.
             * @enum {string}
             */
            require_approval: "never" | "new_recipients" | "always";
            /** @description What the key may do: read texts and settings, send texts, manage what belongs to the account. read alone cannot change anything. A request that leaves it out means all three. */
            scopes: ("read" | "send" | "manage")[];
        } | null;
        /** @description A draft. */
        MadeBroadcast: {
            broadcast: components["schemas"]["Broadcast"];
            /** @description True if the client_ref was used before. */
            replayed: boolean;
        };
        /** @description The key’s own account. */
        Me: {
            account: components["schemas"]["Account"];
            key?: components["schemas"]["OwnKey"];
            tiers: components["schemas"]["Tier"][];
            usage: components["schemas"]["Usage"];
        };
        /** @description One text, sent or received. */
        Message: {
            /** @description The other party, as given or received. */
            address: string;
            /** @description Its E.164 form; for senders that are short codes or names, the address itself. */
            address_norm: string;
            /**
             * @description approval while it is queued and a person has to approve it, because the policy of its key says so; release while it is queued and the operator of the service has to release it, after a restored backup. Null for every other text.
             * @enum {string|null}
             */
            awaiting: "approval" | "release" | null;
            /** @description The text. */
            body: string;
            /**
             * Format: date-time
             * @description When its words were removed, because the account keeps them no longer: body is empty then. Null for a text that has them.
             */
            body_removed_at: string | null;
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
            /** @description Why it failed: a stable code, then a colon and a sentence. The codes are expired_in_queue, outcome_unknown, rejected_by_network, device_failed, carrier_failed, opted_out, cancelled, approval_rejected and approval_expired. Null unless failed. */
            error: string | null;
            /** @description The device, SIM or number that it must leave by; null for any, and for inbound texts. */
            from: string | null;
            /**
             * Format: int64
             * @description Counted per account, in order of creation.
             */
            id: number;
            /**
             * @description What a received text asks for by its words alone: stop opted its sender out, start lifted that, help asks who you are, maybe_stop comes near a stop and was not acted on. Null for every other text.
             * @enum {string|null}
             */
            keyword: "stop" | "start" | "help" | "maybe_stop" | null;
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
             * @description It does not leave before: as it was asked for, or the end of the account’s quiet hours. Null for at once, and for inbound texts, and while it awaits an approval.
             */
            send_at: string | null;
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
        /** @description One step of a text. What does not apply is null. */
        MessageEvent: {
            /**
             * Format: date-time
             * @description When; null for the failure of a text from before steps were kept.
             */
            at: string | null;
            by: components["schemas"]["Sender"];
            /** @description The carrier. */
            carrier: string | null;
            /** @description The network’s own code, as its operator knows it. */
            code: string | null;
            /**
             * Format: int64
             * @description The device.
             */
            device_id: number | null;
            /**
             * @description What happened. scheduled and quiet_hours: it does not leave before until, as it was asked for or because of the account’s quiet hours; released: that time has come; awaits_approval: a person has to approve it before until; held: the service was restored from a backup while it waited, and its operator has to release it. A part is what leaves on the air; another_try: what did not leave is tried again; unit_returned: it does not count as a text any more; answers_stopped: it was the last of so many answers in a row to its recipient, and a further one is loop_suspected before until; omitted: so many steps were there that some of them are left out.
             * @enum {string}
             */
            kind: "accepted" | "scheduled" | "moved" | "handed_over" | "part_accepted" | "part_unknown" | "part_refused" | "another_try" | "part_delivered" | "part_failed" | "sent" | "delivered" | "expired" | "cancelled" | "failed" | "unit_returned" | "received" | "omitted" | "quiet_hours" | "released" | "answers_stopped" | "awaits_approval" | "approved" | "held";
            /** @description In words. */
            meaning: string;
            /**
             * Format: int64
             * @description Which part.
             */
            part: number | null;
            /**
             * Format: int64
             * @description How many parts the text has there.
             */
            parts: number | null;
            /** @description How it ended: the code that its error begins with. */
            reason: string | null;
            /** @description The carrier’s name for the part. */
            ref: string | null;
            /**
             * Format: int64
             * @description The slot of its SIM.
             */
            sim: number | null;
            /**
             * Format: date-time
             * @description When it is tried again, or leaves, or when the next answer is accepted.
             */
            until: string | null;
        };
        /** @description A page of the change feed. */
        MessagePage: {
            /** @description Only given, and then true, when since is above everything that there is, or from a time that a restored backup lost: such a page has no messages. Read again from 0, or from newest_seq. */
            cursor_ahead?: boolean;
            /** @description True when more can be read at once. */
            has_more: boolean;
            /** @description In order of seq; each text once, as it is now. */
            messages: components["schemas"]["Message"][];
            /**
             * Format: int64
             * @description With cursor_ahead: the newest seq that there is, or the last one before that time.
             */
            newest_seq?: number;
            /**
             * Format: int64
             * @description What to pass as since next; given even when messages is empty.
             */
            next_since: number;
            /** @description Only given, and then true, when texts above since were deleted, because they are no longer kept. */
            truncated?: boolean;
        };
        /** @description A recipient. */
        NewBroadcastRecipient: {
            /** @description The recipient, as in a single send. */
            address: string;
            /** @description The values of the template’s fields by their names: at most 100. */
            fields?: {
                [key: string]: string;
            };
            /** @description Its number, which names its text: a recipient is put, and sent, once. */
            number: number;
            /** @description Its text leaves no earlier than this, as in a single send. Null means the same as left out: with the broadcast. */
            send_at?: string | null;
        };
        OneBroadcast: {
            broadcast: components["schemas"]["Broadcast"];
        };
        OneConsumer: {
            consumer: components["schemas"]["Consumer"];
        };
        OneContact: {
            contact: components["schemas"]["Contact"];
        };
        OneContactGroup: {
            group: components["schemas"]["ContactGroup"];
        };
        OneIncomingWebhook: {
            incoming_webhook: components["schemas"]["IncomingWebhook"];
        };
        OneMessage: {
            message: components["schemas"]["Message"];
        };
        OneOptOut: {
            opt_out: components["schemas"]["OptOut"];
        };
        OneWebhook: {
            webhook: components["schemas"]["Webhook"];
        };
        /** @description A recipient to whom the account sends nothing. */
        OptOut: {
            /** @description E.164; of a sender that is a short code or name, its text. */
            address: string;
            /**
             * Format: int64
             * @description The text that said so; null for other sources.
             */
            message_id: number | null;
            /**
             * Format: date-time
             * @description From then on nothing is accepted for the recipient.
             */
            since: string;
            /**
             * @description What set it. START lifts only what a keyword had set.
             * @enum {string}
             */
            source: "keyword" | "api" | "import" | "console";
        };
        /** @description What became of a file. */
        OptOutImport: {
            /**
             * Format: int64
             * @description Recipients who were opted out now.
             */
            added: number;
            /** @description In their order. */
            faulty: components["schemas"]["FaultyLine"][];
            /**
             * Format: int64
             * @description Those who had been before, or whom the file lists twice.
             */
            known: number;
        };
        /** @description A page of opt-outs. */
        OptOutPage: {
            /** @description What to pass as cursor for the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Newest first. */
            opt_outs: components["schemas"]["OptOut"][];
        };
        /** @description What the account adds to the keywords, and what it answers to them. */
        OptOutSettings: {
            /** @description The answer to a call for help; null for none. */
            help_answer: string | null;
            /** @description The answer to a start; null for none. */
            start_answer: string | null;
            /** @description The answer to a stop; null for none. */
            stop_answer: string | null;
            /** @description Words that mean stop besides those that all accounts understand. */
            stop_words: string[];
        };
        /** @description What a wait ended with. The reply is the first text of the recipient that was received after this one and came to the phone, or to the number, that this one left by. Two texts to one recipient may have the same reply. */
        Outcome: {
            /**
             * Format: int64
             * @description The id of the text: with since, all that is needed to go on.
             */
            id: number;
            reply?: components["schemas"]["Message"];
            /**
             * Format: int64
             * @description What to pass as since to go on: after a reply it brings the next one. It is a cursor of the change feed as well, in which every reply comes after it.
             */
            since: number;
            /**
             * @description reply: it is there. final: message.status says how the text ended; one that failed gets no reply. pending: neither came in time; go on with GET /api/v1/messages/{id}/outcome and since.
             * @enum {string}
             */
            state: "reply" | "final" | "pending";
        };
        /** @description The key of the request, as it sees itself. */
        OwnKey: {
            day: components["schemas"]["KeyBudget"];
            hour: components["schemas"]["KeyBudget"];
            /**
             * Format: int64
             * @description As the console shows it.
             */
            id: number;
            /** @description A note to recognise it by; may be empty. */
            label: string;
            policy: components["schemas"]["KeyPolicy"];
            /** @description True for a key of the sandbox: its texts reach simulators alone and cost no quota. */
            sandbox: boolean;
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
        PreviewedIncomingWebhook: {
            preview: components["schemas"]["IncomingWebhookPreview"];
        };
        /** @description A call, and the settings to try on it. */
        PreviewIncomingWebhook: {
            /** @description The body of the call: an object or a list. */
            body: unknown;
            headers?: components["schemas"]["IncomingWebhookHeaders"];
            settings?: components["schemas"]["TriedIncomingWebhook"];
        };
        /** @description Recipients of a broadcast. */
        PutBroadcastRecipients: {
            /** @description In any order. */
            recipients: components["schemas"]["NewBroadcastRecipient"][];
        };
        /** @description What became of recipients that were put. */
        PutBroadcastRecipientsAnswer: {
            /**
             * Format: int64
             * @description Recipients that were new.
             */
            added: number;
            /** @description Recipients of the request that can never be sent, in their order. */
            faulty: components["schemas"]["FaultyRow"][];
        };
        /** @description Where a new consumer begins, seq or at; the feed’s end when both are left out. */
        PutConsumer: {
            /** @description An instant (RFC 3339 with offset): everything that changed at it or later follows, and some of what changed before may. */
            at?: string | null;
            /**
             * Format: int64
             * @description A seq: what is above it follows. At most the newest.
             */
            seq?: number | null;
        };
        /** @description Names a number. */
        PutContact: {
            /** @description A phone number, national formats in the account's country. */
            address: string;
            /** @description All groups of the contact, at most 50; absent leaves them as they are. */
            groups?: number[];
            /** @description 1 to 200 characters without the spaces around them; no control characters. */
            name: string;
            /** @description Up to 2,000 characters without the spaces around them; absent leaves it as it is. */
            note?: string;
        };
        /** @description The contact of the number. */
        PutContactAnswer: {
            /** @description Whether there was none before. */
            added: boolean;
            contact: components["schemas"]["Contact"];
        };
        /** @description Makes a group. */
        PutContactGroup: {
            /** @description 1 to 100 characters without the spaces around them; no control characters and no semicolons. */
            name: string;
        };
        /** @description The incoming webhook’s settings. */
        PutIncomingWebhook: {
            /** @description Names what a call is about, by fields as in template, at most 500 characters: the same event sends nothing again. Empty for an incoming webhook whose calls are all new, unless they have an Idempotency-Key. Left out: empty. */
            event_id?: string | null;
            /** @description The sender that the texts leave by, as the from of a text; null for any. Left out: null. */
            from?: string | null;
            /**
             * Format: int64
             * @description The key that signed calls send with. Only people may set it: a key that changes an incoming webhook becomes that key itself.
             */
            key_id?: number | null;
            /** @description Who gets the texts: at most 20 numbers; empty where recipients_field names them. Left out: empty. */
            recipients?: string[] | null;
            /** @description The path of a number, or of a list of at most 20, in the body; null where recipients has them. Left out: null. */
            recipients_field?: string | null;
            /** @description By which callers sign, as X-Hub-Signature-256 of GitHub: 16 to 128 printable characters without spaces. Empty: none. An incoming webhook keeps its own when it is left out. */
            secret?: string | null;
            /** @description The words of the texts, 1 to 1600 characters; {{path.to.field}} stands for a field of the body, at most 50 of them. A number is the place in a list, and * each of a list. */
            template: string;
            /** @description Most texts in an hour of UTC, 1 to 1000. Left out: 60. */
            texts_per_hour?: number | null;
            /** @description True for texts that quiet hours do not delay. Left out: false. */
            urgent?: boolean | null;
        };
        /** @description An endpoint. */
        PutWebhook: {
            /** @description False leaves out the words of texts. True when left out. */
            body?: boolean | null;
            /**
             * @description The form of its requests: standard for Standard Webhooks 1.0.0, twilio for a program written for Twilio, smsgate for one written for SMS Gateway for Android. An old webhook keeps its own when it is left out; a new one is standard then.
             * @enum {string|null}
             */
            format?: "standard" | "twilio" | "smsgate" | null;
            /** @description whsec_ and the base64 of 24 to 64 bytes; for another format than standard, 16 to 128 printable characters without spaces. A new webhook gets a random one when it is left out; an old one keeps its own. */
            secret?: string | null;
            /** @description The types of events that it gets; left out, all types of its format. Types that begin with sms are those of the format smsgate, of which a webhook has exactly one. */
            types?: ("text.received" | "text.updated" | "device.offline" | "device.online" | "recipient.opted_out" | "usage.near_cap" | "sms:received" | "sms:sent" | "sms:delivered" | "sms:failed")[] | null;
            /** @description Where events are delivered to: https, without credentials, on a public address. */
            url: string;
        };
        /** @description The part of the day in which texts don't leave. */
        QuietHours: {
            /** @description When they begin, by that clock. */
            from: string;
            /** @description The zone of the clock that counts: a name of the IANA database. */
            time_zone: string;
            /** @description When they end; a time before from is that of the next day. */
            until: string;
        } | null;
        /** @description The quiet hours, if there are any. */
        QuietHoursAnswer: {
            quiet_hours: components["schemas"]["QuietHours"];
        };
        /** @description Renames a group. */
        RenameContactGroup: {
            /** @description 1 to 100 characters without the spaces around them; no control characters and no semicolons. */
            name: string;
        };
        /** @description The webhook and its new secret. */
        RotatedWebhook: {
            /** @description The secret that requests are signed with. It is shown this once. */
            secret: string;
            webhook: components["schemas"]["Webhook"];
        };
        /** @description Texts to send. */
        SendBatch: {
            /** @description True asks what would become of the texts if they were sent together now: nothing is sent. It is the batch that is run dry: a text of its own with dry_run is refused. */
            dry_run?: boolean | null;
            /** @description Each as the body of a single send. One that is malformed is refused alone. */
            texts: unknown[];
        };
        /** @description Who sent a text. */
        Sender: {
            /** @description The end of the key; empty for a person. */
            hint: string;
            /** @description The label of the key; empty for a person. */
            label: string;
            /** @description Sent by a person in the console. */
            user: boolean;
        } | null;
        /** @description A text to send. */
        SendMessage: {
            /** @description A phone number: E.164 preferred; national formats are read in the account’s country. */
            address: string;
            /** @description The text. Characters are Unicode code points; U+0000 and halves of surrogates are refused. */
            body: string;
            /** @description Idempotency key: one text for ever. A repeat answers the original and sends nothing. Choose a new one for each text, and keep it until the send is answered. Null is as left out. */
            client_ref?: string | null;
            /** @description True asks what would become of the text: it is judged as a send is, and nothing is sent. */
            dry_run?: boolean | null;
            /** @description What it must leave by: device:3, the SIM in slot 2 of it as device:3/2, or a number of the account, in E.164 or as it was assigned. It decides the route, and the text waits for it. Null is as left out: any. */
            from?: string | null;
            /**
             * @description The way it is to leave. Left out or null: a phone that is online, else a carrier, else any phone.
             * @enum {string|null}
             */
            route?: "device" | "gateway" | null;
            /** @description Not to leave before: an instant with its offset (RFC 3339), at most 35 days ahead and not in the past; one of the last minute is now. Until then the text is queued, counts, and may be cancelled; its 24 hours in the queue begin then. Null is as left out: at once. */
            send_at?: string | null;
            /** @description True leaves at once, or at send_at, in quiet hours of the account as well. */
            urgent?: boolean | null;
            /** @description Seconds to wait, with wait_for. Null is as left out: 25. */
            wait?: number | null;
            /**
             * @description Keeps the request open once the text is accepted. reply: until the recipient answers, or the text failed; the key must be one that may read. final: until the text is delivered or failed. Null is as left out: not at all.
             * @enum {string|null}
             */
            wait_for?: "reply" | "final" | null;
        };
        /** @description The text as it was accepted, and the usage after it: message and usage are in every answer to a send. A dry run is answered with dry_run and verdict; outcome comes with wait_for. */
        SentMessage: {
            /** @description Only given, and then true, in the answer to a dry run. */
            dry_run?: boolean;
            message?: components["schemas"]["Message"];
            outcome?: components["schemas"]["Outcome"];
            usage?: components["schemas"]["Usage"];
            verdict?: components["schemas"]["Verdict"];
        };
        /** @description All settings of opt-outs. */
        SetOptOutSettings: {
            /** @description What is answered to a call for help; null or left out for nothing. */
            help_answer?: string | null;
            /** @description What is answered to a start; null or left out for nothing. */
            start_answer?: string | null;
            /** @description What is answered to a stop; null or left out for nothing. */
            stop_answer?: string | null;
            /** @description Words that mean stop besides those that all accounts understand. */
            stop_words?: string[];
        };
        /** @description The part of the day in which texts don't leave. */
        SetQuietHours: {
            /** @description When they begin, by that clock. */
            from: string;
            /** @description The zone of the clock that counts: a name of the IANA database. */
            time_zone: string;
            /** @description When they end; a time before from is that of the next day. */
            until: string;
        };
        /** @description When a broadcast is to begin. */
        StartBroadcast: {
            /** @description How many recipients it must have, so that none is missing. Null means the same as left out: any number. */
            recipients?: number | null;
            /** @description No recipient leaves before this instant, with its offset (RFC 3339), at most 35 days ahead. Null means the same as left out: at once. */
            send_at?: string | null;
        };
        /** @description The texts of a period, or one part of them. A text counts on the day that it was accepted or received. */
        Stat: {
            /**
             * Format: int64
             * @description Cancelled before they left. They are in none of the other numbers.
             */
            cancelled: number;
            /** @description With split=device: the carrier that they left or came by. Null for none. */
            carrier: string | null;
            /** @description The first day of the period within the range, as 2026-11-20. */
            day: string;
            /**
             * Format: int64
             * @description Of those, delivered.
             */
            delivered: number;
            /**
             * Format: int64
             * @description With split=device: the device that they left or came by. Null for none, and for texts that wait.
             */
            device_id: number | null;
            /** @description Its name; null for a device that is forgotten. */
            device_name: string | null;
            /**
             * Format: int64
             * @description Of those, failed.
             */
            failed: number;
            /** @description With split=reason: why they failed, the stable prefix of their error. Null for texts that did not. */
            reason: string | null;
            /**
             * Format: int64
             * @description Received.
             */
            received: number;
            /**
             * Format: int64
             * @description Of those, replies: one of the ten texts before them in their conversation was sent by the account.
             */
            replied: number;
            /**
             * Format: int64
             * @description Accepted to be sent, without those that were cancelled.
             */
            sent: number;
        };
        /** @description How many texts were sent and received. */
        Stats: {
            /** @description False while texts of these days are still being counted: ask again in a moment. */
            complete: boolean;
            /** @description The first day. */
            from: string;
            /** @description In order of days. A period without texts has none. */
            stats: components["schemas"]["Stat"][];
            /** @description The zone of the days: that of the account's quiet hours, UTC without any. */
            time_zone: string;
            /** @description The last day. */
            to: string;
        };
        TextOutcome: {
            message: components["schemas"]["Message"];
            outcome: components["schemas"]["Outcome"];
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
            /** @description The normalized form of the address in the request. */
            address_norm: string;
            /** @description Newest first. */
            messages: components["schemas"]["Message"][];
            /**
             * Format: int64
             * @description What to pass as before for the next page; null on the last one.
             */
            next_before: number | null;
            /** @description Only there, and true, on the last page when older texts of the conversation were deleted. */
            truncated?: boolean;
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
             * @description Price of an interval, in the currency's smallest unit.
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
        /** @description Every step of a text; waiting_for is null unless it still waits, and message is there where it was asked for. */
        Timeline: {
            /** @description In the order of their instants. */
            events: components["schemas"]["MessageEvent"][];
            message?: components["schemas"]["Message"];
            waiting_for: components["schemas"]["WaitingFor"];
        };
        /** @description Settings to try. Left out: those of the incoming webhook of that name, which must be there. */
        TriedIncomingWebhook: {
            /** @description Names what a call is about, by fields as in template, at most 500 characters: the same event sends nothing again. Empty for an incoming webhook whose calls are all new, unless they have an Idempotency-Key. Left out: empty. */
            event_id?: string | null;
            /** @description The sender that the texts leave by, as the from of a text; null for any. Left out: null. */
            from?: string | null;
            /** @description Who gets the texts: at most 20 numbers; empty where recipients_field names them. Left out: empty. */
            recipients?: string[] | null;
            /** @description The path of a number, or of a list of at most 20, in the body; null where recipients has them. Left out: null. */
            recipients_field?: string | null;
            /** @description The words of the texts, 1 to 1600 characters; {{path.to.field}} stands for a field of the body, at most 50 of them. A number is the place in a list, and * each of a list. */
            template: string;
            /** @description Most texts in an hour of UTC, 1 to 1000. Left out: 60. */
            texts_per_hour?: number | null;
            /** @description True for texts that quiet hours do not delay. Left out: false. */
            urgent?: boolean | null;
        } | null;
        /** @description Changes a contact; absent fields stay as they are. */
        UpdateContact: {
            /** @description Another phone number, national formats in the account's country. */
            address?: string;
            /** @description All groups of the contact, at most 50. */
            groups?: number[];
            /** @description Another name: 1 to 200 characters without the spaces around them; no control characters. */
            name?: string;
            /** @description Another note: up to 2,000 characters without the spaces around them. */
            note?: string;
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
            reason: "ok" | "no_plan" | "no_subscription" | "cap_reached" | "no_route" | "account_suspended";
            /**
             * Format: date-time
             * @description When the quota resets: the start of the next UTC month.
             */
            resets_at: string;
            /** @description The payment provider's status. active, trialing and past_due are live; exempt is an account without a cap; null when the account never had a plan. */
            subscription_status: string | null;
            /**
             * Format: int64
             * @description The period's cap; null when there is none.
             */
            texts_cap: number | null;
            /**
             * Format: int64
             * @description Cap minus used, never below 0; null when there is no cap.
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
        /** @description What became of one text, or in a dry run would become of it. */
        Verdict: {
            /** @description The code of the refusal, as a single send would have it. */
            code: string | null;
            /** @description True when the repeat asked for another body, recipient, route or from than the original has. */
            differs: boolean;
            /** @description Why it was refused; null when it was accepted. */
            error: string | null;
            message?: components["schemas"]["Message"];
            /** @description What to do about a refusal of this code; null when it was accepted. */
            next: string | null;
            /** @description True when the text was accepted, now or before. */
            ok: boolean;
            preview?: components["schemas"]["DryRun"];
            /** @description True for the original of a repeated client_ref. */
            replayed: boolean;
            /** @description Seconds after which a repeat makes sense. */
            retry_after: number | null;
        };
        /** @description What a text that still waits is waiting for. */
        WaitingFor: {
            /** @description The carrier, where it is one. */
            carrier: string | null;
            /**
             * Format: int64
             * @description The device, where it is one.
             */
            device_id: number | null;
            /** @description In words. */
            meaning: string;
            /**
             * Format: int64
             * @description The slot of its SIM.
             */
            sim: number | null;
            /**
             * Format: date-time
             * @description Until when; null where that is not known.
             */
            until: string | null;
            /**
             * @description What.
             * @enum {string}
             */
            what: "scheduled" | "no_device" | "device_away" | "device_problem" | "budget" | "carrier_down" | "another_try" | "turn" | "quiet_hours" | "suspended" | "approval" | "release";
        } | null;
        /** @description An endpoint that events are delivered to. */
        Webhook: {
            /**
             * Format: int64
             * @description By how many seqs it is behind the newest.
             */
            behind: number;
            /** @description Whether it sees the words of texts. */
            body: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /**
             * Format: int64
             * @description Changes of texts up to this seq were delivered, or not asked for.
             */
            cursor: number;
            /**
             * Format: date-time
             * @description Since when; null while it is active.
             */
            disabled_at: string | null;
            /**
             * @description Why nothing is delivered any more: asked for, the endpoint answered 410, it failed for 5 days, or the operator did it. Null while it is active.
             * @enum {string|null}
             */
            disabled_reason: "asked" | "gone" | "failing" | "operator" | null;
            /**
             * Format: date-time
             * @description Since when they fail; null when the last one did not.
             */
            failing_since: string | null;
            /**
             * Format: int64
             * @description Attempts that failed in a row.
             */
            failures: number;
            /**
             * @description The form of its requests.
             * @enum {string}
             */
            format: "standard" | "twilio" | "smsgate";
            /**
             * Format: date-time
             * @description When something was last delivered, or it was made.
             */
            moved_at: string;
            /** @description Its name. */
            name: string;
            /**
             * Format: date-time
             * @description Not tried again before; null when nothing delays it.
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Until when a replaced secret signs as well; null without one.
             */
            previous_secret_until: string | null;
            /** @description What it gets. */
            types: ("text.received" | "text.updated" | "device.offline" | "device.online" | "recipient.opted_out" | "usage.near_cap" | "sms:received" | "sms:sent" | "sms:delivered" | "sms:failed")[];
            /** @description Where events are delivered to. */
            url: string;
        };
        /** @description One request to an endpoint. */
        WebhookAttempt: {
            /** @description The first 256 bytes of the answer. */
            answer: string;
            /**
             * Format: date-time
             * @description When it ended.
             */
            at: string;
            /** @description Why it failed, or what of its answer was not followed; null when it was simply acknowledged. */
            error: string | null;
            /**
             * @description The kind of error: `endpoint_answered`: with another status than 2xx; `no_answer`: none in time; `no_connection`: none in time; `tls_failed`; `connection_failed`; `address_not_public`: the service does not deliver there; `address_not_https`; `not_tried`: the address failed slowly a moment ago; `answer_not_followed`: it was delivered, and not all that it answered was done; `other`: error says what. Null without an error.
             * @enum {string|null}
             */
            error_code: "endpoint_answered" | "no_answer" | "no_connection" | "tls_failed" | "connection_failed" | "address_not_public" | "address_not_https" | "not_tried" | "answer_not_followed" | "other" | null;
            /**
             * Format: int64
             * @description Events in it.
             */
            event_count: number;
            /** @description The id of the first one. */
            first_event: string;
            /** @description The id of the last one. */
            last_event: string;
            /**
             * Format: int64
             * @description Counts the attempts.
             */
            number: number;
            /** @description What is sent of its first event alone, without the words of texts: the first 2,000 characters. Empty for an attempt from before these were kept. */
            payload: string;
            /**
             * Format: int64
             * @description The HTTP status; null when no answer came.
             */
            status: number | null;
            /**
             * Format: int64
             * @description How long it took, in milliseconds.
             */
            took_ms: number;
        };
        WebhookAttempts: {
            /** @description The newest first; 50 at most. */
            attempts: components["schemas"]["WebhookAttempt"][];
        };
        Webhooks: {
            /** @description In order of name. */
            webhooks: components["schemas"]["Webhook"][];
        };
        /** @description What an endpoint said to a test. */
        WebhookTest: {
            /** @description Whether it answered 2xx. */
            acknowledged: boolean;
            /** @description The first 256 bytes of the answer. */
            answer: string;
            /** @description Why it failed; null when it was acknowledged. */
            error: string | null;
            /**
             * @description The kind of error: `endpoint_answered`: with another status than 2xx; `no_answer`: none in time; `no_connection`: none in time; `tls_failed`; `connection_failed`; `address_not_public`: the service does not deliver there; `address_not_https`; `not_tried`: the address failed slowly a moment ago; `answer_not_followed`: it was delivered, and not all that it answered was done; `other`: error says what. Null without an error.
             * @enum {string|null}
             */
            error_code: "endpoint_answered" | "no_answer" | "no_connection" | "tls_failed" | "connection_failed" | "address_not_public" | "address_not_https" | "not_tried" | "answer_not_followed" | "other" | null;
            /**
             * Format: int64
             * @description The HTTP status; null when no answer came.
             */
            status: number | null;
            /**
             * Format: int64
             * @description How long it took, in milliseconds.
             */
            took_ms: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
