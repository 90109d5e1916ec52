"""The shapes of the interface. Generated from the OpenAPI document by npm run generate."""
from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict

ErrorCode = Literal["invalid_api_key", "platform_key_scope", "not_found", "invalid_request", "invalid_address", "unknown_plan", "no_subscription", "cap_reached", "no_plan", "no_route", "exempt_account", "rate_limited", "payment_error", "billing_disabled", "unavailable", "not_cancellable", "opted_out", "account_suspended", "consumer_busy", "loop_suspected", "key_ended", "key_scope", "recipient_not_allowed", "sender_not_allowed", "key_budget_reached", "incoming_webhook_budget_reached", "unknown"]


class Account(TypedDict):
    """An account, as a key that may act for it sees it."""

    id: int
    """The value to send as X-SVC-Account with a platform key. Random, so that it does not show how many accounts there are. A sandbox has its owner's id plus 1000000000000."""

    name: str
    """The name that the operator gave it."""

    plan: Optional[str]
    """The current plan; null when the account never had one."""

    subscription_status: Optional[str]
    """As in Usage."""

    linked_at: Optional[str]
    """When it was linked to the platform key; null for an account's own key."""


class _AccountsRequired(TypedDict):
    accounts: List[Account]
    """In order of name, then id."""


class Accounts(_AccountsRequired, total=False):
    next_cursor: str
    """What to pass as cursor for the next page. Left out on the last one."""


class _AckConsumerRequired(TypedDict):
    seq: int
    """The last seq that was handled: next_since of the page."""


class AckConsumer(_AckConsumerRequired, total=False):
    """What was dealt with."""

    lease: Optional[str]
    """The lease that the page came with."""


class BatchAnswer(TypedDict):
    results: List[Verdict]
    """One for each text, in their order."""


_BroadcastWords = TypedDict("_BroadcastWords", {"from": Optional[str]})


class Broadcast(_BroadcastWords):
    """Many texts by one template."""

    id: int
    """In order of creation within the account."""

    name: str
    """For people; 1 to 100 characters."""

    client_ref: Optional[str]
    """Its own idempotency key; null for none."""

    template: str
    """The text of its recipients, in which {field} stands for the recipient's own words."""

    source: Literal["file", "failed"]
    """Where its recipients came from: they were put, or are those of another broadcast that failed."""

    failed_of: Optional[int]
    """The broadcast whose failed recipients it has; null for any other."""

    state: Literal["draft", "running", "paused", "done", "cancelled"]
    """A draft takes recipients. While it is running they leave; it is done when none waits. Paused, it goes on when it is resumed; cancelled, never."""

    pause_reason: Optional[str]
    """The code of the refusal that paused it: account_suspended, cap_reached, no_plan, no_subscription, no_route or not_found. Null where it did not pause itself."""

    send_at: Optional[str]
    """No recipient leaves before; null for at once."""

    route: Optional[Literal["device", "gateway"]]
    """The route that its texts ask for; null for any."""

    urgent: bool
    """Its texts leave in quiet hours as well."""

    recipients: int
    """How many it has."""

    accepted: int
    """Rows that became texts."""

    refused: int
    """Rows that were refused and become none."""

    delivered: int
    """Texts that were delivered, as counted seconds ago while somebody looks."""

    failed: int
    """Texts that failed, without those that were cancelled; likewise."""

    cancelled: int
    """Texts that were cancelled; likewise."""

    replied: int
    """Recipients who wrote back after their text; likewise."""

    created_at: str
    """When it was made."""

    started_at: Optional[str]
    """When it was started; null before."""

    ended_at: Optional[str]
    """When it was done or cancelled; null before."""


class BroadcastPage(TypedDict):
    """A page of broadcasts."""

    broadcasts: List[Broadcast]
    """Newest first."""

    next_cursor: Optional[str]
    """Null on the last page."""


class BroadcastRecipient(TypedDict):
    """A recipient of a broadcast."""

    number: int
    """Its number."""

    address: str
    """The recipient as given."""

    address_norm: Optional[str]
    """E.164; null where it could not be read."""

    body: str
    """The finished text; empty for a recipient that was refused when it was put."""

    send_at: Optional[str]
    """Its text does not leave before; null for at once."""

    status: Literal["waiting", "refused", "queued", "sending", "sent", "delivered", "failed"]
    """waiting, refused, or the status of its text."""

    code: Optional[str]
    """The code of the refusal; null unless refused."""

    next: Optional[str]
    """What to do about a refusal of this code; null unless refused."""

    error: Optional[str]
    """Why it was refused, or why its text failed; null for any other."""

    message_id: Optional[int]
    """Its text; null before."""

    replied: bool
    """The recipient wrote back after the text."""


class BroadcastRecipientPage(TypedDict):
    """A page of recipients."""

    recipients: List[BroadcastRecipient]
    """In order of their numbers."""

    next_cursor: Optional[str]
    """What to pass as cursor for the next page; null on the last one."""


class ChangeGroupMembers(TypedDict, total=False):
    """Puts contacts into a group, and takes others out."""

    add: List[int]
    """Contacts to add; at most 1,000 together with those to take out."""

    remove: List[int]
    """Contacts to take out."""


class ChangePlan(TypedDict):
    """The plan to change to."""

    plan: str
    """One of starter, growth, pro; any other is `unknown_plan`."""


class _ChangedWebhookRequired(TypedDict):
    webhook: Webhook


class ChangedWebhook(_ChangedWebhookRequired, total=False):
    """The webhook, and its secret where it got a new one."""

    secret: str
    """The secret that requests are signed with. It is shown this once."""


class Consumer(TypedDict):
    """A subscription in the feed that the service keeps."""

    name: str
    """Its name."""

    cursor: int
    """Everything up to this seq was acknowledged."""

    behind: int
    """By how many seqs it is behind the newest."""

    moved_at: str
    """When the cursor last moved, or was made."""

    created_at: str
    """When it was made."""

    lease_until: Optional[str]
    """Until when a reader has it; null when none has."""


