// Generated from the OpenAPI documents by npm run generate.
import type { English } from "../../words/english.ts";
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
    "/api/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the account. */
        get: operations["consoleGetMemberAccount"];
        put?: never;
        post?: never;
        /**
         * End the account at once, and erase all of it.
         * @description The owner first re-authenticates.
         */
        delete: operations["consoleEraseAccount"];
        options?: never;
        head?: never;
        /** Change the account's name or country. */
        patch: operations["consoleRenameAccount"];
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
    "/api/v1/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List texts that wait for a person, oldest first, or that were decided, newest first. Needs the role member. */
        get: operations["consoleListApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve or reject a text that waits for a person. Needs the role member.
         * @description Exactly one decision about a text wins. `not_found` for a text that never waited.
         */
        post: operations["consoleDecideApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/approvals/{id}/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a link by which somebody without a session decides one text, once. Needs the role member. */
        post: operations["consoleCreateApprovalLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what was changed in the account, and by whom. */
        get: operations["consoleListAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/broadcasts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the account’s broadcasts, newest first. */
        get: operations["listBroadcasts"];
        put?: never;
        /**
         * Make a broadcast: a draft that takes recipients.
         * @description Put its recipients, then start it. An account may have 20 that are neither done nor cancelled; a draft can be started for 30 days.
         */
        post: operations["createBroadcast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/broadcasts.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the broadcasts, newest first, with what became of each, as comma-separated values.
         * @description The newest 10,000, as they were last counted. At most 2 downloads at a time for an account.
         */
        get: operations["exportBroadcasts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/broadcasts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a broadcast with what became of its texts. */
        get: operations["getBroadcast"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/broadcasts/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the rest of a broadcast, and its texts that still wait.
         * @description Once this is answered, no further recipient becomes a text; texts that wait end as cancelled soon after and give their units back. What was handed over stays. Repeated, it changes nothing.
         */
        post: operations["cancelBroadcast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/broadcasts/{id}/failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a draft of the recipients whose texts failed.
         * @description Left out are texts that were cancelled, whose recipients want none, and of which nobody knows whether they left (outcome_unknown). The recipients keep their numbers; start it as any draft.
         */
        post: operations["createFailedBroadcast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/broadcasts/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a broadcast: once this is answered, no further recipient becomes a text.
         * @description Texts that wait to leave already, at most 500, still do. Repeated, it changes nothing.
         */
        post: operations["pauseBroadcast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/broadcasts/{id}/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the recipients of a broadcast in order of their numbers.
         * @description A page may have few recipients or none although more follow: go on while there is a next_cursor.
         */
        get: operations["listBroadcastRecipients"];
        /**
         * Put recipients into a draft.
         * @description Up to 1,000 recipients, 1 MiB and 40,000 values; a broadcast has at most 100,000, whose numbers are 1 to 100,000. A recipient that is there already stays as it is, so that a request may be repeated. A recipient that can never be sent is kept as refused, and is named in faulty.
         */
        put: operations["putBroadcastRecipients"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/broadcasts/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a broadcast that was paused, or paused itself.
         * @description Repeated, it changes nothing.
         */
        post: operations["resumeBroadcast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/broadcasts/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a draft, now or at an instant.
         * @description The service sends its recipients in order of their numbers. Of a broadcast at most 500 texts wait to leave at a time; the next follow as they do. Each text’s client_ref is broadcast-ID-NUMBER. Quiet hours and opt-outs hold as for any text. Where the account itself may not send, the broadcast pauses and says why. Repeated, it changes nothing.
         */
        post: operations["startBroadcast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make an account that one owns. For the operator. */
        post: operations["consoleOpenAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/accounts/{id}/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let the session act for an account.
         * @description From now on the public endpoints take the session together with X-SVC-Account, as they take an account key. Besides, they answer a session with 403 `forbidden` where its role does not reach, or where another site’s page asks.
         */
        post: operations["consoleSwitchAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/approval-links/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve or reject a text by a link.
         * @description `link_expired` for a link that is unknown or was replaced.
         */
        post: operations["consoleDecideByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/approval-links/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read what a link decides.
         * @description `link_expired` for a link that is unknown or was replaced.
         */
        post: operations["consoleGetApprovalLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/forgotten-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a mail with a link that sets a new password.
         * @description The answer is the same whether or not the address is somebody’s. Only addresses that were verified get a mail, and 3 in an hour at most. `invalid_request` where the service sends no mail.
         */
        post: operations["consoleRequestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/links/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take an invitation as the person who is signed in. */
        post: operations["consoleAcceptLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/links/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read what a link is for. */
        post: operations["consoleGetLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read who is signed in. */
        get: operations["consoleGetMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change one’s name or language. */
        patch: operations["consoleChangeUser"];
        trace?: never;
    };
    "/api/v1/console/me/digest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set how often a mail brings the person new replies.
         * @description The service must send mail, and the person’s address must be verified.
         */
        put: operations["consoleSetDigest"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/me/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a mail with a link that shows that an e-mail address is one’s own.
         * @description At most 3 an hour. Where its recipient got 5 such mails and invitations in the last hour, no other is sent, and the answer is the same.
         */
        post: operations["consoleRequestEmailChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/me/email/verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Use the link of such a mail: the address becomes the person’s, and is verified. */
        post: operations["consoleVerifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/me/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the person’s settings of the inbox. */
        get: operations["consoleReadInboxSettings"];
        /** Set the person’s settings of the inbox. */
        put: operations["consoleSetInboxSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a passkey that the browser has made. */
        post: operations["consoleAddPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/me/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a passkey. */
        delete: operations["consoleRemovePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read how the browser is to make a passkey. */
        post: operations["consoleBeginPasskeyRegistration"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Change one’s password; all other sessions end. */
        post: operations["consoleChangePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/me/reauthentication": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in once more: for five minutes the session may change how one signs in. */
        post: operations["consoleReauthenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/me/reauthentication/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read the challenge that the browser passes to the person’s passkeys. */
        post: operations["consoleBeginReauthentication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/me/security-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List what changed in how the person signs in. */
        get: operations["consoleListSecurityEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List where the person is signed in. */
        get: operations["consoleListSessions"];
        put?: never;
        post?: never;
        /** Sign out everywhere, here too. */
        delete: operations["consoleEndAllSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Sign out in one browser. */
        delete: operations["consoleEndSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/me/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask for a secret for an authenticator app. */
        post: operations["consoleStartTotp"];
        /** Take the second factor away. */
        delete: operations["consoleRemoveTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/me/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show that the app has the secret: from now on signing in asks for its codes. */
        post: operations["consoleConfirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/new-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password by the link of such a mail.
         * @description All sessions of the person end, and nobody is signed in by it: the new password does that, with the second factor where there is one.
         */
        post: operations["consoleSetNewPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The OpenAPI document of the console’s endpoints. */
        get: operations["consoleGetDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in by password. */
        post: operations["consoleSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/sign-in/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in by a passkey. */
        post: operations["consoleSignInByPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/sign-in/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Read the challenge that the browser passes to its passkeys. */
        post: operations["consoleBeginPasskeySignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/sign-in/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Go on signing in with a code of the app, or a recovery code. */
        post: operations["consoleSignInByCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign out; the browser forgets its session. */
        post: operations["consoleSignOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign up by a link, and be signed in. */
        post: operations["consoleSignUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/console/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what the first page needs. */
        get: operations["consoleStart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the consumers. */
        get: operations["listConsumers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumers/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a consumer: its cursor, and how far behind it is. */
        get: operations["getConsumer"];
        /**
         * Make a consumer, or read the one of that name.
         * @description A name has 1 to 64 letters, digits, dots, hyphens and underscores; an account has at most 100 consumers. Nothing is changed for a consumer that is there.
         */
        put: operations["putConsumer"];
        post?: never;
        /** Remove a consumer. */
        delete: operations["deleteConsumer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumers/{name}/ack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a consumer’s cursor forward.
         * @description A seq below the cursor moves nothing, so that a repeat is answered alike. Without a lease it works while no reader has the consumer.
         */
        post: operations["ackConsumer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumers/{name}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read new texts and status changes from a consumer’s cursor, waiting for them if asked.
         * @description The page of GET /api/v1/messages from the cursor, which moves only when next_since is acknowledged. The answer comes with a lease: pass it with each read and acknowledgement. It holds for 60 seconds from each of them; until then another reader is answered consumer_busy.
         */
        get: operations["readConsumer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/consumers/{name}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a consumer’s cursor, forward or back.
         * @description A reader that has the consumer loses it.
         */
        post: operations["resetConsumer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List contacts in order of name, or look for some. */
        get: operations["listContacts"];
        put?: never;
        /**
         * Give a number a name.
         * @description The contact that has the number already is changed: the same request again changes nothing. A note and groups that are left out stay as they are. An account may have 100,000 contacts. `not_found` for a group that does not exist.
         */
        post: operations["putContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one contact. */
        get: operations["getContact"];
        put?: never;
        post?: never;
        /** Remove a contact. Its texts stay. */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /**
         * Change a contact; what is left out stays as it is.
         * @description `invalid_request` for a number that another contact has.
         */
        patch: operations["updateContact"];
        trace?: never;
    };
    "/api/v1/contacts/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download contacts as comma-separated values: name, address, note, groups.
         * @description In order of name, and at most 2 downloads at a time for an account. Values are quoted, and one that a spreadsheet would take for a formula, as every number with a plus, has an apostrophe before it; an import reads it as it is. Semicolons stand between groups.
         */
        get: operations["exportContactsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/export.vcf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download contacts as vCards of version 3.0.
         * @description In order of name, and at most 2 downloads at a time for an account.
         */
        get: operations["exportContactsVcard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find the contacts of up to 100 numbers at once.
         * @description Numbers that no contact has are left out. A number in another of its forms finds its contact as well.
         */
        get: operations["findContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add and change contacts by a file of comma-separated values or vCards.
         * @description The first line of comma-separated values names the columns: address and name, or a first and a last name; and note and groups where there are such. Of a vCard the mobile numbers are taken, or all where there are none. A row that cannot be taken is named by its line and harms no other; of several with one number the first counts. Groups that are not there are made, and no contact leaves one. The same file again changes nothing, so that it can be sent again after any other answer. One file of an account at a time.
         */
        post: operations["importContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the account's devices. */
        get: operations["consoleListDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unpair a device. Needs the role admin.
         * @description Its link closes, and its token is void.
         */
        delete: operations["consoleUnpairDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{id}/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the recipients whose texts stay on a device.
         * @description At most 10,000 conversations are looked at for a page: it may be short, and yet not be the last.
         */
        get: operations["consoleListDeviceAddresses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{id}/sims/{slot}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set how many parts may leave through a SIM. Needs the role admin. */
        put: operations["consoleSetSimBudget"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/pairing-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a code that pairs one device, with lines to type. Needs the role admin. */
        post: operations["consoleInviteDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what was erased, and who asked for it. */
        get: operations["consoleListErasures"];
        put?: never;
        /**
         * Erase a recipient of the account.
         * @description Texts and their words, the conversation, notes, the contact, rows of broadcasts, and what logs say of them. A text that waits to be sent to them is cancelled, and one on its way is erased once it has ended. An opt-out stays, and so do incoming webhooks and keys that name them: the answer lists these. The owner re-authenticates first.
         */
        post: operations["consoleEraseRecipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all that is kept of the account, a JSON object a line.
         * @description Each line is {"table": ..., "row": ...}. Keys, tokens and secrets are left out. At most 2 downloads at a time for a session.
         */
        get: operations["consoleExportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List groups of contacts, in order of name. */
        get: operations["listContactGroups"];
        put?: never;
        /**
         * Make a group of contacts.
         * @description One that has the name already is answered as it is. An account may have 1,000 groups.
         */
        post: operations["putContactGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one group. */
        get: operations["getContactGroup"];
        put?: never;
        post?: never;
        /** Remove a group. Its members remain contacts. */
        delete: operations["deleteContactGroup"];
        options?: never;
        head?: never;
        /**
         * Rename a group.
         * @description `invalid_request` for a name that another group has.
         */
        patch: operations["renameContactGroup"];
        trace?: never;
    };
    "/api/v1/groups/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the contacts of a group, in order of id. */
        get: operations["listGroupMembers"];
        put?: never;
        /**
         * Put contacts into a group and take others out, all or nothing.
         * @description `invalid_request` for a contact that does not exist.
         */
        post: operations["changeGroupMembers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbox-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the rules for the inbox of the account. */
        get: operations["consoleReadInboxRules"];
        /** Set the rules for the inbox of the account. Needs the role admin. */
        put: operations["consoleSetInboxRules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incoming-webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the incoming webhooks. */
        get: operations["listIncomingWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incoming-webhooks/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an incoming webhook: what it does, and when it was last used and refused. */
        get: operations["getIncomingWebhook"];
        /**
         * Make an incoming webhook, or change the one of that name.
         * @description A name has 1 to 64 letters, digits, dots, hyphens and underscores; an account has at most 50 incoming webhooks. What is left out has its usual value, but for the secret. Signed calls send for the key that last changed the incoming webhook, within its policy. The guide at /docs/incoming-webhooks has the settings for several programs.
         */
        put: operations["putIncomingWebhook"];
        post?: never;
        /** Remove an incoming webhook. Its texts stay. */
        delete: operations["deleteIncomingWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/incoming-webhooks/{name}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** See what an incoming webhook would make of a call. Nothing is sent. */
        post: operations["previewIncomingWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the platforms that may act for the account. Needs the role admin. */
        get: operations["consoleListIntegrations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a platform that is linked. Needs the role admin. */
        get: operations["consoleGetIntegration"];
        /**
         * Let a platform read the account's usage and change its plan. Needs the role admin.
         * @description It may do so from its next request on. `not_found` for one whose key was revoked.
         */
        put: operations["consoleLinkPlatform"];
        post?: never;
        /**
         * Stop a platform from acting for the account. Needs the role admin.
         * @description The account is unknown to the platform from its next request on. For a person, an unknown platform is no error.
         */
        delete: operations["consoleUnlinkPlatform"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invite somebody into the account. */
        post: operations["consoleInvite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take an invitation back. */
        delete: operations["consoleRevokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the account's keys. Needs the role admin. */
        get: operations["consoleListKeys"];
        put?: never;
        /** Make a key; its secret is answered this once. Needs the role admin. */
        post: operations["consoleCreateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a key: its next request is refused. Needs the role admin. */
        delete: operations["consoleRevokeKey"];
        options?: never;
        head?: never;
        /** Change a key’s label or policy, which holds from the next text on. Needs the role admin. */
        patch: operations["consoleChangeKey"];
        trace?: never;
    };
    "/api/v1/keys/{id}/refusals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what a key's limits refused in the last 90 days. Needs the role admin.
         * @description Also for a revoked key.
         */
        get: operations["consoleListKeyRefusals"];
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
        /** Read the account, its usage, the tiers, and what the key may do. */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the people of the account, and open invitations. */
        get: operations["consoleListMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/members/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove somebody from the account; anybody may remove themselves. */
        delete: operations["consoleRemoveMember"];
        options?: never;
        head?: never;
        /** Change what somebody may do in the account. */
        patch: operations["consoleSetRole"];
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
         * @description The change feed: inbound texts and changes of status, in order of seq. A text appears once, as it is now. A reader that passes next_since misses nothing. A page may end before limit when its texts are long. A since above everything that there is, as after a restored backup, is answered with cursor_ahead, within 5 seconds.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Send a text; a repeated client_ref answers the original and sends nothing.
         * @description A 200 means that the text is durable; it is then sent at most once. After a 503 or a lost connection its outcome is unknown: repeat it with the same client_ref. With dry_run nothing is sent, and the answer is what would become of the text: dry_run and verdict, in place of message and usage. With wait_for the answer comes later, with outcome and the message of then; a repeat of the client_ref waits on.
         */
        post: operations["sendMessage"];
        /**
         * Cancel the text that was sent under a client_ref.
         * @description A text that has not been handed over yet ends as failed with the error cancelled, and its unit goes back into the month. A cancelled text is answered again, however often it is asked for. Once it was handed over the answer is 409; a phone that holds it is asked for it all the same, and one that it has not sent ends as cancelled a little later. A key with limits on its texts cancels only those that it sent.
         */
        delete: operations["cancelMessageByRef"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the log of texts, newest first, as comma-separated values.
         * @description Takes what the log takes, and writes at most 100,000 texts: for older ones, ask again with before, the smallest id in the file. At most 2 downloads at a time for a session. Texts are quoted, and what a spreadsheet would take for a formula, whatever it splits the file by, has an apostrophe before it.
         */
        get: operations["consoleDownloadTexts"];
        put?: never;
        post?: never;
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
        /**
         * Cancel a text that has not been handed over.
         * @description A text that has not been handed over yet ends as failed with the error cancelled, and its unit goes back into the month. A cancelled text is answered again, however often it is asked for. Once it was handed over the answer is 409; a phone that holds it is asked for it all the same, and one that it has not sent ends as cancelled a little later. A key with limits on its texts cancels only those that it sent.
         */
        delete: operations["cancelMessage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}/detail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one text with everything that is known about its way. */
        get: operations["consoleGetText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what happened to a text, step by step, and what it waits for now.
         * @description Kept as long as the text. Of a text that has more than some thirty steps, those in the middle are left out. A phone reports a text as a whole, a carrier each part.
         */
        get: operations["listMessageEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/{id}/outcome": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Wait for the reply to a text, or for its final state.
         * @description Goes on with a send that had wait_for, from the since of its outcome, as often as needed: the service keeps nothing about the wait. No reply is missed, and none is given twice to one since.
         */
        get: operations["awaitOutcome"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send up to 500 texts, each with a verdict of its own.
         * @description Every 25 texts that are begun count as one request of the key: texts for which it has none left are refused as rate_limited, and the others are sent. Give each text a client_ref, and repeat what was not accepted, or the whole batch after a lost connection: nothing is sent twice. With dry_run nothing is sent at all.
         */
        post: operations["sendBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look whether texts could be sent; nothing is sent.
         * @description Judges each text as a send would: its form, and what stands against its recipient. What stands against all of the account’s texts, as a cap or a missing route, is left out.
         */
        post: operations["consoleCheckTexts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/messages/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the log of texts, newest first.
         * @description At most 10,000 texts are looked at for a page: one of what is rare may be short, or empty, and yet not be the last. next_before says where to go on, and is null on the last page only.
         */
        get: operations["consoleListTexts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the account's numbers on carriers. */
        get: operations["consoleListNumbers"];
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
    "/api/v1/operator/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts, or find some. For the operator.
         * @description At most 20,000 accounts are looked at for a page: it may be short, and yet not be the last.
         */
        get: operations["consoleListAccounts"];
        put?: never;
        /** Make an account without people. For the operator. */
        post: operations["consoleCreateAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/accounts/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read an account. For the operator. */
        get: operations["consoleGetAccountRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an account. For the operator.
         * @description All of it or nothing; its plan by hand, past the payment provider.
         */
        patch: operations["consoleUpdateAccount"];
        trace?: never;
    };
    "/api/v1/operator/accounts/{account_id}/suspension": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Suspend an account: none of its texts is accepted or leaves. For the operator.
         * @description Waiting texts stay in the queue, within their deadlines. Texts that it receives are stored as before.
         */
        put: operations["consoleSuspendAccount"];
        post?: never;
        /** Let a suspended account send again; what waits goes on. For the operator. */
        delete: operations["consoleResumeAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/accounts/{id}/texts/{text_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read one text of an account without its words, and what became of it. For the operator. */
        get: operations["consoleFindText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/carriers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the carriers, and how they are. For the operator. */
        get: operations["consoleListCarriers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/daily-health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the last day of the service, and which accounts stand out. For the operator.
         * @description It is as it was within the last minute.
         */
        get: operations["consoleGetDailyHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how the service is. For the operator. */
        get: operations["consoleGetHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List numbers. For the operator. */
        get: operations["consoleListAllNumbers"];
        /**
         * Give a carrier's number to an account. For the operator.
         * @description The account has route gateway from then on.
         */
        put: operations["consoleAssignNumber"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/numbers/{carrier}/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a number back from its account. For the operator. */
        delete: operations["consoleReleaseNumber"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/platform-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List platform keys. For the operator. */
        get: operations["consoleListPlatformKeys"];
        put?: never;
        /** Issue a platform key; its secret is answered this once. For the operator. */
        post: operations["consoleCreatePlatformKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/platform-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a platform key: its next request is refused. For the operator. */
        delete: operations["consoleRevokePlatformKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people, or find some. For the operator.
         * @description At most 20,000 people are looked at for a page: it may be short, and yet not be the last.
         */
        get: operations["consoleListUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a person, and the accounts that they are in. For the operator. */
        get: operations["consoleGetUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/opt-outs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the recipients who want no texts, newest first. */
        get: operations["listOptOuts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/opt-outs/{address}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Opt a recipient out: nothing is sent to them any more, and what waits for them ends.
         * @description An existing one stays as it is and is answered.
         */
        put: operations["addOptOut"];
        post?: never;
        /**
         * Allow texts to a recipient again, whatever the opt-out came from.
         * @description For somebody who wrote STOP you need their consent first.
         */
        delete: operations["removeOptOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/opt-outs/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all opt-outs as comma-separated values: address, since, source.
         * @description Newest first, and at most 2 downloads at a time for an account. Values are quoted, and one that a spreadsheet would take for a formula, as every number with a plus, has an apostrophe before it; an import reads it as it is.
         */
        get: operations["exportOptOuts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/opt-outs/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Opt out the recipients of a file of comma-separated values, line by line.
         * @description A line that cannot be read is named with its number and harms no other. The first value of a line is the number; a first line that begins with "address" names the columns.
         */
        post: operations["importOptOuts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/opt-outs/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the account’s own words for stop, and its answers. */
        get: operations["getOptOutSettings"];
        /**
         * Set the account’s own words for stop, and its answers, all at once.
         * @description A field that is left out is emptied. Answers are texts of the account and are charged as such; each recipient gets at most one of a kind in 24 hours.
         */
        put: operations["setOptOutSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the account's state. */
        get: operations["consoleGetOverview"];
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
         * @description A live subscription is switched in place, prorated, and the new cap applies at once. Without one nothing changes until a person has paid at checkout_url. So it is where an earlier subscription was not paid, and where the bank wants the payer to confirm a switch or there is no card: detail says which, and checkout_url leads there.
         */
        post: operations["changePlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/plan/portal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the payment provider's page with invoices and card. Needs the role admin.
         * @description `not_found` for an account that has not paid yet, `billing_disabled` where the provider has no such page.
         */
        post: operations["consoleOpenPortal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/plan/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what a plan change would cost. Needs the role admin. */
        get: operations["consolePreviewPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/plan/renewal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read when the plan is paid anew, as the payment provider says. Needs the role admin.
         * @description `payment_error` where the provider does not answer.
         */
        get: operations["consoleGetRenewal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/quiet-hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the hours in which the account's texts don't leave. */
        get: operations["getQuietHours"];
        /**
         * Set the hours in which the account's texts don't leave.
         * @description A text that is accepted within them, or asks for an instant within them, leaves when they end, unless it is urgent. Texts that were accepted before keep their time. `invalid_request` for an unknown zone, and for two equal times.
         */
        put: operations["setQuietHours"];
        post?: never;
        /**
         * Remove the quiet hours.
         * @description Texts that wait for their end keep their time. It is no error if there are none.
         */
        delete: operations["clearQuietHours"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read how long the account’s texts are kept. */
        get: operations["consoleGetRetention"];
        /**
         * Set how long the account’s texts are kept.
         * @description A shorter time also applies to existing texts: they are deleted, and cannot be brought back.
         */
        put: operations["consoleSetRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/saved-replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the saved replies of the account. */
        get: operations["consoleListSavedReplies"];
        put?: never;
        /** Save a reply. */
        post: operations["consoleAddSavedReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/saved-replies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change a saved reply. */
        put: operations["consoleChangeSavedReply"];
        post?: never;
        /** Remove a saved reply. */
        delete: operations["consoleRemoveSavedReply"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find contacts by name, conversations by any part of a number, and texts by words.
         * @description Looks at the newest 20,000 texts below before, or at as many as it can in half a second; next_before says where to look further back. One search of an account runs at a time, and q has at most 8 words. Texts must have all of the words, in any case. Contacts, and conversations of all time by the beginning of their number, are in the first answer; an answer to before has the conversations among the texts that it looked at.
         */
        get: operations["searchAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how many texts were sent, delivered, failed and received, by day, week or month.
         * @description At most 400 days, and 10,000 stats. Days are those of the account's clock: the zone of its quiet hours, UTC without any.
         */
        get: operations["listStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stats.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the stats as comma-separated values.
         * @description Takes what the stats take. At most 2 downloads at a time for an account.
         */
        get: operations["exportStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/thread-notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove one’s own note. */
        delete: operations["consoleRemoveThreadNote"];
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
    "/api/v1/threads/{address}/assignee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Give a conversation to a member of the account, or to nobody. */
        put: operations["consoleAssignThread"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{address}/done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mark a conversation as done, or open it again.
         * @description What is received, or fails, after seq opens it again.
         */
        put: operations["consoleSetThreadDone"];
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
    "/api/v1/threads/{address}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Write a note into a conversation. Only the account’s people see it; it is never sent. */
        post: operations["consoleAddThreadNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{address}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Note that the person has read a conversation up to a text. */
        put: operations["consoleReadThread"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{address}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read what was decided about a conversation, with the notes in it. */
        get: operations["consoleReadThreadState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{address}/writers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List who else is writing in a conversation now. */
        get: operations["consoleListWriters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{address}/writing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say that the person is writing in a conversation, or has stopped.
         * @description It counts for 8 seconds, unless it is said again.
         */
        put: operations["consoleNoteWriting"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the conversations that need somebody.
         * @description Among those of the newest 1,000 received texts, and of the newest 1,000 that failed.
         */
        get: operations["consoleCountThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/unread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations with what the person has not read.
         * @description Of all conversations, those that wait for an answer come first, as far as they are found among the 1,000 newest received texts: what is sent pushes none of them down. With a filter, the newest 1,000 texts below the cursor are looked at for a page: it may be short, or empty, and yet not be the last. next_cursor is null on the last page only.
         */
        get: operations["consoleListThreads"];
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
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the webhooks. */
        get: operations["listWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read a webhook: how far it has got, and whether it fails. */
        get: operations["getWebhook"];
        /**
         * Make a webhook, or change the one of that name.
         * @description A new one begins at the feed’s end, and its secret is shown in this answer only. A name has 1 to 64 letters, digits, dots, hyphens and underscores; an account has at most 20 webhooks. Requests are signed as Standard Webhooks 1.0.0, hold up to 100 events in order of seq, and are repeated until they are answered 2xx. A program that was written for Twilio has a format of its own, described in the guide at /docs/twilio.
         */
        put: operations["putWebhook"];
        post?: never;
        /** Remove a webhook. */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{name}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the last attempts to deliver, newest first. */
        get: operations["listWebhookAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{name}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver nothing until it is enabled. */
        post: operations["disableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{name}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver again, at once, from where it stood. */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{name}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deliver again from a position in the feed. */
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{name}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a webhook a new secret; both sign for 24 hours. */
        post: operations["rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{name}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event now and read what the endpoint said.
         * @description One that is acknowledged ends the wait for the next attempt. The id of a test event begins with test.
         */
        post: operations["testWebhook"];
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
        /** @description A page of the account's keys. */
        AccountKeyPage: {
            /** @description In order of id, those of its sandbox among them, with those that were revoked in the last 90 days; no sessions. */
            keys: components["schemas"]["Key"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        AccountMembers: {
            /** @description Open invitations; empty for people who may not invite. */
            invitations: components["schemas"]["Invitation"][];
            /** @description In the order in which they joined. */
            members: components["schemas"]["Member"][];
        };
        /** @description An account, as the operator sees it. */
        AccountRecord: {
            /** @description ISO 3166-1, two letters; national number formats are read in it. */
            country: string;
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description True when no plan or cap applies. */
            exempt: boolean;
            /**
             * Format: int64
             * @description Random.
             */
            id: number;
            /** @description The name that the operator gave it. */
            name: string;
            /** @description The current plan; null when the account never had one. */
            plan: string | null;
            /** @description As in Usage. */
            subscription_status: string | null;
            /**
             * Format: date-time
             * @description Since when none of its texts leaves; null for an account that may send.
             */
            suspended_at: string | null;
            /** @description Why it is suspended, for the operator alone; may be empty. */
            suspension_reason: string;
            /**
             * Format: int64
             * @description Texts used this month.
             */
            texts_used: number;
        };
        /** @description A page of accounts. At most 20,000 are searched for it, so a short page need not be the last. */
        AccountRecordPage: {
            /** @description In order of id. */
            accounts: components["schemas"]["AccountRecord"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
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
        AddPasskey: {
            /** @description What its owner calls it. */
            name: string;
            /** @description What the browser answered. */
            response: {
                [key: string]: unknown;
            };
            /** @description The ticket from the step before. */
            ticket: string;
        };
        AddThreadNote: {
            /** @description Its words. */
            body: string;
        };
        /** @description A text that waits, or waited, for a person. */
        Approval: {
            /** @description The recipient. */
            address_norm: string;
            /** @description The text. */
            body: string;
            /** @description It was decided by a link. */
            by_link: boolean;
            /**
             * Format: date-time
             * @description When the text was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When; null while it waits.
             */
            decided_at: string | null;
            /**
             * @description What became of it; null while it waits. withdrawn ended otherwise: it was cancelled, or its recipient opted out.
             * @enum {string|null}
             */
            decision: "approved" | "rejected" | "expired" | "withdrawn" | null;
            /**
             * Format: date-time
             * @description Nobody can approve it from then on: 24 hours after it was accepted.
             */
            expires_at: string;
            /**
             * Format: int64
             * @description The key that asked.
             */
            key_id: number;
            /** @description Its label; empty for a key that is gone. */
            key_label: string;
            /**
             * Format: int64
             * @description The text's id.
             */
            message_id: number;
            /**
             * Format: date-time
             * @description The instant that it was sent for; null for at once.
             */
            send_at: string | null;
            /**
             * Format: int64
             * @description The person who decided; null for a link or a service, and where nobody did.
             */
            user_id: number | null;
        };
        /** @description A page of them. */
        ApprovalPage: {
            /** @description In order of the texts' ids. */
            approvals: components["schemas"]["Approval"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        /** @description The limits of a key. They hold for each text, whichever interface it comes by. What is left out is not limited. */
        AskedKeyPolicy: {
            /** @description The key stops working then; absent for never. */
            ends_at?: string | null;
            /** @description The sender that its texts leave by, as the from of a text; absent for any. */
            from?: string | null;
            /**
             * Format: int64
             * @description Most texts in a day of UTC, not fewer than per_hour; absent without a bound.
             */
            per_day?: number | null;
            /**
             * Format: int64
             * @description Most texts in an hour of UTC, 1 to 1000000; absent without a bound.
             */
            per_hour?: number | null;
            /**
             * @description Which texts it reads: all, or known, only those from and to whom it may write to. All others are as if there were none. known takes recipients other than `any`, and no scope manage, with which a key could read everything over webhooks. A request that leaves it out means all.
             * @enum {string}
             */
            reads?: "all" | "known";
            /** @description The recipients that it may write to: `any` alone, `writers` alone for those who have written to the account, or up to 1000 numbers as E.164 and prefixes with a star at their end, like +1500*. A request that leaves it out means `any`. */
            recipients?: string[];
            /**
             * @description When a person has to approve a text before it leaves: never, for new_recipients (no text of the account has left to them, and they have written none), or always. Such a text is queued with awaiting approval, for 24 hours. A request that leaves it out means never.
             * @enum {string}
             */
            require_approval?: "never" | "new_recipients" | "always";
            /** @description What the key may do: read texts and settings, send texts, manage what belongs to the account. read alone cannot change anything. A request that leaves it out means all three. */
            scopes?: ("read" | "send" | "manage")[];
        } | null;
        /** @description Gives a number to an account. */
        AssignNumber: {
            /**
             * Format: int64
             * @description The account.
             */
            account_id: number;
            /** @description A configured carrier's name. */
            carrier: string;
            /** @description E.164 or a format of the account's country, a short code of 3 to 8 digits, or a name of 1 to 11 characters. */
            number: string;
        };
        AssignThread: {
            /**
             * Format: int64
             * @description The member; null for nobody.
             */
            user_id: number | null;
        };
        /** @description A call that changes something. It holds no words of texts, no addresses of recipients and no secrets. */
        AuditEvent: {
            /**
             * @description Who called; operator is the command line of the service.
             * @enum {string}
             */
            actor: "user" | "key" | "platform" | "operator";
            /**
             * Format: int64
             * @description The person or the key; null for the command line, and for a person whose session ended at that moment.
             */
            actor_id: number | null;
            /** @description A key’s label, or a person’s name and e-mail address, as it was then. */
            actor_name: string;
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description What was called, like KeyService/RevokeKey. */
            method: string;
            /** @description The ids of what it was called on, or made, like key_id 7; empty for the account itself. */
            object: string;
            /** @description done, or the code of the refusal; null while it is under way, and where it is not known. */
            outcome: string | null;
        };
        /** @description A page of the list. */
        AuditEvents: {
            /** @description Newest first. */
            audit_events: components["schemas"]["AuditEvent"][];
            /** @description What to pass as cursor for the next page; null on the last one. */
            next_cursor: string | null;
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
            error: English | null;
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
        /** @description A configured carrier, which texts of route gateway leave through, as the answering core sees it. */
        Carrier: {
            /**
             * Format: int64
             * @description How many submits this core could begin now.
             */
            capacity: number;
            /** @description One sentence about that. */
            detail: English;
            /** @description What it speaks: smpp, http or simulated. */
            kind: string;
            /** @description As configured. */
            name: string;
            /**
             * Format: int64
             * @description Carriers with a smaller number are asked first.
             */
            priority: number;
            /** @description The sender of accounts without their own number; null when such accounts cannot use it. */
            shared_sender: string | null;
            /** @description Whether the answering core can submit through it now. */
            up: boolean;
        };
        /** @description A number of a carrier that an account owns: texts to it are the account's, and the account's oldest number on a carrier is its sender there. */
        CarrierNumber: {
            /**
             * Format: int64
             * @description The account that owns it.
             */
            account_id: number;
            /**
             * Format: date-time
             * @description When it was assigned.
             */
            assigned_at: string;
            /** @description The carrier's name. */
            carrier: string;
            /** @description E.164, a short code of 3 to 8 digits, or a name of 1 to 11 characters. */
            number: string;
        };
        /** @description A page of numbers. */
        CarrierNumberPage: {
            /** @description Null on the last page. */
            next_cursor: string | null;
            /** @description In order of carrier and number. */
            numbers: components["schemas"]["CarrierNumber"][];
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
        /** @description What to change. A policy takes the place of the old one as a whole; null takes all limits away. */
        ChangeKey: {
            /** @description A note to recognise it by; left out, it stays. */
            label?: string;
            policy?: components["schemas"]["AskedKeyPolicy"];
        };
        ChangePassword: {
            /** @description The present one; not needed within five minutes of a re-authentication. */
            current?: string;
            /** @description True: all passkeys are removed as well. */
            end_passkeys?: boolean;
            /** @description The new one: at least 10 characters. */
            new: string;
        };
        /** @description The plan to change to. */
        ChangePlan: {
            /** @description One of starter, growth, pro; any other is `unknown_plan`. */
            plan: string;
        };
        ChangeUser: {
            /**
             * @description The language of mails to the person.
             * @enum {string}
             */
            language?: "en" | "de";
            /** @description What others see. */
            name?: string;
        };
        /** @description Whether a text could be sent. */
        CheckedText: {
            /** @description The recipient in E.164; null when it is refused. */
            address_norm: string | null;
            /** @description The same for a program. */
            code: string | null;
            /** @description Whether that one had another recipient or other words. */
            differs: boolean;
            /**
             * @description The alphabet of those parts; null when it is refused.
             * @enum {string|null}
             */
            encoding: "gsm7" | "ucs2" | null;
            /** @description Why it would be refused; null otherwise. */
            error: English | null;
            /**
             * Format: date-time
             * @description When it would leave; null for at once, and when it is refused.
             */
            leaves_at: string | null;
            /** @description Whether a send would take it, as far as its form goes. */
            ok: boolean;
            /**
             * Format: int64
             * @description Parts on the air; null when it is refused.
             */
            segments: number | null;
            /**
             * Format: date-time
             * @description When a text of this client_ref was accepted before; null for a new one.
             */
            sent_at: string | null;
        };
        CheckedTexts: {
            /** @description In the order asked. */
            rows: components["schemas"]["CheckedText"][];
        };
        ConsoleError: {
            /**
             * @description What is wrong, for the pages of the console.
             * @enum {string}
             */
            code: "unavailable" | "invalid_api_key" | "platform_key_scope" | "not_found" | "invalid_request" | "invalid_address" | "unknown_plan" | "no_subscription" | "cap_reached" | "no_plan" | "no_route" | "exempt_account" | "rate_limited" | "payment_error" | "billing_disabled" | "consumer_busy" | "not_cancellable" | "opted_out" | "account_suspended" | "loop_suspected" | "key_ended" | "key_scope" | "recipient_not_allowed" | "sender_not_allowed" | "key_budget_reached" | "incoming_webhook_budget_reached" | "not_signed_in" | "wrong_credentials" | "forbidden" | "last_owner" | "already_exists" | "link_expired" | "reauthentication_required" | "approval_not_pending";
            /** @description What is wrong, for a person. */
            error: string;
            /** @description With `invalid_request`: all fields that are known to be wrong; absent where they were not looked at one by one. */
            fields?: components["schemas"]["FieldFault"][];
            /** @description What to do about an error of this code. */
            next: string;
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
        /** @description A core, since it was started. */
        CoreState: {
            /**
             * Format: int64
             * @description Calls that it answered.
             */
            calls: number;
            /**
             * Format: int64
             * @description Of those, refused or failed.
             */
            calls_failed: number;
            /**
             * Format: int64
             * @description Devices linked to it.
             */
            links: number;
            /**
             * Format: date-time
             * @description When it was started.
             */
            started_at: string;
            /**
             * Format: int64
             * @description Texts that it ended because a state lasted too long.
             */
            texts_expired: number;
            /**
             * Format: int64
             * @description Texts that it handed to devices since it was started.
             */
            texts_handed_over: number;
            /** @description Of Textrelay. */
            version: string;
            /**
             * Format: int64
             * @description Gateways that watch its changes.
             */
            watches: number;
        };
        /** @description Describes a new account. */
        CreateAccount: {
            /** @description ISO 3166-1, two letters, for example US. */
            country: string;
            /** @description True: no plan and no cap applies. */
            exempt?: boolean | null;
            /** @description What its people call it: 1 to 100 characters, not spaces alone. */
            name: string;
            /** @description A plan on offer to start on, with an active subscription; absent for none. */
            plan?: string | null;
        };
        /** @description The link. Its token is stored only as a hash. */
        CreateApprovalLinkAnswer: {
            /**
             * Format: date-time
             * @description Until when the text waits.
             */
            expires_at: string | null;
            /** @description Shown this once. It replaces an older link for the same text; opening it decides nothing. */
            link: string;
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
        /** @description Asks for a new key. */
        CreateKey: {
            /** @description A note to recognise it by, at most 100 characters. */
            label?: string;
            policy?: components["schemas"]["AskedKeyPolicy"];
            /** @description True for a key that acts for the account's sandbox, a separate account: its texts only reach simulators, cost no quota and are in a separate feed, in production as well. */
            sandbox?: boolean;
        };
        /** @description Answers the new key. Its secret is shown only this once. */
        CreateKeyAnswer: {
            key: components["schemas"]["Key"];
            /** @description The secret: svc_live_ and 36 characters. Stored only as a hash. */
            secret: string;
        };
        /** @description Asks for a new platform key. */
        CreatePlatformKey: {
            /** @description The integrator's name, 1 to 100 characters; not spaces alone. */
            name: string;
        };
        /** @description The new platform key. Its secret is shown only this once. */
        CreatePlatformKeyAnswer: {
            key: components["schemas"]["PlatformKey"];
            /** @description The secret: svc_platform_ and 36 characters. Stored only as a hash. */
            secret: string;
        };
        /** @description The last day of the service. */
        DailyHealth: {
            /** @description Accounts that stand out: 20 at most, the worst first. Those with opt-outs come before those with failures. */
            accounts: components["schemas"]["StandingOutAccount"][];
            /** @description False where the day had more than is looked at: 20,000 accounts, the newest 20,000 texts of each, 200,000 in all. */
            complete: boolean;
            /** @description The last 24 whole hours of UTC and the one that is not over, the oldest first. */
            hours: components["schemas"]["ServiceHour"][];
        };
        /** @description How the database is. */
        DatabaseState: {
            /**
             * Format: int64
             * @description Its size.
             */
            bytes: number;
            /**
             * Format: int64
             * @description Of clients, to this database.
             */
            connections: number;
            /**
             * Format: int64
             * @description Of clients, to all databases of the server.
             */
            most_connections: number;
            /**
             * Format: date-time
             * @description When the server was started.
             */
            started_at: string;
            /** @description Of PostgreSQL. */
            version: string;
        };
        /** @description The texts of a day. */
        DayCount: {
            /**
             * Format: int64
             * @description Texts accepted that day, and cancelled before they left.
             */
            cancelled: number;
            /** @description A day by the account's clock, as 2026-11-20. */
            day: string;
            /**
             * Format: int64
             * @description Of those, delivered.
             */
            delivered: number;
            /**
             * Format: int64
             * @description Of those, failed.
             */
            failed: number;
            /**
             * Format: int64
             * @description Texts received that day.
             */
            received: number;
            /**
             * Format: int64
             * @description Of those received, replies: see Stat.
             */
            replied: number;
            /**
             * Format: int64
             * @description Texts accepted to be sent that day, without those that were cancelled.
             */
            sent: number;
        };
        /** @description A decision about one text. */
        DecideApproval: {
            /**
             * @description approve lets the text leave, reject ends it.
             * @enum {string}
             */
            decision: "approve" | "reject";
        };
        /** @description A decision by a link. */
        DecideByLink: {
            /**
             * @description approve lets the text leave, reject ends it.
             * @enum {string}
             */
            decision: "approve" | "reject";
            /** @description The link's token. */
            token: string;
        };
        /** @description A paired phone or modem. */
        Device: {
            /** @description The agent's version, as it last said. */
            agent_version: string;
            /** @description The version of the app on it, as it last said; null when unknown, or where there is no app. */
            app_version: string | null;
            /**
             * Format: int64
             * @description Charge of the battery, 0 to 100, as last reported; changes of less than 5 are not stored. Null when unknown.
             */
            battery_percent: number | null;
            /** @description Whether it is at a charger, as last reported; null when unknown. */
            charging: boolean | null;
            /**
             * @description How a phone hears of its work: `listening` holds a stream and hears of a text at once, `polling` asks about every 15 minutes, `lost` does neither though it is expected. Null when that is not known, and for a device beside its agent.
             * @enum {string|null}
             */
            connection: "listening" | "polling" | "lost" | null;
            /**
             * Format: date-time
             * @description Since when; null while `connection` is.
             */
            connection_since: string | null;
            /**
             * Format: date-time
             * @description When it was paired.
             */
            created_at: string;
            /** @description One sentence about that. */
            detail: English;
            /** @description The agent's driver, as it last said. */
            driver: string;
            /** @description Whether delivery receipts come from it, as it last said; null before the first link. */
            gives_receipts: boolean | null;
            /**
             * Format: int64
             * @description Counted per account.
             */
            id: number;
            /** @description Whether its memory for received texts was full when it was last seen. */
            inbox_full: boolean;
            /**
             * Format: date-time
             * @description When it was last seen; null before the first time.
             */
            last_seen_at: string | null;
            /** @description Its maker and model, as it last said; null when unknown. */
            model: string | null;
            /** @description Its name. */
            name: string;
            /** @description What else is to be said, such as that a simulated one delivers nothing; null when nothing is. */
            note: English | null;
            /** @description Whether it could send when it was last seen. */
            ok: boolean;
            /** @description True while its link is up on some replica. */
            online: boolean;
            /** @description The problem that keeps it from sending, in words; null without one. */
            problem: English | null;
            /**
             * @description The kind of problem. `absent`: it is unplugged, switched off or out of reach; `not_answering`: it is there and does not answer; `pin_required`: the SIM asks for its PIN or PUK; `no_sim`: there is none, or it cannot be read; `no_network`; `unauthorized`: it refuses the agent's credentials; `other`: problem says what. Null when nothing keeps it from sending.
             * @enum {string|null}
             */
            problem_code: "absent" | "not_answering" | "pin_required" | "no_sim" | "no_network" | "unauthorized" | "other" | null;
            /**
             * Format: int64
             * @description Texts that were handed over and whose submit has not ended.
             */
            queue_length: number;
            /**
             * Format: int64
             * @description Signal strength, 0 to 100, as last reported; null when unknown.
             */
            signal_percent: number | null;
            /** @description In order of slot. */
            sims: components["schemas"]["Sim"][];
            /** @description True for one that delivers nothing. */
            simulated: boolean;
            /**
             * Format: date-time
             * @description When it was unpaired; null while it is paired.
             */
            unpaired_at: string | null;
        };
        /** @description A page of the account's devices. */
        DevicePage: {
            /** @description In order of id, with those that were unpaired in the last 90 days. */
            devices: components["schemas"]["Device"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        /** @description How many devices there are. */
        DeviceTotals: {
            /**
             * Format: int64
             * @description Of those, linked now.
             */
            online: number;
            /**
             * Format: int64
             * @description Of those, with a problem that keeps them from sending.
             */
            problems: number;
            /**
             * Format: int64
             * @description Paired.
             */
            total: number;
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
        EraseAccount: {
            /** @description The name of the account, so that no other is meant. */
            name: string;
            /** @description For the list, like the number of a ticket. It stays. */
            note?: string;
        };
        EraseRecipient: {
            /** @description The number, or the name that texts came from. */
            address: string;
            /** @description For the list, like the number of a ticket. It stays. */
            note?: string;
        };
        /** @description A request to erase, and what became of it. It does not say whom it was about. */
        Erasure: {
            /**
             * Format: date-time
             * @description When it was asked for.
             */
            asked_at: string;
            /** @description Who asked: a name and an e-mail address, or the operator. */
            asked_by: string;
            /**
             * Format: date-time
             * @description When nothing was left; null while it is under way.
             */
            done_at: string | null;
            /** @description Rows that were deleted or emptied so far, by table. */
            erased: {
                /**
                 * Format: int64
                 * @description How many.
                 */
                rows: number;
                /** @description By the name that the guide Operating has. */
                table: string;
            }[];
            /**
             * Format: int64
             * @description Counted per account.
             */
            id: number;
            /**
             * @description What it is about.
             * @enum {string}
             */
            kind: "recipient" | "account";
            /** @description What they wrote of it. */
            note: string;
            /** @description What still names the recipient and stays, as it was when they asked, and from done_at on as it was then. */
            retained: {
                /** @description The name of the incoming webhook, or the id of the key; empty for the opt-out. */
                name: string;
                /** @description opt_out, incoming_webhook or api_key. */
                table: string;
            }[];
        };
        /** @description A page of the list. */
        Erasures: {
            /** @description Newest first. */
            erasures: components["schemas"]["Erasure"][];
            /** @description What to pass as cursor for the next page; null on the last one. */
            next_cursor: string | null;
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
        ForgottenPassword: {
            /** @description The e-mail address. */
            email: string;
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
        /** @description Asks what a link decides. */
        GetApprovalLink: {
            /** @description The link's token. */
            token: string;
        };
        /** @description When the plan is paid anew, by the payment provider's word. */
        GetRenewalAnswer: {
            /**
             * Format: date-time
             * @description Null for an account without a live subscription, and where the payment provider does not say.
             */
            at: string | null;
            /** @description True where the subscription ends then instead. */
            ends: boolean;
            /** @description Whether the payment provider has a page with the account's invoices. */
            portal: boolean;
        };
        /** @description A page of members. */
        GroupMemberPage: {
            /** @description In order of id. */
            contacts: components["schemas"]["Contact"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        /** @description How the service is. */
        Health: {
            /**
             * Format: int64
             * @description Cores that hand texts to carriers and are alive.
             */
            carrier_cores: number;
            /** @description The core that answered; each of several answers now and then. */
            cores: components["schemas"]["CoreState"][];
            database: components["schemas"]["DatabaseState"];
            /**
             * Format: int64
             * @description The age of the oldest text that is queued; 0 when none is.
             */
            oldest_waiting_seconds: number;
            queue: components["schemas"]["WaitingTexts"];
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
        /** @description What holds for the inbox of an account. */
        InboxRules: {
            /** @description Whether mails to its people hold the words of texts; else they only say that there are some. */
            mails_words: boolean;
        };
        /** @description How a person likes the inbox, in every account. */
        InboxSettings: {
            /**
             * @description How often a mail brings new replies: daily is each morning at eight.
             * @enum {string}
             */
            digest: "never" | "hourly" | "daily";
            /** @description Whether Enter sends what is written; else it begins a new line. */
            enter_sends: boolean;
            /** @description Whose morning it is: a name of the IANA database. */
            time_zone: string;
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
        /** @description A platform that may act for the account. */
        Integration: {
            /**
             * Format: int64
             * @description The id of its key.
             */
            id: number;
            /**
             * Format: date-time
             * @description Since when it may act for the account.
             */
            linked_at: string;
            /** @description The integrator's name. */
            name: string;
        };
        /** @description A page of the account's platforms. */
        IntegrationPage: {
            /** @description In order of id; none whose key was revoked. */
            integrations: components["schemas"]["Integration"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        /** @description An open invitation into an account. */
        Invitation: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description The address that it was made for; it can be taken under no other. */
            email: string;
            /**
             * Format: date-time
             * @description When it ends.
             */
            expires_at: string;
            /**
             * Format: int64
             * @description Random.
             */
            id: number;
            /**
             * @description What the person may do in the account: a viewer only reads, a member sends too, an admin and an owner change it.
             * @enum {string}
             */
            role: "viewer" | "member" | "admin" | "owner";
        };
        InviteDevice: {
            /** @description The device’s name; left out, it names itself. */
            name?: string;
        };
        InviteUser: {
            /** @description Whom. */
            email: string;
            /**
             * @description What the person may do in the account: a viewer only reads, a member sends too, an admin and an owner change it.
             * @enum {string}
             */
            role: "viewer" | "member" | "admin" | "owner";
        };
        JoinedAccount: {
            /**
             * Format: int64
             * @description The account.
             */
            account_id: number;
        };
        /** @description An account key without its secret. */
        Key: {
            /**
             * Format: date-time
             * @description When it was made.
             */
            created_at: string;
            /** @description Its first and last characters, to recognise it by. */
            hint: string;
            /**
             * Format: int64
             * @description Counted per account.
             */
            id: number;
            /** @description A note to recognise it by; may be empty. */
            label: string;
            /**
             * Format: date-time
             * @description When it was last admitted; null for never.
             */
            last_used_at: string | null;
            policy: components["schemas"]["KeyPolicy"];
            /**
             * Format: date-time
             * @description When it was revoked; null while it works.
             */
            revoked_at: string | null;
            /**
             * Format: int64
             * @description The sandbox that it acts for, a separate account, where its texts only reach simulators and cost no quota; null for a key of the account itself.
             */
            sandbox_account: number | null;
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
        /** @description What a key's limits refused, however often it was asked. */
        KeyRefusal: {
            /** @description The recipient of the text, normalized; empty where it was not the recipient that was refused, or no text. */
            address_norm: string;
            /** @description The code of the error. */
            code: string;
            /**
             * Format: date-time
             * @description When it was first refused.
             */
            first_at: string;
            /**
             * Format: date-time
             * @description When it was last refused.
             */
            last_at: string;
            /** @description The error's words, as they were last: which limit, and what would be allowed. */
            message: English;
            /**
             * Format: int64
             * @description How often.
             */
            times: number;
        };
        /** @description The purpose of a link. */
        Link: {
            /** @description The account that it leads into. */
            account_name: string | null;
            /** @description Whom it was made for. */
            email: string | null;
            /**
             * Format: date-time
             * @description When it ends.
             */
            expires_at: string;
            /**
             * @description What the link does: makes the first person, invites into an account, makes a new start for somebody (`reset`), shows whose an e-mail address is, or sets a new password in place of a forgotten one.
             * @enum {string}
             */
            kind: "first_user" | "invitation" | "reset" | "email" | "password";
            /**
             * @description What they will be in the account.
             * @enum {string|null}
             */
            role: "viewer" | "member" | "admin" | "owner" | null;
        };
        /** @description A text that a link decides. */
        LinkedApproval: {
            /** @description The account that sends it. */
            account_name: string;
            /** @description The recipient. */
            address_norm: string;
            /** @description The text. */
            body: string;
            /** @description It was decided by a link. */
            by_link: boolean;
            /**
             * Format: date-time
             * @description When the text was accepted.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When; null while it waits.
             */
            decided_at: string | null;
            /**
             * @description What became of it; null while it waits. withdrawn ended otherwise: it was cancelled, or its recipient opted out.
             * @enum {string|null}
             */
            decision: "approved" | "rejected" | "expired" | "withdrawn" | null;
            /**
             * Format: date-time
             * @description Nobody can approve it from then on: 24 hours after it was accepted.
             */
            expires_at: string;
            /**
             * Format: int64
             * @description The key that asked.
             */
            key_id: number;
            /** @description Its label; empty for a key that is gone. */
            key_label: string;
            /**
             * Format: int64
             * @description The text's id.
             */
            message_id: number;
            /**
             * Format: date-time
             * @description The instant that it was sent for; null for at once.
             */
            send_at: string | null;
            /**
             * Format: int64
             * @description The person who decided; null for a link or a service, and where nobody did.
             */
            user_id: number | null;
        };
        LinkToken: {
            /** @description The link’s token. */
            token: string;
        };
        /** @description The carriers. */
        ListCarriersAnswer: {
            /** @description In order of priority. */
            carriers: components["schemas"]["Carrier"][];
        };
        /** @description Answers what was refused. */
        ListKeyRefusalsAnswer: {
            /** @description Newest first: at most 200 of the last 90 days. A refusal appears after a second or two; one right before a core's crash may be lost. */
            refusals: components["schemas"]["KeyRefusal"][];
        };
        /** @description One text, with the way that it took. */
        LoggedText: {
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
            /** @description The carrier that it was handed to or came from; null for none. */
            carrier: string | null;
            /** @description Whether it counts against its month’s cap. */
            charged: boolean;
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
             * Format: int64
             * @description The device that it was handed to or came from; null for none.
             */
            device_id: number | null;
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
             * Format: int64
             * @description The slot of the SIM that it was handed to or came to; null for none, and where that is not known.
             */
            sim: number | null;
            /**
             * @description Moves only forward: queued, sending, sent, then delivered or failed. Inbound texts are received.
             * @enum {string}
             */
            status: "queued" | "sending" | "sent" | "delivered" | "received" | "failed";
        };
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
        /** @description A person of an account. */
        Member: {
            /** @description In lower case. */
            email: string;
            /**
             * Format: int64
             * @description Of the person.
             */
            id: number;
            /**
             * Format: date-time
             * @description Since when they are in the account.
             */
            joined_at: string;
            /** @description Their name. */
            name: string;
            /**
             * @description What the person may do in the account: a viewer only reads, a member sends too, an admin and an owner change it.
             * @enum {string}
             */
            role: "viewer" | "member" | "admin" | "owner";
        };
        /** @description An account, as a person in it sees it. */
        MemberAccount: {
            /** @description ISO 3166-1, two letters. */
            country: string;
            /**
             * Format: int64
             * @description What to send as X-SVC-Account.
             */
            id: number;
            /** @description Its name. */
            name: string;
            /**
             * @description What the person may do in the account: a viewer only reads, a member sends too, an admin and an owner change it.
             * @enum {string}
             */
            role: "viewer" | "member" | "admin" | "owner";
            /**
             * Format: int64
             * @description The account whose sandbox it is; null for one that is none.
             */
            sandbox_of: number | null;
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
            meaning: English;
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
        NewPassword: {
            /** @description At least 10 characters. */
            password: string;
            /** @description The link’s token. */
            token: string;
        };
        NoteWriting: {
            /** @description Whether they are writing; false ends it at once. */
            writing: boolean;
        };
        OneAccountKey: {
            key: components["schemas"]["Key"];
        };
        OneAccountRecord: {
            account: components["schemas"]["AccountRecord"];
        };
        OneApproval: {
            approval: components["schemas"]["Approval"];
        };
        OneBroadcast: {
            broadcast: components["schemas"]["Broadcast"];
        };
        OneCarrierNumber: {
            number: components["schemas"]["CarrierNumber"];
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
        OneDevice: {
            device: components["schemas"]["Device"];
        };
        OneErasure: {
            erasure: components["schemas"]["Erasure"];
        };
        OneIncomingWebhook: {
            incoming_webhook: components["schemas"]["IncomingWebhook"];
        };
        OneLinkedApproval: {
            approval: components["schemas"]["LinkedApproval"];
        };
        OneMemberAccount: {
            account: components["schemas"]["MemberAccount"];
        };
        OneMessage: {
            message: components["schemas"]["Message"];
        };
        OneOptOut: {
            opt_out: components["schemas"]["OptOut"];
        };
        OnePasskey: {
            passkey: components["schemas"]["Passkey"];
        };
        OnePlatformKey: {
            key: components["schemas"]["PlatformKey"];
        };
        OneSavedReply: {
            saved_reply: components["schemas"]["SavedReply"];
        };
        OneText: {
            message: components["schemas"]["TextDetail"];
        };
        OneThreadNote: {
            note: components["schemas"]["ThreadNote"];
        };
        OneWebhook: {
            webhook: components["schemas"]["Webhook"];
        };
        OpenedAccount: {
            /**
             * Format: int64
             * @description The new account.
             */
            account_id: number;
        };
        OpenOwnAccount: {
            /** @description ISO 3166-1, two letters. */
            country: string;
            /** @description What others see. */
            name: string;
        };
        /** @description The page. */
        OpenPortalAnswer: {
            /**
             * Format: uri
             * @description It works for a short time, and leads back to the plan.
             */
            url: string;
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
        /** @description How an account is. */
        Overview: {
            account: components["schemas"]["OverviewAccount"];
            /** @description Those that the account has a number on, or that share a sender. */
            carriers: components["schemas"]["UsableCarrier"][];
            /** @description The days of this month that have texts, in order, as far as they are counted. */
            days: components["schemas"]["DayCount"][];
            /** @description False while counting goes on: ask again in a moment. */
            days_complete: boolean;
            devices: components["schemas"]["DeviceTotals"];
            /** @description A sentence about simulators; null without one. */
            note: English | null;
            /**
             * Format: int64
             * @description Its numbers on carriers.
             */
            numbers: number;
            /** @description True when plans can be bought here. */
            sells_plans: boolean;
            /** @description True when nothing leaves: its texts end at simulators. */
            simulated: boolean;
            /** @description The zone of the days: that of the account's quiet hours, UTC without any. */
            time_zone: string;
            usage: components["schemas"]["Usage"];
        };
        /** @description An account, as its overview shows it. */
        OverviewAccount: {
            /** @description ISO 3166-1, two letters. */
            country: string;
            /** @description True when no plan or cap applies. */
            exempt: boolean;
            /**
             * Format: int64
             * @description What to send as X-SVC-Account.
             */
            id: number;
            /** @description Its name. */
            name: string;
            /** @description The current plan; null when there never was one. */
            plan: string | null;
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
        OwnPassword: {
            /** @description The person’s password; not needed within five minutes of a re-authentication. */
            password?: string;
        };
        /** @description A code that pairs one device, and what to type there. */
        PairingCode: {
            /** @description Where the device may reach the service, the likeliest first. */
            addresses: string[];
            /** @description A sentence on the addresses; null when nothing is to be said. */
            advice: English | null;
            /** @description The code; it works once. */
            code: string;
            /** @description Lines to type at the phone or modem; one of them is enough. */
            commands: string[];
            /**
             * Format: date-time
             * @description When it stops working.
             */
            expires_at: string;
            phone: components["schemas"]["PhonePairing"];
            /** @description What a QR code is to hold. */
            qr: string;
        };
        /** @description A passkey of a person. */
        Passkey: {
            /**
             * Format: date-time
             * @description When it was added.
             */
            created_at: string;
            /**
             * Format: int64
             * @description Random.
             */
            id: number;
            /**
             * Format: date-time
             * @description When somebody signed in with it last; null before.
             */
            last_used_at: string | null;
            /** @description What its owner called it. */
            name: string;
        };
        PasskeyAnswer: {
            /** @description What the browser answered. */
            response: {
                [key: string]: unknown;
            };
            /** @description The ticket from the step before. */
            ticket: string;
        };
        PasskeyQuestion: {
            /** @description WebAuthn’s options. */
            options: {
                [key: string]: unknown;
            };
            /** @description To be sent back with the answer. */
            ticket: string;
        };
        /** @description How an Android phone with the stock app is paired by the code; null where no phones hub runs. */
        PhonePairing: {
            /** @description Why a phone may not reach the address; null when nothing speaks against it. */
            advice: English | null;
            /** @description What to do at the phone, in this order. */
            steps: components["schemas"]["PhoneStep"][];
            /** @description What the app is given as its API URL. */
            url: string;
        } | null;
        /** @description A step at an Android phone. */
        PhoneStep: {
            /**
             * @description What it is about: `api_url`: the address is typed; `go_online`; `pairing_code`: the code is typed; `other`: text says what.
             * @enum {string}
             */
            kind: "api_url" | "go_online" | "pairing_code" | "other";
            /** @description Where to tap, and what to type there. */
            text: English;
            /** @description What is typed; null when nothing is. */
            value: string | null;
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
            detail: English;
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
        /** @description A platform key without its secret. It reads usage and changes plans of the accounts that are linked to it. */
        PlatformKey: {
            /**
             * Format: date-time
             * @description When it was issued.
             */
            created_at: string;
            /** @description Its first and last characters, to recognise it by. */
            hint: string;
            /**
             * Format: int64
             * @description Names the platform. The integrator gives it to account owners, who link it.
             */
            id: number;
            /** @description The integrator's name. */
            name: string;
            /**
             * Format: date-time
             * @description When it was revoked; null while it works.
             */
            revoked_at: string | null;
        };
        /** @description A page of platform keys. */
        PlatformKeyPage: {
            /** @description In order of id, with those that were revoked in the last 90 days. */
            keys: components["schemas"]["PlatformKey"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
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
        /** @description What a plan change would cost. */
        PreviewPlanAnswer: {
            /**
             * Format: int64
             * @description What would be charged now, in the currency's smallest unit; null where that is not known.
             */
            amount_due_cents: number | null;
            /** @description True when it would be in effect at once; false when a checkout has to be paid first. */
            applied_now: boolean;
            /** @description ISO 4217, lower case. */
            currency: string;
            /** @description One sentence for a person. */
            detail: English;
            /** @description The plan that was asked for. */
            plan: string;
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
        /** @description The password, or the ticket and the response of a passkey. */
        Reauthenticate: {
            /** @description The person’s password. */
            password?: string;
            /** @description What the browser answered. */
            response?: {
                [key: string]: unknown;
            };
            /** @description The ticket from the step before. */
            ticket?: string;
        };
        RecoveryCodes: {
            /** @description Each stands in for a code once. Shown this once. */
            recovery_codes: string[];
        };
        /** @description Changes an account's name or country; a field that is absent stays as it is. */
        RenameAccount: {
            /** @description ISO 3166-1, two letters. */
            country?: string;
            /** @description What its people call it: 1 to 100 characters, not spaces alone. */
            name?: string;
        };
        /** @description Renames a group. */
        RenameContactGroup: {
            /** @description 1 to 100 characters without the spaces around them; no control characters and no semicolons. */
            name: string;
        };
        RequestEmailChange: {
            /** @description The person’s address, or a new one: at most 254 characters. */
            email: string;
            /** @description The person’s password; not needed within five minutes of a re-authentication. */
            password?: string;
        };
        /** @description The account’s own days, and those that hold where it has none: null is for ever there. */
        RetentionAnswer: {
            own: components["schemas"]["RetentionDays"];
            usual: components["schemas"]["RetentionDays"];
        };
        /** @description How long texts are kept; null where it is not said. */
        RetentionDays: {
            /** @description Days that logs of webhooks and of refusals are kept; 0 for as long as their own bounds. 0 or 1 to 3,650. */
            logs_days: number | null;
            /** @description Days that texts are kept, with all that is known of them; 0 for ever. 0 or 32 to 3,650. */
            texts_days: number | null;
            /** @description Days that the words of texts are kept; 0 for as long as the text. 0 or 1 to 3,650. */
            words_days: number | null;
        };
        /** @description The webhook and its new secret. */
        RotatedWebhook: {
            /** @description The secret that requests are signed with. It is shown this once. */
            secret: string;
            webhook: components["schemas"]["Webhook"];
        };
        SavedReplies: {
            /** @description In order of name; 200 at most. */
            saved_replies: components["schemas"]["SavedReply"][];
        };
        /** @description A reply that the members of an account use again. */
        SavedReply: {
            /** @description Its words. */
            body: string;
            /**
             * Format: int64
             * @description Counted up in the account.
             */
            id: number;
            /** @description What people find it by. */
            name: string;
        };
        SaveReply: {
            /** @description Its words. */
            body: string;
            /** @description The name that people find it by. */
            name: string;
        };
        /** @description A change of how a person signs in. */
        SecurityEvent: {
            /** @description The network address that asked for it; of an IPv6 one the first 64 bits. */
            address: string;
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /**
             * Format: int64
             * @description Random.
             */
            id: number;
            /**
             * @description What changed.
             * @enum {string}
             */
            kind: "new_password" | "new_password_without_passkeys" | "passkey_added" | "passkey_removed" | "second_factor_on" | "second_factor_off" | "new_start" | "new_email" | "forgotten_password";
        };
        SecurityEvents: {
            /** @description Newest first, 50 at most. */
            security_events: components["schemas"]["SecurityEvent"][];
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
        SentInvitation: {
            invitation: components["schemas"]["Invitation"];
            /** @description The link to hand to them. Shown this once; null where it was mailed to them. */
            link: string | null;
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
        /** @description An hour of the service, over all accounts. */
        ServiceHour: {
            /**
             * Format: int64
             * @description Devices that are away now and were last seen in this hour or before it.
             */
            devices_away: number;
            /**
             * Format: int64
             * @description Of those, failed.
             */
            failed: number;
            /**
             * Format: int64
             * @description The longest that one of them waited until it left, or has waited so far.
             */
            longest_wait_seconds: number;
            /**
             * Format: int64
             * @description Texts that were accepted to be sent in it, and were not cancelled. Whether they have left is not asked.
             */
            sent: number;
            /**
             * Format: date-time
             * @description Its begin.
             */
            start: string;
        };
        /** @description A browser in which a person is signed in. */
        Session: {
            /** @description The network address that it was opened from; of an IPv6 one the first 64 bits. */
            address: string;
            /**
             * Format: date-time
             * @description When somebody signed in.
             */
            created_at: string;
            /**
             * Format: int64
             * @description Random.
             */
            id: number;
            /** @description True for the one that asks. */
            is_this: boolean;
            /**
             * Format: date-time
             * @description When it was used last, within a minute.
             */
            last_seen_at: string;
            /** @description As the browser called itself then. */
            user_agent: string;
        };
        Sessions: {
            /** @description Newest use first. */
            sessions: components["schemas"]["Session"][];
        };
        SetDigest: {
            /**
             * @description never, hourly, or daily: each morning at eight.
             * @enum {string}
             */
            digest: "never" | "hourly" | "daily";
            /** @description The time zone of the morning: a name of the IANA database. */
            time_zone: string;
        };
        SetInboxRules: {
            /** @description Whether mails to its people hold the words of texts. */
            mails_words: boolean;
        };
        SetInboxSettings: {
            /** @description Whether Enter sends the text; otherwise it begins a new line. */
            enter_sends: boolean;
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
        /** @description How long texts are kept; null for as is usual. */
        SetRetention: {
            /** @description Days that logs of webhooks and of refusals are kept; 0 for as long as their own bounds. 0 or 1 to 3,650. */
            logs_days: number | null;
            /** @description Days that texts are kept, with all that is known of them; 0 for ever. 0 or 32 to 3,650. */
            texts_days: number | null;
            /** @description Days that the words of texts are kept; 0 for as long as the text. 0 or 1 to 3,650. */
            words_days: number | null;
        };
        SetRole: {
            /**
             * @description What the person may do in the account: a viewer only reads, a member sends too, an admin and an owner change it.
             * @enum {string}
             */
            role: "viewer" | "member" | "admin" | "owner";
        };
        /** @description How many parts may leave through a SIM: texts over that wait. */
        SetSimBudget: {
            /**
             * Format: int64
             * @description Most parts in a UTC day; absent for no limit.
             */
            per_day: number | null;
            /**
             * Format: int64
             * @description Most parts in a calendar minute; absent for no limit.
             */
            per_minute: number | null;
            /**
             * Format: int64
             * @description Most parts in a UTC calendar month; absent for no limit.
             */
            per_month: number | null;
        };
        SignedIn: {
            user: components["schemas"]["User"];
        };
        SignIn: {
            /** @description The e-mail address. */
            email: string;
            /** @description The password. */
            password: string;
        };
        SignInCode: {
            /** @description Of the app, or a recovery code. */
            code: string;
            /** @description The ticket from the step before. */
            ticket: string;
        };
        SignInStep: {
            /** @description True when a code is asked for: the person is not signed in yet. */
            second_factor: boolean;
            /** @description For the second factor; valid for five minutes. */
            ticket?: string;
            user?: components["schemas"]["User"];
        };
        SignUp: {
            /** @description At most 254 characters. A reset ignores it. */
            email: string;
            /** @description At least one character. A reset ignores it. */
            name: string;
            /** @description At least 10 characters. */
            password: string;
            /** @description The link’s token. */
            token: string;
        };
        /** @description A SIM of a device, with its budget: how many parts may leave through it. Texts over budget wait. */
        Sim: {
            /**
             * Format: int64
             * @description Most parts in a UTC day; null for no limit.
             */
            per_day: number | null;
            /**
             * Format: int64
             * @description Most parts in a calendar minute; null for no limit.
             */
            per_minute: number | null;
            /**
             * Format: int64
             * @description Most parts in a UTC calendar month; null for no limit.
             */
            per_month: number | null;
            /** @description Whether the device named this SIM when it last opened a link. */
            present: boolean;
            /**
             * Format: int64
             * @description Its slot in the device, 1 to 16.
             */
            slot: number;
            /**
             * Format: int64
             * @description Parts handed over today.
             */
            used_day: number;
            /**
             * Format: int64
             * @description Parts handed over in the current minute.
             */
            used_minute: number;
            /**
             * Format: int64
             * @description Parts handed over this month.
             */
            used_month: number;
        };
        /** @description An account that stands out in the last day. */
        StandingOutAccount: {
            /**
             * Format: int64
             * @description The account.
             */
            account_id: number;
            /**
             * Format: int64
             * @description Of those of the last 24 hours, failed.
             */
            failed: number;
            /**
             * Format: int64
             * @description Of those of the last hour, failed.
             */
            failed_last_hour: number;
            /** @description Its name. */
            name: string;
            /**
             * Format: int64
             * @description People who opted out in the last 24 hours; at most 1,000 are counted.
             */
            opt_outs: number;
            /**
             * Format: int64
             * @description The same of the last hour.
             */
            opt_outs_last_hour: number;
            /** @description Why; at least one. opt_outs: five or more, and one for each fifty texts. failures: twenty or more, and a fifth of all. Both in the day or the last hour. volume: 200 texts or more in the last hour, and five times what the other hours had. */
            reasons: ("opt_outs" | "failures" | "volume")[];
            /**
             * Format: int64
             * @description Texts that were accepted to be sent in the last 24 hours, and were not cancelled.
             */
            sent: number;
            /**
             * Format: int64
             * @description The same of the last hour.
             */
            sent_last_hour: number;
            /** @description Whether it is suspended already. */
            suspended: boolean;
        };
        /** @description What the console’s first page needs. */
        Start: {
            /** @description True until the first person has signed up. */
            needs_first_user: boolean;
            /** @description True if the service sends mail: then a person who forgot their password can get a mail to set a new one. */
            sends_mail: boolean;
            /** @description The person who is signed in; null where there is none. */
            user: {
                /** @description In lower case. */
                email: string;
                /** @description True once something has shown that the e-mail address is theirs. */
                email_verified: boolean;
                /**
                 * Format: int64
                 * @description Random.
                 */
                id: number;
                /** @description True for who runs the service. */
                is_operator: boolean;
                /** @description What is mailed to them is in it, as `en`; null where nothing has said it yet. */
                language: string | null;
                /** @description What others see. */
                name: string;
                passkeys: components["schemas"]["Passkey"][];
                /**
                 * Format: int64
                 * @description Recovery codes that were not used yet.
                 */
                recovery_codes_left: number;
                /** @description True when a code of an app is asked for at sign-in. */
                totp: boolean;
            } | null;
            /** @description Of the service. */
            version: string;
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
        /** @description A recipient whose texts stay on a device. */
        StickyAddress: {
            /** @description As last given or received. */
            address: string;
            /** @description Its E.164 form, or its own. */
            address_norm: string;
            /**
             * Format: int64
             * @description The slot of the SIM; null before a text was sent.
             */
            sim: number | null;
        };
        /** @description A page of recipients. A short page need not be the last. */
        StickyAddressPage: {
            /** @description In order of address. */
            addresses: components["schemas"]["StickyAddress"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Suspends an account. */
        SuspendAccount: {
            /** @description For the operator alone: 0 to 100 characters. */
            reason: string;
        };
        SwitchedAccount: {
            account: components["schemas"]["MemberAccount"];
        };
        /** @description One text, with all that is known of its way. */
        TextDetail: {
            /** @description The other party, as given or received. */
            address: string;
            /** @description Its E.164 form; for senders that are short codes or names, the address itself. */
            address_norm: string;
            /**
             * Format: int64
             * @description How often it was handed over.
             */
            attempt: number;
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
            /** @description The carrier that it was handed to or came from; null for none. */
            carrier: string | null;
            /** @description Whether it counts against its month’s cap. */
            charged: boolean;
            /** @description The client_ref that it was sent under; null without one, and for inbound texts. */
            client_ref: string | null;
            /**
             * Format: date-time
             * @description When it was accepted or received.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its state will have lasted too long; null in final states.
             */
            deadline_at: string | null;
            /**
             * Format: date-time
             * @description When the recipient’s phone had it; null before.
             */
            delivered_at: string | null;
            /**
             * Format: int64
             * @description The device that it was handed to or came from; null for none.
             */
            device_id: number | null;
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
             * Format: int64
             * @description Parts that a carrier reported as delivered; null for none.
             */
            parts_delivered: number | null;
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
             * Format: int64
             * @description The slot of the SIM that it was handed to or came to; null for none, and where that is not known.
             */
            sim: number | null;
            /**
             * @description Moves only forward: queued, sending, sent, then delivered or failed. Inbound texts are received.
             * @enum {string}
             */
            status: "queued" | "sending" | "sent" | "delivered" | "received" | "failed";
        };
        /** @description A page of the log. */
        TextLog: {
            /** @description Newest first. */
            messages: components["schemas"]["LoggedText"][];
            /**
             * Format: int64
             * @description What to pass as before for the next page; null on the last one.
             */
            next_before: number | null;
            /** @description Only there, and true, on the last page when texts were deleted that it may have had. */
            truncated?: boolean;
        };
        /** @description waiting_for is null unless the text still waits. */
        TextOfAccount: {
            /** @description In the order of their instants. */
            events: components["schemas"]["MessageEvent"][];
            message?: components["schemas"]["Message"];
            text: components["schemas"]["WordlessText"];
            waiting_for: components["schemas"]["WaitingFor"];
        };
        TextOutcome: {
            message: components["schemas"]["Message"];
            outcome: components["schemas"]["Outcome"];
        };
        /** @description Texts that are not sent. */
        TextsToCheck: {
            rows: {
                /** @description The recipient, as it is written. */
                address: string;
                /** @description The text. */
                body: string;
                /** @description Its idempotency key. */
                client_ref?: string | null;
                /** @description The text leaves no earlier than this: RFC 3339 with offset. */
                send_at?: string | null;
            }[];
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
        /** @description How many conversations need somebody. */
        ThreadCounts: {
            /**
             * Format: int64
             * @description Whose newest text failed, and that are not done.
             */
            failed: number;
            /**
             * Format: int64
             * @description With received texts that the person has not read.
             */
            unread: number;
            /**
             * Format: int64
             * @description That wait for an answer, and are assigned to the person or to nobody.
             */
            waiting: number;
        };
        ThreadDone: {
            /**
             * Format: int64
             * @description The newest seq that the person has seen; 0 opens the conversation now.
             */
            seq: number;
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
        /** @description A note in a conversation. It never leaves. */
        ThreadNote: {
            /** @description Its words. */
            body: string;
            /**
             * Format: date-time
             * @description When it was written.
             */
            created_at: string;
            /**
             * Format: int64
             * @description Counted up in the account.
             */
            id: number;
            /**
             * Format: int64
             * @description Its author, who may have left since.
             */
            user_id: number;
        };
        /** @description A page of conversations. */
        ThreadPage: {
            /** @description What to pass as cursor for the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Newest text first. */
            threads: components["schemas"]["Thread"][];
        };
        ThreadRead: {
            /**
             * Format: int64
             * @description The newest text that was read.
             */
            last_message_id: number;
        };
        /** @description What was decided about a conversation. */
        ThreadState: {
            /**
             * Format: int64
             * @description The member who looks after it; null for nobody.
             */
            assignee_id: number | null;
            /** @description It was done, and nothing was received or failed since. */
            is_done: boolean;
            /** @description Oldest first. */
            notes: components["schemas"]["ThreadNote"][];
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
        TotpCode: {
            /** @description What the app shows. */
            code: string;
        };
        TotpSecret: {
            /** @description Base32, to be typed into an app. */
            secret: string;
            /** @description The same for a QR code. */
            uri: string;
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
        /** @description The conversation with one address, as a person sees it. */
        UnreadThread: {
            /** @description The other party, as last given or received. */
            address: string;
            /** @description Its E.164 form; for senders that are short codes or names, the address itself. */
            address_norm: string;
            /**
             * Format: int64
             * @description The member who looks after it; null for nobody.
             */
            assignee_id: number | null;
            /** @description It was done, and nothing was received or failed since. */
            is_done: boolean;
            /** @description Its newest text was received, and it is not done. */
            is_waiting: boolean;
            last_message: components["schemas"]["Message"];
            /**
             * Format: int64
             * @description Texts of the conversation, both directions.
             */
            message_count: number;
            /**
             * Format: int64
             * @description Received texts that the person has not read, among the newest 100.
             */
            unread: number;
            /**
             * Format: date-time
             * @description When its newest text was accepted or received.
             */
            updated_at: string;
        };
        UnreadThreads: {
            /** @description What to pass as cursor for the next page; null on the last one. */
            next_cursor: string | null;
            /** @description Those that wait for an answer first, then newest text first; of a search, in order of number. */
            threads: components["schemas"]["UnreadThread"][];
        };
        /** @description What is left out or null stays as it is. */
        UpdateAccount: {
            /** @description ISO 3166-1, two letters. */
            country?: string | null;
            /** @description True: no plan and no cap applies. */
            exempt?: boolean | null;
            /** @description What its people call it: 1 to 100 characters, not spaces alone. */
            name?: string | null;
            /** @description A plan on offer; it makes the subscription active unless a status is given as well. */
            plan?: string | null;
            /**
             * @description The subscription's status, in the payment provider's words.
             * @enum {string|null}
             */
            subscription_status?: "active" | "trialing" | "past_due" | "incomplete" | "incomplete_expired" | "unpaid" | "paused" | "canceled" | null;
        };
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
        /** @description A carrier that the account may send through. */
        UsableCarrier: {
            /** @description One sentence about that. */
            detail: English;
            /** @description As configured. */
            name: string;
            /**
             * @description Whether texts can be submitted through it now: up or down.
             * @enum {string}
             */
            state: "up" | "down";
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
        /** @description A person, as they see themselves. */
        User: {
            /** @description In lower case. */
            email: string;
            /** @description True once something has shown that the e-mail address is theirs. */
            email_verified: boolean;
            /**
             * Format: int64
             * @description Random.
             */
            id: number;
            /** @description True for who runs the service. */
            is_operator: boolean;
            /** @description What is mailed to them is in it, as `en`; null where nothing has said it yet. */
            language: string | null;
            /** @description What others see. */
            name: string;
            passkeys: components["schemas"]["Passkey"][];
            /**
             * Format: int64
             * @description Recovery codes that were not used yet.
             */
            recovery_codes_left: number;
            /** @description True when a code of an app is asked for at sign-in. */
            totp: boolean;
        };
        /** @description Who is signed in. */
        UserAndAccounts: {
            /** @description In order of name. */
            accounts: components["schemas"]["MemberAccount"][];
            user: components["schemas"]["User"];
        };
        /** @description A person, as the operator sees them. */
        UserRecord: {
            /**
             * Format: int64
             * @description How many accounts they are in.
             */
            accounts: number;
            /**
             * Format: date-time
             * @description When they signed up.
             */
            created_at: string;
            /** @description In lower case. */
            email: string;
            /** @description True once something has shown that the e-mail address is theirs. */
            email_verified: boolean;
            /**
             * Format: int64
             * @description Random.
             */
            id: number;
            /** @description True for who runs the service. */
            is_operator: boolean;
            /** @description What others see. */
            name: string;
            /** @description True when a code of an app is asked for at sign-in. */
            totp: boolean;
        };
        UserRecordAndAccounts: {
            /** @description In order of name. */
            accounts: components["schemas"]["MemberAccount"][];
            user: components["schemas"]["UserRecord"];
        };
        UserRecords: {
            /** @description What to pass as cursor for the next page; null on the last one. */
            next_cursor: string | null;
            /** @description In order of id. */
            users: components["schemas"]["UserRecord"][];
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
        VerifyEmail: {
            /** @description The link’s token. */
            token: string;
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
            meaning: English;
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
        /** @description Texts of all accounts that wait. */
        WaitingTexts: {
            /**
             * Format: int64
             * @description For a device; at most 100,000 are counted.
             */
            device: number;
            /**
             * Format: int64
             * @description The same for a carrier.
             */
            gateway: number;
        };
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
            error: English | null;
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
            error: English | null;
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
        /** @description One text of an account, as the operator of the service sees it: all but its words. */
        WordlessText: {
            /** @description The other party, as given or received. */
            address: string;
            /** @description Its E.164 form; for senders that are short codes or names, the address itself. */
            address_norm: string;
            /**
             * Format: int64
             * @description How often it was handed over.
             */
            attempt: number;
            /**
             * @description approval while it is queued and a person has to approve it, because the policy of its key says so; release while it is queued and the operator of the service has to release it, after a restored backup. Null for every other text.
             * @enum {string|null}
             */
            awaiting: "approval" | "release" | null;
            /**
             * Format: date-time
             * @description When its words were removed, because the account keeps them no longer: body is empty then. Null for a text that has them.
             */
            body_removed_at: string | null;
            /** @description The carrier that it was handed to or came from; null for none. */
            carrier: string | null;
            /** @description Whether it counts against its month’s cap. */
            charged: boolean;
            /** @description The client_ref that it was sent under; null without one, and for inbound texts. */
            client_ref: string | null;
            /**
             * Format: date-time
             * @description When it was accepted or received.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its state will have lasted too long; null in final states.
             */
            deadline_at: string | null;
            /**
             * Format: date-time
             * @description When the recipient’s phone had it; null before.
             */
            delivered_at: string | null;
            /**
             * Format: int64
             * @description The device that it was handed to or came from; null for none.
             */
            device_id: number | null;
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
             * Format: int64
             * @description Parts that a carrier reported as delivered; null for none.
             */
            parts_delivered: number | null;
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
             * Format: int64
             * @description The slot of the SIM that it was handed to or came to; null for none, and where that is not known.
             */
            sim: number | null;
            /**
             * @description Moves only forward: queued, sending, sent, then delivered or failed. Inbound texts are received.
             * @enum {string}
             */
            status: "queued" | "sending" | "sent" | "delivered" | "received" | "failed";
        };
        Writers: {
            /** @description Others than the person, 10 at most; who began last stands first. */
            user_ids: number[];
        };
    };
    responses: {
        /** @description `payment_error`: The payment provider refused the change or did not answer. */
        BadGateway: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
        /** @description `payment_error`: The payment provider refused the change or did not answer. */
        "BadGateway-Console": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleError"] & {
                    /** @enum {string} */
                    code?: "payment_error";
                };
            };
        };
        /** @description `invalid_request`: The request is malformed; error says what is wrong with it. */
        BadRequest: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
        "BadRequest-Console": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleError"] & {
                    /** @enum {string} */
                    code?: "invalid_request";
                };
            };
        };
        /** @description `invalid_request`: The request is malformed; error says what is wrong with it. */
        "BadRequest-Open": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
         * @description `no_route`: The account has no way to send: no paired phone and no number of a carrier, or not the route that was asked for.
         *
         *     `opted_out`: The recipient wants no texts of the account: they wrote STOP, or the account added them to its opt-outs.
         *
         *     `loop_suspected`: The account answered the recipient more often in a row than people write: two programs answer each other. At most 100 answers in a row go to one recipient, and one more every 5 minutes. Nothing was charged.
         */
        Conflict: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "no_route" | "opted_out" | "loop_suspected";
                };
            };
        };
        /** @description `approval_not_pending`: The text waits for no person any more: it was decided, it expired, or it ended otherwise. */
        "Conflict-Console": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleError"] & {
                    /** @enum {string} */
                    code?: "approval_not_pending";
                };
            };
        };
        /**
         * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
         *
         *     `key_ended`: The key’s end date has passed.
         */
        Forbidden: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {string} */
                    code?: "platform_key_scope" | "key_ended";
                };
            };
        };
        /** @description `forbidden`: The person may not do this, or another site’s page asked for it. */
        "Forbidden-Console": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleError"] & {
                    /** @enum {string} */
                    code?: "forbidden";
                };
            };
        };
        /** @description `link_expired`: The link is unknown, used or expired. */
        "Gone-Console": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleError"] & {
                    /** @enum {string} */
                    code?: "link_expired";
                };
            };
        };
        /** @description `not_found`: There is no such path, message or account, or it is not for this key. */
        NotFound: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
        /** @description `not_found`: There is no such path, message or account, or it is not for this key. */
        "NotFound-Console": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleError"] & {
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
        /** @description `invalid_request`: the request body must have at most 65536 bytes. */
        "PayloadTooLarge-Console": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleError"] & {
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
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
        /**
         * @description `cap_reached`: The month’s texts are used up.
         *
         *     `no_plan`: The account never had a plan, so it cannot send.
         *
         *     `no_subscription`: The account’s subscription is no longer live, so it cannot send.
         */
        "PaymentRequired-Console": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleError"] & {
                    /** @enum {string} */
                    code?: "cap_reached" | "no_plan" | "no_subscription";
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
        "RequestHeaderFieldsTooLarge-Console": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleError"] & {
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
        "RequestTimeout-Console": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleError"] & {
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
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
        "ServiceUnavailable-Console": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleError"] & {
                    /** @enum {string} */
                    code?: "unavailable";
                };
            };
        };
        /** @description `unavailable`: The service cannot answer right now. */
        "ServiceUnavailable-Open": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
        /** @description `rate_limited`: Too many requests with this key, or too many with wrong keys. */
        "TooManyRequests-Console": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleError"] & {
                    /** @enum {string} */
                    code?: "rate_limited";
                };
            };
        };
        /** @description `invalid_api_key`: The key is missing, unknown or revoked. */
        Unauthorized: {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
        /** @description `not_signed_in`: There is no session, or it has ended. */
        "Unauthorized-Console": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleError"] & {
                    /** @enum {string} */
                    code?: "not_signed_in";
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
        /** @description `invalid_request`: the request body must be JSON, with Content-Type: application/json. */
        "UnsupportedMediaType-Console": {
            headers: {
                "Cache-Control": components["headers"]["Cache-Control"];
                "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConsoleError"] & {
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
        /** @description The account that the person acts for, of which they must be a member. */
        SessionAccount: number;
        /** @description The account to act for: required for platform keys, one of GET /api/v1/accounts. Account keys omit it; they may name their own account. Any other is 404. */
        TargetAccount: number;
    };
    requestBodies: never;
    headers: {
        /** @description no-store, except for what is the same for everybody. */
        "Cache-Control": string;
        /** @description Names this version of the answer; send it as If-None-Match. */
        ETag: string;
        /** @description The fields and parameters of the request that mean nothing here, percent-encoded: at most 10, and 512 bytes; "..." for what is left out. Absent when all are known. */
        "Maybe-Ignored-Fields": string;
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
    consoleGetMemberAccount: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneMemberAccount"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleEraseAccount: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EraseAccount"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneErasure"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            /**
             * @description `forbidden`: The person may not do this, or another site’s page asked for it.
             *
             *     `reauthentication_required`: A person who changes how they sign in has to authenticate again, within five minutes before.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "forbidden" | "reauthentication_required";
                    };
                };
            };
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleRenameAccount: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameAccount"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneMemberAccount"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description Most accounts in the answer. Out of range is clamped. */
                limit?: number;
            };
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    consoleListApprovals: {
        parameters: {
            query?: {
                /** @description Only those that the key with this id asked for. */
                asked_by?: number;
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description Most entries in the answer: 1 to 500, 100 when 0. Out of range is clamped. */
                limit?: number;
                /** @description pending, as when it is left out: oldest first. decided: newest first. */
                state?: "pending" | "decided";
            };
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalPage"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleDecideApproval: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The id of the text. */
                id: number;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideApproval"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneApproval"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            402: components["responses"]["PaymentRequired-Console"];
            /**
             * @description `forbidden`: The person may not do this, or another site’s page asked for it.
             *
             *     `account_suspended`: The operator of the service has suspended the account: none of its texts is accepted or leaves. Reading works.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "forbidden" | "account_suspended";
                    };
                };
            };
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            409: components["responses"]["Conflict-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleCreateApprovalLink: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The id of the text. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link. Its token is stored only as a hash. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateApprovalLinkAnswer"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            409: components["responses"]["Conflict-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListAuditEvents: {
        parameters: {
            query?: {
                /** @description Only changes by such a caller. */
                actor?: "user" | "key" | "platform" | "operator";
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description Most audit_events in the answer. Out of range is clamped. */
                limit?: number;
                /** @description Only calls of this method, like KeyService/RevokeKey, or of this service, like KeyService. */
                method?: string;
            };
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEvents"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    listBroadcasts: {
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
            /** @description A page of broadcasts. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BroadcastPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBroadcast"];
            };
        };
        responses: {
            /** @description A draft. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeBroadcast"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportBroadcasts: {
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
            /** @description The file. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the broadcast. */
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneBroadcast"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the broadcast. */
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneBroadcast"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createFailedBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the broadcast. */
                id: number;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateFailedBroadcast"];
            };
        };
        responses: {
            /** @description A draft. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MadeBroadcast"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    pauseBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the broadcast. */
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneBroadcast"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listBroadcastRecipients: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description Most entries in the answer. Out of range is clamped. */
                limit?: number;
                /** @description Only recipients of this status (`failed`: without those that were cancelled), those whose texts were cancelled, or those who wrote back. */
                status?: "waiting" | "refused" | "queued" | "sending" | "sent" | "delivered" | "failed" | "cancelled" | "replied";
            };
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the broadcast. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of recipients. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BroadcastRecipientPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putBroadcastRecipients: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the broadcast. */
                id: number;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutBroadcastRecipients"];
            };
        };
        responses: {
            /** @description What became of recipients that were put. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PutBroadcastRecipientsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `invalid_request`: the request body must have at most 1048576 bytes. */
            413: {
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
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resumeBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the broadcast. */
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneBroadcast"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    startBroadcast: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the broadcast. */
                id: number;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartBroadcast"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneBroadcast"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    consoleOpenAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OpenOwnAccount"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenedAccount"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleSwitchAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwitchedAccount"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleDecideByLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideByLink"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneLinkedApproval"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            402: components["responses"]["PaymentRequired-Console"];
            /**
             * @description `forbidden`: The person may not do this, or another site’s page asked for it.
             *
             *     `account_suspended`: The operator of the service has suspended the account: none of its texts is accepted or leaves. Reading works.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "forbidden" | "account_suspended";
                    };
                };
            };
            408: components["responses"]["RequestTimeout-Console"];
            409: components["responses"]["Conflict-Console"];
            410: components["responses"]["Gone-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleGetApprovalLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetApprovalLink"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneLinkedApproval"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            409: components["responses"]["Conflict-Console"];
            410: components["responses"]["Gone-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleRequestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForgottenPassword"];
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleAcceptLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkToken"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinedAccount"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            /** @description `already_exists`: It is there already. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "already_exists";
                    };
                };
            };
            410: components["responses"]["Gone-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleGetLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkToken"];
            };
        };
        responses: {
            /** @description The purpose of a link. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Link"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            410: components["responses"]["Gone-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleGetMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who is signed in. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAndAccounts"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleChangeUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeUser"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleSetDigest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetDigest"];
            };
        };
        responses: {
            /** @description How a person likes the inbox, in every account. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxSettings"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleRequestEmailChange: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestEmailChange"];
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            /**
             * @description `not_signed_in`: There is no session, or it has ended.
             *
             *     `wrong_credentials`: The e-mail address, password, code or passkey is wrong; nothing says which.
             */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "not_signed_in" | "wrong_credentials";
                    };
                };
            };
            /**
             * @description `forbidden`: The person may not do this, or another site’s page asked for it.
             *
             *     `reauthentication_required`: A person who changes how they sign in has to authenticate again, within five minutes before.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "forbidden" | "reauthentication_required";
                    };
                };
            };
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleVerifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyEmail"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            /** @description `already_exists`: It is there already. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "already_exists";
                    };
                };
            };
            410: components["responses"]["Gone-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleReadInboxSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How a person likes the inbox, in every account. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxSettings"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleSetInboxSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetInboxSettings"];
            };
        };
        responses: {
            /** @description How a person likes the inbox, in every account. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxSettings"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleAddPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddPasskey"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnePasskey"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            /**
             * @description `not_signed_in`: There is no session, or it has ended.
             *
             *     `wrong_credentials`: The e-mail address, password, code or passkey is wrong; nothing says which.
             */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "not_signed_in" | "wrong_credentials";
                    };
                };
            };
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            /** @description `already_exists`: It is there already. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "already_exists";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleRemovePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The passkey. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            /**
             * @description `forbidden`: The person may not do this, or another site’s page asked for it.
             *
             *     `reauthentication_required`: A person who changes how they sign in has to authenticate again, within five minutes before.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "forbidden" | "reauthentication_required";
                    };
                };
            };
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleBeginPasskeyRegistration: {
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyQuestion"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            /**
             * @description `forbidden`: The person may not do this, or another site’s page asked for it.
             *
             *     `reauthentication_required`: A person who changes how they sign in has to authenticate again, within five minutes before.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "forbidden" | "reauthentication_required";
                    };
                };
            };
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleChangePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePassword"];
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            /**
             * @description `not_signed_in`: There is no session, or it has ended.
             *
             *     `wrong_credentials`: The e-mail address, password, code or passkey is wrong; nothing says which.
             */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "not_signed_in" | "wrong_credentials";
                    };
                };
            };
            /**
             * @description `forbidden`: The person may not do this, or another site’s page asked for it.
             *
             *     `reauthentication_required`: A person who changes how they sign in has to authenticate again, within five minutes before.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "forbidden" | "reauthentication_required";
                    };
                };
            };
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleReauthenticate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reauthenticate"];
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            /**
             * @description `not_signed_in`: There is no session, or it has ended.
             *
             *     `wrong_credentials`: The e-mail address, password, code or passkey is wrong; nothing says which.
             */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "not_signed_in" | "wrong_credentials";
                    };
                };
            };
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleBeginReauthentication: {
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyQuestion"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListSecurityEvents: {
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityEvents"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListSessions: {
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sessions"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleEndAllSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleEndSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleStartTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnPassword"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSecret"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            /**
             * @description `not_signed_in`: There is no session, or it has ended.
             *
             *     `wrong_credentials`: The e-mail address, password, code or passkey is wrong; nothing says which.
             */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "not_signed_in" | "wrong_credentials";
                    };
                };
            };
            /**
             * @description `forbidden`: The person may not do this, or another site’s page asked for it.
             *
             *     `reauthentication_required`: A person who changes how they sign in has to authenticate again, within five minutes before.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "forbidden" | "reauthentication_required";
                    };
                };
            };
            408: components["responses"]["RequestTimeout-Console"];
            /** @description `already_exists`: It is there already. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "already_exists";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleRemoveTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnPassword"];
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            /**
             * @description `not_signed_in`: There is no session, or it has ended.
             *
             *     `wrong_credentials`: The e-mail address, password, code or passkey is wrong; nothing says which.
             */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "not_signed_in" | "wrong_credentials";
                    };
                };
            };
            /**
             * @description `forbidden`: The person may not do this, or another site’s page asked for it.
             *
             *     `reauthentication_required`: A person who changes how they sign in has to authenticate again, within five minutes before.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "forbidden" | "reauthentication_required";
                    };
                };
            };
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleConfirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCode"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            /**
             * @description `not_signed_in`: There is no session, or it has ended.
             *
             *     `wrong_credentials`: The e-mail address, password, code or passkey is wrong; nothing says which.
             */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "not_signed_in" | "wrong_credentials";
                    };
                };
            };
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            /** @description `already_exists`: It is there already. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "already_exists";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleSetNewPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPassword"];
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            410: components["responses"]["Gone-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleGetDocument: {
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
        };
    };
    consoleSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInStep"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            /** @description `wrong_credentials`: The e-mail address, password, code or passkey is wrong; nothing says which. */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "wrong_credentials";
                    };
                };
            };
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleSignInByPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAnswer"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            /** @description `wrong_credentials`: The e-mail address, password, code or passkey is wrong; nothing says which. */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "wrong_credentials";
                    };
                };
            };
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleBeginPasskeySignIn: {
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyQuestion"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleSignInByCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInCode"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            /** @description `wrong_credentials`: The e-mail address, password, code or passkey is wrong; nothing says which. */
            401: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "wrong_credentials";
                    };
                };
            };
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleSignOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleSignUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUp"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            /** @description `already_exists`: It is there already. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "already_exists";
                    };
                };
            };
            410: components["responses"]["Gone-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleStart: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the console’s first page needs. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Start"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    listConsumers: {
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
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Consumers"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getConsumer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The consumer’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneConsumer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putConsumer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The consumer’s name. */
                name: string;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutConsumer"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneConsumer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteConsumer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The consumer’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    ackConsumer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The consumer’s name. */
                name: string;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AckConsumer"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneConsumer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `consumer_busy`: Another reader has the consumer: its lease has not run out. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "consumer_busy";
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
    readConsumer: {
        parameters: {
            query?: {
                /** @description The lease of the answer before; left out at first. */
                lease?: string;
                /** @description Most messages in the answer. Out of range is clamped. */
                limit?: number;
                /** @description Seconds to hold the request open until something new arrives. Out of range is clamped. */
                wait?: number;
            };
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The consumer’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the change feed from a consumer’s cursor. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsumerPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `consumer_busy`: Another reader has the consumer: its lease has not run out. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "consumer_busy";
                    };
                };
            };
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    resetConsumer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The consumer’s name. */
                name: string;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedPosition"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneConsumer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description Only members of this group; absent for all. */
                group?: number;
                /** @description Most entries in the answer: 1 to 500, 100 when 0. Out of range is clamped. */
                limit?: number;
                /** @description Words of a name, or any part of a number; at most 100 characters. Absent for all. */
                q?: string;
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
            /** @description A page of contacts. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutContact"];
            };
        };
        responses: {
            /** @description The contact of the number. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PutContactAnswer"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the contact. */
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneContact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the contact. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the contact. */
                id: number;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContact"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneContact"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportContactsCsv: {
        parameters: {
            query?: {
                /** @description The id of a group: its members alone. */
                group?: number;
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
            /** @description The file. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportContactsVcard: {
        parameters: {
            query?: {
                /** @description The id of a group: its members alone. */
                group?: number;
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
            /** @description The file. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/vcard": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    findContacts: {
        parameters: {
            query: {
                /** @description 1 to 100 numbers in any form. Anything else finds nobody. With commas between. */
                addresses: string;
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
            /** @description The contacts that were found. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindContactsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importContacts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportContacts"];
            };
        };
        responses: {
            /** @description What became of a file. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `invalid_request`: the request body must have at most 10485760 bytes. */
            413: {
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
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    consoleListDevices: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description 1 to 500, 100 when 0. Out of range is clamped. */
                limit?: number;
            };
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the account's devices. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevicePage"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleUnpairDevice: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The device. */
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneDevice"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListDeviceAddresses: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description 1 to 500, 100 when 0. Out of range is clamped. */
                limit?: number;
            };
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The device. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of recipients. A short page need not be the last. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StickyAddressPage"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleSetSimBudget: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The device. */
                id: number;
                /** @description The SIM's slot, 1 to 16. */
                slot: number;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetSimBudget"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneDevice"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleInviteDevice: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteDevice"];
            };
        };
        responses: {
            /** @description A code that pairs one device, and what to type there. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PairingCode"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListErasures: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description Most requests in the answer. Out of range is clamped. */
                limit?: number;
            };
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the list. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasures"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleEraseRecipient: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["EraseRecipient"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneErasure"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "invalid_request" | "invalid_address";
                    };
                };
            };
            401: components["responses"]["Unauthorized-Console"];
            /**
             * @description `forbidden`: The person may not do this, or another site’s page asked for it.
             *
             *     `reauthentication_required`: A person who changes how they sign in has to authenticate again, within five minutes before.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "forbidden" | "reauthentication_required";
                    };
                };
            };
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleExportAccount: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    listContactGroups: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description Most entries in the answer: 1 to 500, 100 when 0. Out of range is clamped. */
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
            /** @description A page of groups. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactGroupPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putContactGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutContactGroup"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneContactGroup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getContactGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the group. */
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneContactGroup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteContactGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the group. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    renameContactGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the group. */
                id: number;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenameContactGroup"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneContactGroup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listGroupMembers: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description Most entries in the answer: 1 to 500, 100 when 0. Out of range is clamped. */
                limit?: number;
            };
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the group. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of members. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupMemberPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    changeGroupMembers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The id of the group. */
                id: number;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeGroupMembers"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneContactGroup"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    consoleReadInboxRules: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What holds for the inbox of an account. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxRules"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleSetInboxRules: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetInboxRules"];
            };
        };
        responses: {
            /** @description What holds for the inbox of an account. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboxRules"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    listIncomingWebhooks: {
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
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IncomingWebhooks"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getIncomingWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The incoming webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneIncomingWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putIncomingWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The incoming webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutIncomingWebhook"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneIncomingWebhook"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteIncomingWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The incoming webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    previewIncomingWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The incoming webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewIncomingWebhook"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewedIncomingWebhook"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    consoleListIntegrations: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description 1 to 500, 100 when 0. Out of range is clamped. */
                limit?: number;
            };
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the account's platforms. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IntegrationPage"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleGetIntegration: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The platform. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A platform that may act for the account. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleLinkPlatform: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The platform. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A platform that may act for the account. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integration"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleUnlinkPlatform: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The platform. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleInvite: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteUser"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SentInvitation"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            /** @description `already_exists`: It is there already. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "already_exists";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleRevokeInvitation: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The invitation. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListKeys: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description 1 to 500, 100 when 0. Out of range is clamped. */
                limit?: number;
            };
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the account's keys. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountKeyPage"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleCreateKey: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKey"];
            };
        };
        responses: {
            /** @description Answers the new key. Its secret is shown only this once. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateKeyAnswer"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleRevokeKey: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The key. */
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneAccountKey"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleChangeKey: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The key. */
                id: number;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeKey"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneAccountKey"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListKeyRefusals: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The key. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answers what was refused. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListKeyRefusalsAnswer"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
    consoleListMembers: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountMembers"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleRemoveMember: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The user. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            /** @description `last_owner`: An account that has an owner keeps one. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "last_owner";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleSetRole: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The user. */
                id: number;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetRole"];
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            /** @description `last_owner`: An account that has an owner keeps one. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "last_owner";
                    };
                };
            };
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
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
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessage"];
            };
        };
        responses: {
            /** @description The text as it was accepted, and the usage after it: message and usage are in every answer to a send. A dry run is answered with dry_run and verdict; outcome comes with wait_for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    /** @description true when the repeat asked for another body, recipient, route or from. */
                    "Idempotent-Differs"?: "true";
                    /** @description true when the answer is the original of a repeated client_ref. */
                    "Idempotent-Replayed"?: "true";
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             *
             *     `account_suspended`: The operator of the service has suspended the account: none of its texts is accepted or leaves. Reading works.
             *
             *     `recipient_not_allowed`: The key’s policy does not let it write to this recipient.
             *
             *     `sender_not_allowed`: The key is bound to another sender than from.
             *
             *     `key_budget_reached`: The key has sent as many texts in this hour or day as its policy allows.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope" | "account_suspended" | "recipient_not_allowed" | "sender_not_allowed" | "key_budget_reached";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelMessageByRef: {
        parameters: {
            query: {
                /** @description The client_ref of the text. */
                client_ref: string;
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
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `not_cancellable`: The text may have left, or has ended: it cannot be cancelled any more. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "not_cancellable";
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
    consoleDownloadTexts: {
        parameters: {
            query?: {
                /** @description Only the texts exchanged with this address. */
                address?: string;
                /** @description Only texts with an id below this one: next_before of the page before. */
                before?: number;
                /** @description Only this direction. */
                direction?: "out" | "in";
                /** @description Only what the service had at this instant or after it. A text that a phone brought late counts where it came. RFC 3339, or a day. */
                from?: string;
                /** @description Only texts that were sent with the account key of this id. */
                key_id?: number;
                /** @description Only this route. */
                route?: "device" | "gateway";
                /** @description Only texts in this state. failed is found by itself; the others are looked for among the texts of the range. */
                status?: "queued" | "sending" | "sent" | "delivered" | "received" | "failed";
                /** @description Only what the service had before this instant. RFC 3339, or a day. */
                to?: string;
            };
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelMessage: {
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `not_cancellable`: The text may have left, or has ended: it cannot be cancelled any more. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "not_cancellable";
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
    consoleGetText: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneText"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    listMessageEvents: {
        parameters: {
            query?: {
                /** @description message: the answer holds the text as well, as it is now. */
                with?: "message";
            };
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
            /** @description Every step of a text; waiting_for is null unless it still waits, and message is there where it was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    awaitOutcome: {
        parameters: {
            query?: {
                /** @description The since of the outcome before; left out, the first reply counts. Out of range is clamped. */
                since?: number;
                /** @description Seconds to wait. Out of range is clamped. */
                wait?: number;
                /** @description What to wait for: reply or final. Left out: reply. */
                wait_for?: "reply" | "final";
            };
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextOutcome"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendBatch"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `invalid_request`: the request body must have at most 1048576 bytes. */
            413: {
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
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    consoleCheckTexts: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["TextsToCheck"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedTexts"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            /** @description `invalid_request`: the request body must have at most 1048576 bytes. */
            413: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "invalid_request";
                    };
                };
            };
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListTexts: {
        parameters: {
            query?: {
                /** @description Only the texts exchanged with this address. */
                address?: string;
                /** @description Only texts with an id below this one: next_before of the page before. */
                before?: number;
                /** @description Only this direction. */
                direction?: "out" | "in";
                /** @description Only what the service had at this instant or after it. A text that a phone brought late counts where it came. RFC 3339, or a day. */
                from?: string;
                /** @description Only texts that were sent with the account key of this id. */
                key_id?: number;
                /** @description Most texts in the answer. Out of range is clamped. */
                limit?: number;
                /** @description Only this route. */
                route?: "device" | "gateway";
                /** @description Only texts in this state. failed is found by itself; the others are looked for among the texts of the range. */
                status?: "queued" | "sending" | "sent" | "delivered" | "received" | "failed";
                /** @description Only what the service had before this instant. RFC 3339, or a day. */
                to?: string;
            };
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextLog"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListNumbers: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description Most entries in the answer: 1 to 500, 100 when 0. Out of range is clamped. */
                limit?: number;
            };
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of numbers. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierNumberPage"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
    consoleListAccounts: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description Most entries in the answer: 1 to 500, 100 when 0. Out of range is clamped. */
                limit?: number;
                /** @description A part of the name, or the id; at most 100 characters. Empty for all. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. At most 20,000 are searched for it, so a short page need not be the last. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountRecordPage"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleCreateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAccount"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneAccountRecord"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `unknown_plan`: No such plan is offered.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "invalid_request" | "unknown_plan";
                    };
                };
            };
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleGetAccountRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                account_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneAccountRecord"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleUpdateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                account_id: number;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAccount"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneAccountRecord"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `unknown_plan`: No such plan is offered.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "invalid_request" | "unknown_plan";
                    };
                };
            };
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleSuspendAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                account_id: number;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuspendAccount"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneAccountRecord"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleResumeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                account_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneAccountRecord"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleFindText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The account. */
                id: number;
                /** @description The id of the text. */
                text_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description waiting_for is null unless the text still waits. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextOfAccount"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListCarriers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The carriers. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCarriersAnswer"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleGetDailyHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last day of the service. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DailyHealth"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleGetHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How the service is. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListAllNumbers: {
        parameters: {
            query?: {
                /** @description Only this account's. */
                account?: number;
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description Most entries in the answer: 1 to 500, 100 when 0. Out of range is clamped. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of numbers. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CarrierNumberPage"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleAssignNumber: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignNumber"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneCarrierNumber"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleReleaseNumber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The carrier's name; it need not be configured any more. */
                carrier: string;
                /** @description The number, as it is listed. */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneCarrierNumber"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListPlatformKeys: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description 1 to 500, 100 when 0. Out of range is clamped. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of platform keys. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformKeyPage"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleCreatePlatformKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePlatformKey"];
            };
        };
        responses: {
            /** @description The new platform key. Its secret is shown only this once. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatePlatformKeyAnswer"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleRevokePlatformKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key. */
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnePlatformKey"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListUsers: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description Most users in the answer. Out of range is clamped. */
                limit?: number;
                /** @description A part of the name or the e-mail address, or the id. */
                search?: string;
            };
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserRecords"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleGetUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user. */
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserRecordAndAccounts"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    listOptOuts: {
        parameters: {
            query?: {
                /** @description Only this recipient, in any reasonable form. */
                address?: string;
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
            /** @description A page of opt-outs. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutPage"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addOptOut: {
        parameters: {
            query?: never;
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
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneOptOut"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeOptOut: {
        parameters: {
            query?: never;
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
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneOptOut"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportOptOuts: {
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
            /** @description The file. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importOptOuts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportOptOuts"];
            };
        };
        responses: {
            /** @description What became of a file. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `invalid_request`: the request body must have at most 1200000 bytes. */
            413: {
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
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getOptOutSettings: {
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
            /** @description What the account adds to the keywords, and what it answers to them. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setOptOutSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetOptOutSettings"];
            };
        };
        responses: {
            /** @description What the account adds to the keywords, and what it answers to them. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    consoleGetOverview: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How an account is. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Overview"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
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
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
             *     `unknown_plan`: No such plan is offered.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             *
             *     `account_suspended`: The operator of the service has suspended the account: none of its texts is accepted or leaves. Reading works.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "key_ended" | "key_scope" | "account_suspended";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /** @description `exempt_account`: The account has no plan to change: its operator exempts it from caps. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
    consoleOpenPortal: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenPortalAnswer"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            502: components["responses"]["BadGateway-Console"];
            /**
             * @description `unavailable`: The service cannot answer right now.
             *
             *     `billing_disabled`: This service takes no payments; its operator sets plans.
             */
            503: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "unavailable" | "billing_disabled";
                    };
                };
            };
        };
    };
    consolePreviewPlan: {
        parameters: {
            query: {
                /** @description The plan to change to. */
                plan: string;
            };
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a plan change would cost. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewPlanAnswer"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `unknown_plan`: No such plan is offered.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "invalid_request" | "unknown_plan";
                    };
                };
            };
            401: components["responses"]["Unauthorized-Console"];
            /**
             * @description `forbidden`: The person may not do this, or another site’s page asked for it.
             *
             *     `account_suspended`: The operator of the service has suspended the account: none of its texts is accepted or leaves. Reading works.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "forbidden" | "account_suspended";
                    };
                };
            };
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            /** @description `exempt_account`: The account has no plan to change: its operator exempts it from caps. */
            409: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "exempt_account";
                    };
                };
            };
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            502: components["responses"]["BadGateway-Console"];
            /**
             * @description `unavailable`: The service cannot answer right now.
             *
             *     `billing_disabled`: This service takes no payments; its operator sets plans.
             */
            503: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "unavailable" | "billing_disabled";
                    };
                };
            };
        };
    };
    consoleGetRenewal: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description When the plan is paid anew, by the payment provider's word. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetRenewalAnswer"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            502: components["responses"]["BadGateway-Console"];
            /**
             * @description `unavailable`: The service cannot answer right now.
             *
             *     `billing_disabled`: This service takes no payments; its operator sets plans.
             */
            503: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "Retry-After": components["headers"]["Retry-After"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "unavailable" | "billing_disabled";
                    };
                };
            };
        };
    };
    getQuietHours: {
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
            /** @description The quiet hours, if there are any. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuietHoursAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    setQuietHours: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetQuietHours"];
            };
        };
        responses: {
            /** @description The quiet hours, if there are any. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuietHoursAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    clearQuietHours: {
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
            /** @description The quiet hours, if there are any. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QuietHoursAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    consoleGetRetention: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account’s own days, and those that hold where it has none: null is for ever there. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionAnswer"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleSetRetention: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetRetention"];
            };
        };
        responses: {
            /** @description The account’s own days, and those that hold where it has none: null is for ever there. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionAnswer"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListSavedReplies: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedReplies"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleAddSavedReply: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveReply"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSavedReply"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleChangeSavedReply: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The saved reply. */
                id: number;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveReply"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneSavedReply"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleRemoveSavedReply: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The saved reply. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    searchAccount: {
        parameters: {
            query: {
                /** @description The next_before of an answer, to look at older texts. Out of range is clamped. */
                before?: number;
                /** @description Most texts in the answer. Out of range is clamped. */
                limit?: number;
                /** @description Words, or any part of a number, of which one has 2 characters or more. */
                q: string;
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
            /** @description What was found. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Found"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listStats: {
        parameters: {
            query?: {
                /** @description What texts are summed over: a day, a week from Monday on, or a month. day without it. */
                by?: "day" | "week" | "month";
                /** @description The first day, as 2026-11-01. Without it the first of the month that the last day is in, or of this one. */
                from?: string;
                /** @description Divides each period by device and carrier, or by why texts failed. Not divided without it. */
                split?: "device" | "reason";
                /** @description The last day, at most 399 after the first one. Without it today, or the end of this month. */
                to?: string;
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
            /** @description How many texts were sent and received. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stats"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportStats: {
        parameters: {
            query?: {
                /** @description What texts are summed over: a day, a week from Monday on, or a month. day without it. */
                by?: "day" | "week" | "month";
                /** @description The first day, as 2026-11-01. Without it the first of the month that the last day is in, or of this one. */
                from?: string;
                /** @description Divides each period by device and carrier, or by why texts failed. Not divided without it. */
                split?: "device" | "reason";
                /** @description The last day, at most 399 after the first one. Without it today, or the end of this month. */
                to?: string;
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
            /** @description The file. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    consoleRemoveThreadNote: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description The note. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    consoleAssignThread: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description Any reasonable form of the phone number. */
                address: string;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignThread"];
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "invalid_request" | "invalid_address";
                    };
                };
            };
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleSetThreadDone: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description Any reasonable form of the phone number. */
                address: string;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadDone"];
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "invalid_request" | "invalid_address";
                    };
                };
            };
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    consoleAddThreadNote: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description Any reasonable form of the phone number. */
                address: string;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddThreadNote"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneThreadNote"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "invalid_request" | "invalid_address";
                    };
                };
            };
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleReadThread: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description Any reasonable form of the phone number. */
                address: string;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ThreadRead"];
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "invalid_request" | "invalid_address";
                    };
                };
            };
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleReadThreadState: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description Any reasonable form of the phone number. */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was decided about a conversation. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadState"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "invalid_request" | "invalid_address";
                    };
                };
            };
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListWriters: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description Any reasonable form of the phone number. */
                address: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Writers"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "invalid_request" | "invalid_address";
                    };
                };
            };
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleNoteWriting: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path: {
                /** @description Any reasonable form of the phone number. */
                address: string;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteWriting"];
            };
        };
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /**
             * @description `invalid_request`: The request is malformed; error says what is wrong with it.
             *
             *     `invalid_address`: The address is not a phone number that can be texted.
             */
            400: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsoleError"] & {
                        /** @enum {string} */
                        code?: "invalid_request" | "invalid_address";
                    };
                };
            };
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            413: components["responses"]["PayloadTooLarge-Console"];
            415: components["responses"]["UnsupportedMediaType-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleCountThreads: {
        parameters: {
            query?: never;
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many conversations need somebody. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ThreadCounts"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
        };
    };
    consoleListThreads: {
        parameters: {
            query?: {
                /** @description The next_cursor of the page before. */
                cursor?: string;
                /** @description unread: with received texts that the person has not read; waiting: whose newest text was received, that are not done, and are assigned to the person or to nobody; failed: whose newest text failed, and that are not done. Not beside search. */
                filter?: "all" | "unread" | "waiting" | "failed";
                /** @description Most conversations in the answer. Out of range is clamped. */
                limit?: number;
                /** @description The beginning of a number: 3 to 15 digits, with a plus; or without, then also of a number of the account’s country, or of a short code. */
                search?: string;
            };
            header: {
                /** @description The account that the person acts for, of which they must be a member. */
                "X-SVC-Account": components["parameters"]["SessionAccount"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnreadThreads"];
                };
            };
            400: components["responses"]["BadRequest-Console"];
            401: components["responses"]["Unauthorized-Console"];
            403: components["responses"]["Forbidden-Console"];
            404: components["responses"]["NotFound-Console"];
            408: components["responses"]["RequestTimeout-Console"];
            429: components["responses"]["TooManyRequests-Console"];
            431: components["responses"]["RequestHeaderFieldsTooLarge-Console"];
            503: components["responses"]["ServiceUnavailable-Console"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
            /**
             * @description `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
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
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    putWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutWebhook"];
            };
        };
        responses: {
            /** @description The webhook, and its secret where it got a new one. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is done. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookAttempts: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAttempts"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    disableWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replayWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        /** @description A misspelt field is refused; one that means nothing is ignored, and named in Ignored-Fields. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["FeedPosition"];
            };
        };
        responses: {
            /** @description What was asked for. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OneWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook and its new secret. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            431: components["responses"]["RequestHeaderFieldsTooLarge"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: {
                /** @description The type of event, with what it says as an example; one that the webhook’s format has. webhook.test without it. */
                type?: "text.received" | "text.updated" | "device.offline" | "device.online" | "recipient.opted_out" | "usage.near_cap" | "sms:received" | "sms:sent" | "sms:delivered" | "sms:failed";
            };
            header?: {
                /** @description Not needed. An account key may name its own account; any other is 404. */
                "X-SVC-Account"?: components["parameters"]["OwnAccount"];
            };
            path: {
                /** @description The webhook’s name. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What an endpoint said to a test. */
            200: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /**
             * @description `platform_key_scope`: A platform key called an endpoint that takes account keys only.
             *
             *     `key_ended`: The key’s end date has passed.
             *
             *     `key_scope`: The key’s policy leaves out the scope that this needs: read, send or manage.
             */
            403: {
                headers: {
                    "Cache-Control": components["headers"]["Cache-Control"];
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "X-Content-Type-Options": components["headers"]["X-Content-Type-Options"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] & {
                        /** @enum {string} */
                        code?: "platform_key_scope" | "key_ended" | "key_scope";
                    };
                };
            };
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
                    "Ignored-Fields": components["headers"]["Maybe-Ignored-Fields"];
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