class _ConsumerPageRequired(TypedDict):
    messages: List[Message]
    """In order of seq; each text once, as it is now."""

    next_since: int
    """What to pass as since next; given even when messages is empty."""

    has_more: bool
    """True when more can be read at once."""

    lease: str
    """What to pass with the next read and acknowledgement."""


class ConsumerPage(_ConsumerPageRequired, total=False):
    """A page of the change feed from a consumer’s cursor."""

    cursor_ahead: bool
    """Only given, and then true, when since is above everything that there is, or from a time that a restored backup lost: such a page has no messages. Read again from 0, or from newest_seq."""

    truncated: bool
    """Only given, and then true, when texts above since were deleted, because they are no longer kept."""

    newest_seq: int
    """With cursor_ahead: the newest seq that there is, or the last one before that time."""


class Consumers(TypedDict):
    """An account's consumers."""

    consumers: List[Consumer]
    """In order of name."""


class Contact(TypedDict):
    """A number that has a name."""

    id: int
    """Counted per account."""

    address: str
    """E.164. Only one contact of an account has it."""

    name: str
    """1 to 200 characters."""

    note: str
    """Up to 2,000 characters; empty for none."""

    groups: List[int]
    """The groups that it is in, in order; at most 50."""

    created_at: str
    """When it was added."""

    changed_at: str
    """When its number, name or note last changed."""


class ContactGroup(TypedDict):
    """A group of contacts."""

    id: int
    """Counted per account."""

    name: str
    """1 to 100 characters. Only one group of an account has it."""

    members: int
    """How many contacts are in it."""

    created_at: str
    """When it was made."""


class ContactGroupPage(TypedDict):
    """A page of groups."""

    groups: List[ContactGroup]
    """In order of name."""

    next_cursor: Optional[str]
    """Null on the last page."""


class ContactImport(TypedDict):
    """What became of a file."""

    added: int
    """Contacts that were added."""

    changed: int
    """Contacts that were there already and changed."""

    known: int
    """Contacts that were there already and did not change."""

    refused: int
    """Rows that were not taken."""

    faulty: List[FaultyLine]
    """The first 1000 of them, in their order."""


class ContactPage(TypedDict):
    """A page of contacts."""

    contacts: List[Contact]
    """In order of name."""

    next_cursor: Optional[str]
    """Null on the last page."""


_CreateBroadcastWords = TypedDict("_CreateBroadcastWords", {"from": Optional[str]}, total=False)


class _CreateBroadcastRequired(_CreateBroadcastWords):
    name: str
    """For people; 1 to 100 characters."""

    template: str
    """The text of its recipients, 1 to 1600 characters. {field} stands for the recipient's own words; the case of names does not count."""


class CreateBroadcast(_CreateBroadcastRequired, total=False):
    """A broadcast to make."""

    client_ref: Optional[str]
    """Idempotency key: one broadcast for ever."""

    route: Optional[Literal["device", "gateway"]]
    """The route of its texts, as in a single send."""

    urgent: Optional[bool]
    """True leaves in quiet hours of the account as well."""


class _CreateFailedBroadcastRequired(TypedDict):
    name: str
    """For people; 1 to 100 characters."""


class CreateFailedBroadcast(_CreateFailedBroadcastRequired, total=False):
    """A broadcast to those that failed."""

    client_ref: Optional[str]
    """Idempotency key: one broadcast for ever."""


class Done(TypedDict):
    """It is done."""

    ok: bool
    """Always true."""


class _DryRunRequired(TypedDict):
    units: int
    """Texts that it would count as: 1, or 0 when nothing would be sent."""

    leaves_at: Optional[str]
    """When it would leave; null for at once."""


class DryRun(_DryRunRequired, total=False):
    """What would become of a text that was sent now."""

    address_norm: str
    """The recipient in E.164 form; absent for a text that is malformed."""

    segments: int
    """Parts that it takes on the air; absent for a text that is malformed."""

    encoding: Literal["gsm7", "ucs2"]
    """The alphabet of those parts; absent for a text that is malformed."""

    route: Literal["device", "gateway"]
    """The way it would leave; absent when there is none."""

    device: DryRunDevice

    carrier: str
    """The carrier that would most likely take it; absent unless the route is gateway."""

    usage: Usage


class DryRunDevice(TypedDict):
    """The phone that would most likely have the text."""

    id: int
    """Its id within the account."""

    name: str
    """As it was paired."""

    online: bool
    """Whether it is online now."""


class Endpoint(TypedDict):
    """One endpoint of the interface."""

    method: str
    """The HTTP method."""

    path: str
    """The path, with parameters in braces."""

    auth: Literal["none", "account_key", "account_or_platform_key"]
    """The kind of key it takes."""

    summary: str
    """What it does."""


class _ErrorRequired(TypedDict):
    error: str
    """What is wrong, for a person. May change at any time."""

    code: Literal["invalid_api_key", "platform_key_scope", "not_found", "invalid_request", "invalid_address", "unknown_plan", "no_subscription", "cap_reached", "no_plan", "no_route", "exempt_account", "rate_limited", "payment_error", "billing_disabled", "unavailable", "not_cancellable", "opted_out", "account_suspended", "consumer_busy", "loop_suspected", "key_ended", "key_scope", "recipient_not_allowed", "sender_not_allowed", "key_budget_reached", "incoming_webhook_budget_reached"]
    """What is wrong, for a program. Stable."""

    next: str
    """What to do about an error of this code. May change at any time."""


class Error(_ErrorRequired, total=False):
    """Every answer that is no success."""

    fields: List[FieldFault]
    """With `invalid_request`: all fields that are known to be wrong; absent where they were not looked at one by one."""


class FaultyLine(TypedDict):
    """A line of a file that cannot be used."""

    line: int
    """Counted from 1."""

    error: str
    """What is wrong with it."""

    code: Literal["invalid_address", "number_missing", "name_missing", "quote_open", "card_open", "repeated", "too_long", "too_many_groups", "contacts_full", "other"]
    """The kind of fault: `invalid_address`: no phone number that can be texted; `number_missing`; `name_missing`; `quote_open`: a quotation mark is not closed; `card_open`: a vCard has no END; `repeated`: its number stands on an earlier line; `too_long`; `too_many_groups`: of the contact or of the account; `contacts_full`: the account has as many as it may; `other`: error says what."""


class FaultyRow(TypedDict):
    """A recipient that can never be sent."""

    number: int
    """Its number."""

    code: str
    """The code of its refusal."""

    next: str
    """What to do about a refusal of this code."""

    error: str
    """What is wrong with it."""


class FeedPosition(TypedDict, total=False):
    """A position in the feed, by a seq or by an instant."""

    seq: Optional[int]
    """A seq: what is above it follows. At most the newest."""

    at: Optional[str]
    """An instant, with its offset where it is a text (RFC 3339): everything that changed at it or later follows, and some of what changed before may."""


class FieldFault(TypedDict):
    """A field of a request that was refused."""

    field: str
    """Its name."""

    reason: Literal["required", "empty", "not_a_name", "not_an_email", "not_an_address", "wrong_length", "too_long", "not_https", "not_public", "has_credentials", "other"]
    """The rule that it breaks, for a program; `other`: error says which. Stable."""

    error: str
    """What is wrong with it, for a person; begins with its name. May change at any time."""

    min_length: Optional[int]
    """With `wrong_length`: the fewest characters that it takes."""

    max_length: Optional[int]
    """With `wrong_length` and `too_long`: the most characters that it takes."""


class FindContactsAnswer(TypedDict):
    """The contacts that were found."""

    found: List[FoundContact]
    """In the request's order, without addresses that belong to no contact."""


class Found(TypedDict):
    """What was found."""

    contacts: List[Contact]
    """In order of name, at most 20."""

    threads: List[Thread]
    """Newest text first, at most 20."""

    messages: List[Message]
    """Newest first."""

    next_before: Optional[int]
    """What to pass as before to look further back; null when all was looked at."""


class FoundContact(TypedDict):
    """A contact, and the address that it was found by."""

    address: str
    """As it was asked for."""

    contact: Contact


class GroupMemberPage(TypedDict):
    """A page of members."""

    contacts: List[Contact]
    """In order of id."""

    next_cursor: Optional[str]
    """Null on the last page."""


class ImportContacts(TypedDict, total=False):
    """A file of contacts."""

    csv: str
    """The file: at most 100,000 contacts and 8 MiB."""

    vcard: str
    """The same as vCards. Exactly one of the two must be given."""


class ImportOptOuts(TypedDict):
    """A file of recipients who want no texts."""

    csv: str
    """The file: comma-separated values, at most 10,000 lines and 1 MiB."""


_IncomingWebhookWords = TypedDict("_IncomingWebhookWords", {"from": Optional[str]})


class IncomingWebhook(_IncomingWebhookWords):
    """What becomes of other programs' calls to /hooks/{name}."""

    name: str
    """Its name."""

    template: str
    """The words of the texts, 1 to 1600 characters; {{path.to.field}} stands for a field of the body, at most 50 of them. A number is the place in a list, and * each of a list."""

    recipients: List[str]
    """Who gets the texts: at most 20 numbers; empty where recipients_field names them."""

    recipients_field: Optional[str]
    """The path of a number, or of a list of at most 20, in the body; null where recipients has them."""

    event_id: str
    """Names what a call is about, by fields as in template, at most 500 characters: the same event sends nothing again. Empty for an incoming webhook whose calls are all new, unless they have an Idempotency-Key."""

    texts_per_hour: int
    """Most texts in an hour of UTC, 1 to 1000."""

    urgent: bool
    """True for texts that quiet hours do not delay."""

    has_secret: bool
    """Whether calls may be signed instead of bringing a key."""

    key_id: Optional[int]
    """The key for which signed calls send; null without a secret."""

    created_at: str
    """When it was made."""

    last_used_at: Optional[str]
    """When it last sent a text; null for never."""

    last_refused_at: Optional[str]
    """When a call was last refused; null for never."""

    last_refusal: Optional[str]
    """The code of that refusal; null for none."""


_IncomingWebhookHeadersWords = TypedDict("_IncomingWebhookHeadersWords", {"x-github-event": str, "x-github-delivery": str, "idempotency-key": str}, total=False)


class IncomingWebhookHeaders(_IncomingWebhookHeadersWords):
    """The headers of the call that an incoming webhook looks at."""


class IncomingWebhookPreview(TypedDict):
    """What an incoming webhook would make of a call. Nothing is sent."""

    body: str
    """The words of the texts. A field that the call does not have stands there as in the template."""

    is_cut: bool
    """Whether they were cut at 1600 characters."""

    recipients: List[str]
    """Who would get them."""

    event_id: str
    """What the call is about; empty where nothing says so."""

    missing: List[str]
    """The paths that lead to nothing in this call; one of event_id has a call refused."""


class IncomingWebhooks(TypedDict):
    """An account's incoming webhooks."""

    incoming_webhooks: List[IncomingWebhook]
    """In order of name; at most 50."""


class Index(TypedDict):
    """What is served."""

    name: str
    """The service’s name."""

    version: str
    """The version of this interface."""

    openapi: str
    """Where the OpenAPI document is."""

    guide: str
    """Where the guide for agents is."""

    endpoints: List[Endpoint]


class KeyBudget(TypedDict):
    """What a key may still send in this hour or day."""

    limit: int
    """Most texts in it."""

    remaining: int
    """Texts that would still be accepted."""

    resets_at: str
    """When the next one begins."""


_KeyPolicyWords = TypedDict("_KeyPolicyWords", {"from": Optional[str]})


class KeyPolicy(_KeyPolicyWords):
    """The limits of a key. They hold for each text, whichever interface it comes by. What is left out is not limited."""

    scopes: List[Literal["read", "send", "manage"]]
    """What the key may do: read texts and settings, send texts, manage what belongs to the account. read alone cannot change anything. A request that leaves it out means all three."""

    ends_at: Optional[str]
    """The key stops working then; null for never."""

    recipients: List[str]
    """The recipients that it may write to: `any` alone, `writers` alone for those who have written to the account, or up to 1000 numbers as E.164 and prefixes with a star at their end, like +1500*. A request that leaves it out means `any`."""

    per_hour: Optional[int]
    """Most texts in an hour of UTC, 1 to 1000000; null without a bound."""

    per_day: Optional[int]
    """Most texts in a day of UTC, not fewer than per_hour; null without a bound."""

    require_approval: Literal["never", "new_recipients", "always"]
    """When a person has to approve a text before it leaves: never, for new_recipients (no text of the account has left to them, and they have written none), or always. Such a text is queued with awaiting approval, for 24 hours. A request that leaves it out means never."""

    reads: Literal["all", "known"]
    """Which texts it reads: all, or known, only those from and to whom it may write to. All others are as if there were none. known takes recipients other than `any`, and no scope manage, with which a key could read everything over webhooks. A request that leaves it out means all."""


class MadeBroadcast(TypedDict):
    """A draft."""

    broadcast: Broadcast

    replayed: bool
    """True if the client_ref was used before."""


class _MeRequired(TypedDict):
    account: Account

    usage: Usage

    tiers: List[Tier]


class Me(_MeRequired, total=False):
    """The key’s own account."""

    key: OwnKey


_MessageWords = TypedDict("_MessageWords", {"from": Optional[str]})


class Message(_MessageWords):
    """One text, sent or received."""

    id: int
    """Counted per account, in order of creation."""

    seq: int
    """Change cursor: advances, in commit order, whenever the text changes. The value to pass as since."""

    direction: Literal["out", "in"]
    """out was sent by the account, in was received by it."""

    address: str
    """The other party, as given or received."""

    address_norm: str
    """Its E.164 form; for senders that are short codes or names, the address itself."""

    body: str
    """The text."""

    status: Literal["queued", "sending", "sent", "delivered", "received", "failed"]
    """Moves only forward: queued, sending, sent, then delivered or failed. Inbound texts are received."""

    route: Literal["device", "gateway"]
    """The way it leaves or came in: a paired phone, or an upstream carrier."""

    error: Optional[str]
    """Why it failed: a stable code, then a colon and a sentence. The codes are expired_in_queue, outcome_unknown, rejected_by_network, device_failed, carrier_failed, opted_out, cancelled, approval_rejected and approval_expired. Null unless failed."""

    created_at: str
    """When it was accepted or received."""

    sent_at: Optional[str]
    """When the network took it; null before."""

    delivered_at: Optional[str]
    """When the recipient's phone had it; null before."""

    segments: int
    """Parts that the text takes on the air. It counts as one text whatever its length."""

    encoding: Literal["gsm7", "ucs2"]
    """The alphabet of those parts."""

    client_ref: Optional[str]
    """The client_ref that it was sent under; null without one, and for inbound texts."""

    keyword: Optional[Literal["stop", "start", "help", "maybe_stop"]]
    """What a received text asks for by its words alone: stop opted its sender out, start lifted that, help asks who you are, maybe_stop comes near a stop and was not acted on. Null for every other text."""

    send_at: Optional[str]
    """It does not leave before: as it was asked for, or the end of the account's quiet hours. Null for at once, and for inbound texts, and while it awaits an approval."""

    awaiting: Optional[Literal["approval", "release"]]
    """approval while it is queued and a person has to approve it, because the policy of its key says so; release while it is queued and the operator of the service has to release it, after a restored backup. Null for every other text."""

    body_removed_at: Optional[str]
    """When its words were removed, because the account keeps them no longer: body is empty then. Null for a text that has them."""


class MessageEvent(TypedDict):
    """One step of a text. What does not apply is null."""

    at: Optional[str]
    """When; null for the failure of a text from before steps were kept."""

    kind: Literal["accepted", "scheduled", "moved", "handed_over", "part_accepted", "part_unknown", "part_refused", "another_try", "part_delivered", "part_failed", "sent", "delivered", "expired", "cancelled", "failed", "unit_returned", "received", "omitted", "quiet_hours", "released", "answers_stopped", "awaits_approval", "approved", "held"]
    """What happened. scheduled and quiet_hours: it does not leave before until, as it was asked for or because of the account’s quiet hours; released: that time has come; awaits_approval: a person has to approve it before until; held: the service was restored from a backup while it waited, and its operator has to release it. A part is what leaves on the air; another_try: what did not leave is tried again; unit_returned: it does not count as a text any more; answers_stopped: it was the last of so many answers in a row to its recipient, and a further one is loop_suspected before until; omitted: so many steps were there that some of them are left out."""

    device_id: Optional[int]
    """The device."""

    sim: Optional[int]
    """The slot of its SIM."""

    carrier: Optional[str]
    """The carrier."""

    part: Optional[int]
    """Which part."""

    parts: Optional[int]
    """How many parts the text has there."""

    ref: Optional[str]
    """The carrier’s name for the part."""

    until: Optional[str]
    """When it is tried again, or leaves, or when the next answer is accepted."""

    reason: Optional[str]
    """How it ended: the code that its error begins with."""

    code: Optional[str]
    """The network’s own code, as its operator knows it."""

    meaning: str
    """In words."""

    by: Sender


class _MessagePageRequired(TypedDict):
    messages: List[Message]
    """In order of seq; each text once, as it is now."""

    next_since: int
    """What to pass as since next; given even when messages is empty."""

    has_more: bool
    """True when more can be read at once."""


class MessagePage(_MessagePageRequired, total=False):
    """A page of the change feed."""

    cursor_ahead: bool
    """Only given, and then true, when since is above everything that there is, or from a time that a restored backup lost: such a page has no messages. Read again from 0, or from newest_seq."""

    truncated: bool
    """Only given, and then true, when texts above since were deleted, because they are no longer kept."""

    newest_seq: int
    """With cursor_ahead: the newest seq that there is, or the last one before that time."""


class _NewBroadcastRecipientRequired(TypedDict):
    number: int
    """Its number, 1 to 100000, which names its text: a recipient is put, and sent, once."""

    address: str
    """The recipient, as in a single send."""


class NewBroadcastRecipient(_NewBroadcastRecipientRequired, total=False):
    """A recipient that is put into a broadcast."""

    fields: Dict[str, str]
    """The values of the template's fields by their names, whose case does not count: at most 100."""

    send_at: Optional[str]
    """Its text leaves no earlier than this, as in a single send. Null: with the broadcast."""


class OneBroadcast(TypedDict):
    broadcast: Broadcast


class OneConsumer(TypedDict):
    consumer: Consumer


class OneContact(TypedDict):
    contact: Contact


class OneContactGroup(TypedDict):
    group: ContactGroup


class OneIncomingWebhook(TypedDict):
    incoming_webhook: IncomingWebhook


class OneMessage(TypedDict):
    message: Message


class OneOptOut(TypedDict):
    opt_out: OptOut


class OneWebhook(TypedDict):
    webhook: Webhook


class OptOut(TypedDict):
    """A recipient to whom the account sends nothing."""

    address: str
    """E.164; of a sender that is a short code or a name, its text."""

    since: str
    """From then on no text is accepted for the recipient."""

    source: Literal["keyword", "api", "import", "console"]
    """What set it. START lifts only what a keyword had set."""

    message_id: Optional[int]
    """The text that said so; null for other sources."""


class OptOutImport(TypedDict):
    """The outcome of the import."""

    added: int
    """Recipients who were opted out now."""

    known: int
    """Recipients who were opted out before, or whom the file lists twice."""

    faulty: List[FaultyLine]
    """In their order."""


class OptOutPage(TypedDict):
    """A page of opt-outs."""

    opt_outs: List[OptOut]
    """Newest first."""

    next_cursor: Optional[str]
    """Null on the last page."""


class OptOutSettings(TypedDict):
    """What an account adds to the common keywords, and what it answers to keywords."""

    stop_words: List[str]
    """Words that mean stop besides those that all accounts understand, as they are compared: in lower case, without accents, and without punctuation around them."""

    stop_answer: Optional[str]
    """The answer to a stop; null for none."""

    start_answer: Optional[str]
    """The answer to a start; null for none."""

    help_answer: Optional[str]
    """The answer to a call for help; null for none."""


class _OutcomeRequired(TypedDict):
    state: Literal["reply", "final", "pending"]
    """reply: it is there. final: message.status says how the text ended; one that failed gets no reply. pending: neither came in time; go on with GET /api/v1/messages/{id}/outcome and since."""

    id: int
    """The id of the text: with since, all that is needed to go on."""

    since: int
    """What to pass as since to go on: after a reply it brings the next one. It is a cursor of the change feed as well, in which every reply comes after it."""


class Outcome(_OutcomeRequired, total=False):
    """What a wait ended with. The reply is the first text of the recipient that was received after this one and came to the phone, or to the number, that this one left by. Two texts to one recipient may have the same reply."""

    reply: Message


class OwnKey(TypedDict):
    """The key of the request, as it sees itself."""

    id: int
    """As the console shows it."""

    label: str
    """A note to recognise it by; may be empty."""

    sandbox: bool
    """True for a key of the sandbox: its texts reach simulators alone and cost no quota."""

    policy: KeyPolicy

    hour: KeyBudget

    day: KeyBudget


class _PlanResultRequired(TypedDict):
    ok: bool
    """Always true."""

    plan: str
    """The requested plan."""

    applied: bool
    """True: the requested plan is in effect now. False: nothing has changed; payment must be completed at checkout_url first."""

    changed: bool
    """True only when a live subscription was switched."""

    method: Literal["subscription_updated", "checkout"]
    """How the change is carried out."""

    detail: str
    """One sentence for a person."""

    usage: Usage


class PlanResult(_PlanResultRequired, total=False):
    """What became of a plan change."""

    checkout_url: str
    """Where a person pays; present only when applied is false."""


class _PreviewIncomingWebhookRequired(TypedDict):
    body: Any
    """The body of the call: an object or a list."""


class PreviewIncomingWebhook(_PreviewIncomingWebhookRequired, total=False):
    """A call, and the settings to try on it."""

    headers: IncomingWebhookHeaders

    settings: TriedIncomingWebhook


class PreviewedIncomingWebhook(TypedDict):
    preview: IncomingWebhookPreview


class PutBroadcastRecipients(TypedDict):
    """Recipients of a broadcast."""

    recipients: List[NewBroadcastRecipient]
    """1 to 1000, in any order."""


class PutBroadcastRecipientsAnswer(TypedDict):
    """What became of recipients that were put."""

    added: int
    """Recipients that were new."""

    faulty: List[FaultyRow]
    """Recipients of the request that can never be sent, in their order."""


class PutConsumer(TypedDict, total=False):
    """A position in the feed, by a seq or by an instant."""

    seq: Optional[int]
    """A seq: what is above it follows. At most the newest."""

    at: Optional[str]
    """An instant, with its offset where it is a text (RFC 3339): everything that changed at it or later follows, and some of what changed before may."""


class _PutContactRequired(TypedDict):
    address: str
    """A phone number, national formats in the account's country."""

    name: str
    """1 to 200 characters without the spaces around them; no control characters."""


class PutContact(_PutContactRequired, total=False):
    """Names a number."""

    note: str
    """Up to 2,000 characters without the spaces around them; absent leaves it as it is."""

    groups: List[int]
    """All groups of the contact, at most 50; absent leaves them as they are."""


class PutContactAnswer(TypedDict):
    """The contact of the number."""

    contact: Contact

    added: bool
    """Whether there was none before."""


class PutContactGroup(TypedDict):
    """Makes a group."""

    name: str
    """1 to 100 characters without the spaces around them; no control characters and no semicolons."""


_PutIncomingWebhookWords = TypedDict("_PutIncomingWebhookWords", {"from": Optional[str]}, total=False)


class _PutIncomingWebhookRequired(_PutIncomingWebhookWords):
    template: str
    """The words of the texts, 1 to 1600 characters; {{path.to.field}} stands for a field of the body, at most 50 of them. A number is the place in a list, and * each of a list. {{header.NAME}} is one of the headers x-github-event, x-github-delivery and idempotency-key."""


class PutIncomingWebhook(_PutIncomingWebhookRequired, total=False):
    """The incoming webhook's settings."""

    recipients: Optional[List[str]]
    """Who gets the texts: at most 20 numbers; empty where recipients_field names them."""

    recipients_field: Optional[str]
    """The path of a number, or of a list of at most 20, in the body; null where recipients has them."""

    event_id: Optional[str]
    """Names what a call is about, by fields as in template, at most 500 characters: the same event sends nothing again. Empty for an incoming webhook whose calls are all new, unless they have an Idempotency-Key. Null: empty."""

    texts_per_hour: Optional[int]
    """Most texts in an hour of UTC, 1 to 1000. Null: 60."""

    urgent: Optional[bool]
    """True for texts that quiet hours do not delay. Null: false."""

    secret: Optional[str]
    """By which callers sign, as X-Hub-Signature-256 of GitHub: 16 to 128 printable characters without spaces. Empty: none. An incoming webhook keeps its own when it is left out."""

    key_id: Optional[int]
    """The key that signed calls send with. Only people may set it: a key that changes an incoming webhook becomes that key itself."""


class _PutWebhookRequired(TypedDict):
    url: str
    """Where events are delivered to: https, at most 2000 characters, without credentials, on a public address."""


class PutWebhook(_PutWebhookRequired, total=False):
    """An endpoint."""

    format: Optional[Literal["standard", "twilio", "smsgate"]]
    """The form of its requests: standard for Standard Webhooks 1.0.0, twilio for a program written for Twilio, smsgate for one written for SMS Gateway for Android. An old webhook keeps its own when it is left out; a new one is standard then."""

    types: Optional[List[Literal["text.received", "text.updated", "device.offline", "device.online", "recipient.opted_out", "usage.near_cap", "sms:received", "sms:sent", "sms:delivered", "sms:failed"]]]
    """The types of events that it gets; left out, all types of its format. Types that begin with sms are those of the format smsgate, of which a webhook has exactly one."""

    body: Optional[bool]
    """False leaves out the words of texts. True when left out."""

    secret: Optional[str]
    """whsec_ and the base64 of 24 to 64 bytes; for another format than standard, 16 to 128 printable characters without spaces. A new webhook gets a random one when it is left out; an old one keeps its own."""


_QuietHoursWords = TypedDict("_QuietHoursWords", {"from": str})


class QuietHours(_QuietHoursWords):
    """The part of the day in which texts don't leave."""

    time_zone: str
    """The zone of the clock that counts: a name of the IANA database."""

    until: str
    """When they end; a time before from is that of the next day."""


class QuietHoursAnswer(TypedDict):
    """The quiet hours, if there are any."""

    quiet_hours: QuietHours


class RenameContactGroup(TypedDict):
    """Renames a group."""

    name: str
    """1 to 100 characters without the spaces around them; no control characters and no semicolons."""


class RotatedWebhook(TypedDict):
    """The webhook and its new secret."""

    webhook: Webhook

    secret: str
    """The secret that requests are signed with. It is shown this once."""


class _SendBatchRequired(TypedDict):
    texts: List[Any]
    """Each as the body of a single send. One that is malformed is refused alone."""


class SendBatch(_SendBatchRequired, total=False):
    """Texts to send."""

    dry_run: Optional[bool]
    """True asks what would become of the texts if they were sent together now: nothing is sent. It is the batch that is run dry: a text of its own with dry_run is refused."""


_SendMessageWords = TypedDict("_SendMessageWords", {"from": Optional[str]}, total=False)


class _SendMessageRequired(_SendMessageWords):
    address: str
    """A phone number: E.164 preferred; national formats are read in the account’s country."""

    body: str
    """The text. Characters are Unicode code points; U+0000 and halves of surrogates are refused."""


class SendMessage(_SendMessageRequired, total=False):
    """A text to send."""

    client_ref: Optional[str]
    """Idempotency key: one text for ever. A repeat answers the original and sends nothing. Choose a new one for each text, and keep it until the send is answered. Null is as left out."""

    route: Optional[Literal["device", "gateway"]]
    """The way it is to leave. Left out or null: a phone that is online, else a carrier, else any phone."""

    send_at: Optional[str]
    """Not to leave before: an instant with its offset (RFC 3339), at most 35 days ahead and not in the past; one of the last minute is now. Until then the text is queued, counts, and may be cancelled; its 24 hours in the queue begin then. Null is as left out: at once."""

    urgent: Optional[bool]
    """True leaves at once, or at send_at, in quiet hours of the account as well."""

    wait_for: Optional[Literal["reply", "final"]]
    """Keeps the request open once the text is accepted. reply: until the recipient answers, or the text failed; the key must be one that may read. final: until the text is delivered or failed. Null is as left out: not at all."""

    wait: Optional[int]
    """Seconds to wait, with wait_for. Null is as left out: 25."""

    dry_run: Optional[bool]
    """True asks what would become of the text: it is judged as a send is, and nothing is sent."""


class Sender(TypedDict):
    """Who sent a text."""

    label: str
    """The label of the key; empty for a person."""

    hint: str
    """The end of the key; empty for a person."""

    user: bool
    """Sent by a person in the console."""


class SentMessage(TypedDict, total=False):
    """The text as it was accepted, and the usage after it: message and usage are in every answer to a send. A dry run is answered with dry_run and verdict; outcome comes with wait_for."""

    message: Message

    usage: Usage

    dry_run: bool
    """Only given, and then true, in the answer to a dry run."""

    verdict: Verdict

    outcome: Outcome


class SetOptOutSettings(TypedDict, total=False):
    """All settings of opt-outs."""

    stop_words: List[str]
    """Words that mean stop besides those that all accounts understand: at most 20 of 1 to 20 characters."""

    stop_answer: Optional[str]
    """What is answered to a stop, 1 to 320 characters; null for nothing."""

    start_answer: Optional[str]
    """What is answered to a start, 1 to 320 characters; null for nothing."""

    help_answer: Optional[str]
    """What is answered to a call for help, 1 to 320 characters; null for nothing."""


_SetQuietHoursWords = TypedDict("_SetQuietHoursWords", {"from": str})


class SetQuietHours(_SetQuietHoursWords):
    """The part of the day in which texts don't leave."""

    time_zone: str
    """The zone of the clock that counts: a name of the IANA database."""

    until: str
    """When they end; a time before from is that of the next day."""


class StartBroadcast(TypedDict, total=False):
    """When a broadcast is to begin."""

    send_at: Optional[str]
    """No recipient leaves before this instant, with its offset where it is a text (RFC 3339), at most 35 days ahead. Null: at once."""

    recipients: Optional[int]
    """How many recipients it must have, so that none is missing. Null: any number."""


class Stat(TypedDict):
    """The texts of a period, or one part of them. A text counts on the day that it was accepted or received."""

    day: str
    """The first day of the period within the range, as 2026-11-20."""

    device_id: Optional[int]
    """With split=device: the device that they left or came by. Null for none, and for texts that wait."""

    device_name: Optional[str]
    """Its name; null for a device that is forgotten."""

    carrier: Optional[str]
    """With split=device: the carrier that they left or came by. Null for none."""

    reason: Optional[str]
    """With split=reason: why they failed, the stable prefix of their error. Null for texts that did not."""

    sent: int
    """Accepted to be sent, without those that were cancelled."""

    delivered: int
    """Of those, delivered."""

    failed: int
    """Of those, failed."""

    cancelled: int
    """Cancelled before they left. They are in none of the other numbers."""

    received: int
    """Received."""

    replied: int
    """Of those, replies: one of the ten texts before them in their conversation was sent by the account."""


_StatsWords = TypedDict("_StatsWords", {"from": str})


class Stats(_StatsWords):
    """How many texts were sent and received."""

    stats: List[Stat]
    """In order of days. A period without texts has none."""

    to: str
    """The last day."""

    time_zone: str
    """The zone of the days: that of the account's quiet hours, UTC without any."""

    complete: bool
    """False while texts of these days are still being counted: ask again in a moment."""


class TextOutcome(TypedDict):
    message: Message

    outcome: Outcome


class Thread(TypedDict):
    """The conversation with one address."""

    address: str
    """The other party, as last given or received."""

    address_norm: str
    """Its E.164 form; for senders that are short codes or names, the address itself."""

    last_message: Message

    message_count: int
    """Texts of the conversation, both directions."""

    updated_at: str
    """When its newest text was accepted or received."""


class _ThreadMessagePageRequired(TypedDict):
    address_norm: str
    """The normalized form of the address in the request."""

    messages: List[Message]
    """Newest first."""

    next_before: Optional[int]
    """What to pass as before for the next page; null on the last one."""


class ThreadMessagePage(_ThreadMessagePageRequired, total=False):
    """A page of one conversation."""

    truncated: bool
    """Only there, and true, on the last page when older texts of the conversation were deleted."""


class ThreadPage(TypedDict):
    """A page of conversations."""

    threads: List[Thread]
    """Newest text first."""

    next_cursor: Optional[str]
    """Null on the last page."""


class Tier(TypedDict):
    """A plan on offer."""

    plan: str
    """The value to ask for in a plan change."""

    name: str
    """The name to show."""

    texts_cap: int
    """Texts a calendar month."""

    price_cents: int
    """Price of an interval, in the currency's smallest unit."""

    currency: str
    """ISO 4217, lower case."""

    interval: str
    """What the price is for: month."""


class Tiers(TypedDict):
    tiers: List[Tier]
    """Smallest cap first."""


class _TimelineRequired(TypedDict):
    events: List[MessageEvent]
    """In the order of their instants."""

    waiting_for: WaitingFor


class Timeline(_TimelineRequired, total=False):
    """Every step of a text; waiting_for is null unless it still waits, and message is there where it was asked for."""

    message: Message


_TriedIncomingWebhookWords = TypedDict("_TriedIncomingWebhookWords", {"from": Optional[str]}, total=False)


class _TriedIncomingWebhookRequired(_TriedIncomingWebhookWords):
    template: str
    """The words of the texts, 1 to 1600 characters; {{path.to.field}} stands for a field of the body, at most 50 of them. A number is the place in a list, and * each of a list. {{header.NAME}} is one of the headers x-github-event, x-github-delivery and idempotency-key."""


class TriedIncomingWebhook(_TriedIncomingWebhookRequired, total=False):
    """Settings to try. Left out: those of the incoming webhook of that name, which must be there."""

    recipients: Optional[List[str]]
    """Who gets the texts: at most 20 numbers; empty where recipients_field names them."""

    recipients_field: Optional[str]
    """The path of a number, or of a list of at most 20, in the body; null where recipients has them."""

    event_id: Optional[str]
    """Names what a call is about, by fields as in template, at most 500 characters: the same event sends nothing again. Empty for an incoming webhook whose calls are all new, unless they have an Idempotency-Key. Null: empty."""

    texts_per_hour: Optional[int]
    """Most texts in an hour of UTC, 1 to 1000. Null: 60."""

    urgent: Optional[bool]
    """True for texts that quiet hours do not delay. Null: false."""


class UpdateContact(TypedDict, total=False):
    """Changes a contact; absent fields stay as they are."""

    address: str
    """Another phone number, national formats in the account's country."""

    name: str
    """Another name: 1 to 200 characters without the spaces around them; no control characters."""

    note: str
    """Another note: up to 2,000 characters without the spaces around them."""

    groups: List[int]
    """All groups of the contact, at most 50."""


class Usage(TypedDict):
    """How many texts were used, and how many remain, in the current month."""

    plan: Optional[str]
    """The current plan; null when the account never had one."""

    subscription_status: Optional[str]
    """The payment provider's status. active, trialing and past_due are live; exempt is an account without a cap; null when the account never had a plan."""

    can_send: bool
    """Whether a send would be allowed now."""

    reason: Literal["ok", "no_plan", "no_subscription", "cap_reached", "no_route", "account_suspended"]
    """Explains can_send: ok, or the code that a send would be refused with."""

    texts_used: int
    """Texts used in the current period."""

    texts_cap: Optional[int]
    """The period's cap; null when there is none."""

    texts_remaining: Optional[int]
    """Cap minus used, never below 0; null when there is no cap."""

    unlimited: bool
    """True when no cap applies."""

    period: Literal["calendar_month_utc"]
    """What texts are counted over: a calendar month in UTC."""

    resets_at: str
    """When the quota resets: the start of the next UTC month."""


class _VerdictRequired(TypedDict):
    ok: bool
    """True when the text was accepted, now or before."""

    replayed: bool
    """True for the original of a repeated client_ref."""

    differs: bool
    """True when the repeat asked for another body, recipient, route or from than the original has."""

    error: Optional[str]
    """Why it was refused; null when it was accepted."""

    code: Optional[str]
    """The code of the refusal, as a single send would have it."""

    next: Optional[str]
    """What to do about a refusal of this code; null when it was accepted."""

    retry_after: Optional[int]
    """Seconds after which a repeat makes sense."""


class Verdict(_VerdictRequired, total=False):
    """What became of one text, or in a dry run would become of it."""

    message: Message

    preview: DryRun


class WaitingFor(TypedDict):
    """What a text that still waits is waiting for."""

    what: Literal["scheduled", "no_device", "device_away", "device_problem", "budget", "carrier_down", "another_try", "turn", "quiet_hours", "suspended", "approval", "release"]
    """What."""

    device_id: Optional[int]
    """The device, where it is one."""

    sim: Optional[int]
    """The slot of its SIM."""

    carrier: Optional[str]
    """The carrier, where it is one."""

    until: Optional[str]
    """Until when; null where that is not known."""

    meaning: str
    """In words."""


class Webhook(TypedDict):
    """An endpoint that events are delivered to."""

    name: str
    """Its name."""

    url: str
    """Where events are delivered to."""

    format: Literal["standard", "twilio", "smsgate"]
    """The form of its requests."""

    types: List[Literal["text.received", "text.updated", "device.offline", "device.online", "recipient.opted_out", "usage.near_cap", "sms:received", "sms:sent", "sms:delivered", "sms:failed"]]
    """What it gets."""

    body: bool
    """Whether it sees the words of texts."""

    cursor: int
    """Changes of texts up to this seq were delivered, or not asked for."""

    behind: int
    """By how many seqs it is behind the newest; 0 for one that gets no texts."""

    moved_at: str
    """When something was last delivered, or it was made."""

    created_at: str
    """When it was made."""

    disabled_reason: Optional[Literal["asked", "gone", "failing", "operator"]]
    """Why nothing is delivered any more: asked for, the endpoint answered 410, it failed for 5 days, or the operator did it. Null while it is active."""

    disabled_at: Optional[str]
    """Since when; null while it is active."""

    failures: int
    """Attempts that failed in a row."""

    failing_since: Optional[str]
    """Since when they fail; null when the last one did not."""

    next_attempt_at: Optional[str]
    """Not tried again before; null when nothing delays it."""

    previous_secret_until: Optional[str]
    """Until when a replaced secret signs as well; null without one."""


class WebhookAttempt(TypedDict):
    """One request to an endpoint."""

    number: int
    """Counts the attempts."""

    at: str
    """When it ended."""

    event_count: int
    """Events in it."""

    first_event: str
    """The id of the first one."""

    last_event: str
    """The id of the last one."""

    took_ms: int
    """How long it took, in milliseconds."""

    status: Optional[int]
    """The HTTP status; null when no answer came."""

    error: Optional[str]
    """Why it failed, or what of its answer was not followed; null when it was simply acknowledged."""

    error_code: Optional[Literal["endpoint_answered", "no_answer", "no_connection", "tls_failed", "connection_failed", "address_not_public", "address_not_https", "not_tried", "answer_not_followed", "other"]]
    """The kind of error: `endpoint_answered`: with another status than 2xx; `no_answer`: none in time; `no_connection`: none in time; `tls_failed`; `connection_failed`; `address_not_public`: the service does not deliver there; `address_not_https`; `not_tried`: the address failed slowly a moment ago; `answer_not_followed`: it was delivered, and not all that it answered was done; `other`: error says what. Null without an error."""

    answer: str
    """The first 256 bytes of the answer."""

    payload: str
    """What is sent of its first event alone, without the words of texts: the first 2,000 characters. Empty for an attempt from before these were kept."""


class WebhookAttempts(TypedDict):
    """The last attempts."""

    attempts: List[WebhookAttempt]
    """The newest first; 50 at most."""


class WebhookTest(TypedDict):
    """What an endpoint said to a test."""

    acknowledged: bool
    """Whether it answered 2xx."""

    status: Optional[int]
    """The HTTP status; null when no answer came."""

    error: Optional[str]
    """Why it failed; null when it was acknowledged."""

    error_code: Optional[Literal["endpoint_answered", "no_answer", "no_connection", "tls_failed", "connection_failed", "address_not_public", "address_not_https", "not_tried", "answer_not_followed", "other"]]
    """The kind of error: `endpoint_answered`: with another status than 2xx; `no_answer`: none in time; `no_connection`: none in time; `tls_failed`; `connection_failed`; `address_not_public`: the service does not deliver there; `address_not_https`; `not_tried`: the address failed slowly a moment ago; `answer_not_followed`: it was delivered, and not all that it answered was done; `other`: error says what. Null without an error."""

    took_ms: int
    """How long it took, in milliseconds."""

    answer: str
    """The first 256 bytes of the answer."""


class Webhooks(TypedDict):
    """An account's webhooks."""

    webhooks: List[Webhook]
    """In order of name."""
