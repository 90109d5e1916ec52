// Code generated from the OpenAPI document by npm run generate. DO NOT EDIT.

package textrelay

// Account: An account, as a key that may act for it sees it.
type Account struct {
	// The value to send as X-SVC-Account with a platform key. Random, so that it does not show how many accounts there are. A sandbox has its owner's id plus 1000000000000.
	ID int64 `json:"id"`

	// The name that the operator gave it.
	Name string `json:"name"`

	// The current plan; null when the account never had one.
	Plan *string `json:"plan"`

	// As in Usage.
	SubscriptionStatus *string `json:"subscription_status"`

	// When it was linked to the platform key; null for an account's own key.
	LinkedAt *string `json:"linked_at"`
}

// Accounts
type Accounts struct {
	// In order of name, then id.
	Accounts []Account `json:"accounts"`

	// What to pass as cursor for the next page. Left out on the last one.
	NextCursor *string `json:"next_cursor,omitempty"`
}

// AckConsumer: What was dealt with.
type AckConsumer struct {
	// The last seq that was handled: next_since of the page.
	Seq int64 `json:"seq"`

	// The lease that the page came with.
	Lease *string `json:"lease,omitempty"`
}

// BatchAnswer
type BatchAnswer struct {
	// One for each text, in their order.
	Results []Verdict `json:"results"`
}

// Broadcast: Many texts by one template.
type Broadcast struct {
	// In order of creation within the account.
	ID int64 `json:"id"`

	// For people; 1 to 100 characters.
	Name string `json:"name"`

	// Its own idempotency key; null for none.
	ClientRef *string `json:"client_ref"`

	// The text of its recipients, in which {field} stands for the recipient's own words.
	Template string `json:"template"`

	// Where its recipients came from: they were put, or are those of another broadcast that failed.
	Source BroadcastSource `json:"source"`

	// The broadcast whose failed recipients it has; null for any other.
	FailedOf *int64 `json:"failed_of"`

	// A draft takes recipients. While it is running they leave; it is done when none waits. Paused, it goes on when it is resumed; cancelled, never.
	State BroadcastState `json:"state"`

	// The code of the refusal that paused it: account_suspended, cap_reached, no_plan, no_subscription, no_route or not_found. Null where it did not pause itself.
	PauseReason *string `json:"pause_reason"`

	// No recipient leaves before; null for at once.
	SendAt *string `json:"send_at"`

	// The route that its texts ask for; null for any.
	Route *BroadcastRoute `json:"route"`

	// What its texts must leave by; null for any.
	From *string `json:"from"`

	// Its texts leave in quiet hours as well.
	Urgent bool `json:"urgent"`

	// How many it has.
	Recipients int64 `json:"recipients"`

	// Rows that became texts.
	Accepted int64 `json:"accepted"`

	// Rows that were refused and become none.
	Refused int64 `json:"refused"`

	// Texts that were delivered, as counted seconds ago while somebody looks.
	Delivered int64 `json:"delivered"`

	// Texts that failed, without those that were cancelled; likewise.
	Failed int64 `json:"failed"`

	// Texts that were cancelled; likewise.
	Cancelled int64 `json:"cancelled"`

	// Recipients who wrote back after their text; likewise.
	Replied int64 `json:"replied"`

	// When it was made.
	CreatedAt string `json:"created_at"`

	// When it was started; null before.
	StartedAt *string `json:"started_at"`

	// When it was done or cancelled; null before.
	EndedAt *string `json:"ended_at"`
}

// BroadcastPage: A page of broadcasts.
type BroadcastPage struct {
	// Newest first.
	Broadcasts []Broadcast `json:"broadcasts"`

	// Null on the last page.
	NextCursor *string `json:"next_cursor"`
}

// BroadcastRecipient: A recipient of a broadcast.
type BroadcastRecipient struct {
	// Its number.
	Number int64 `json:"number"`

	// The recipient as given.
	Address string `json:"address"`

	// E.164; null where it could not be read.
	AddressNorm *string `json:"address_norm"`

	// The finished text; empty for a recipient that was refused when it was put.
	Body string `json:"body"`

	// Its text does not leave before; null for at once.
	SendAt *string `json:"send_at"`

	// waiting, refused, or the status of its text.
	Status BroadcastRecipientStatus `json:"status"`

	// The code of the refusal; null unless refused.
	Code *string `json:"code"`

	// What to do about a refusal of this code; null unless refused.
	Next *string `json:"next"`

	// Why it was refused, or why its text failed; null for any other.
	Error *string `json:"error"`

	// Its text; null before.
	MessageID *int64 `json:"message_id"`

	// The recipient wrote back after the text.
	Replied bool `json:"replied"`
}

// BroadcastRecipientPage: A page of recipients.
type BroadcastRecipientPage struct {
	// In order of their numbers.
	Recipients []BroadcastRecipient `json:"recipients"`

	// What to pass as cursor for the next page; null on the last one.
	NextCursor *string `json:"next_cursor"`
}

// ChangeGroupMembers: Puts contacts into a group, and takes others out.
type ChangeGroupMembers struct {
	// Contacts to add; at most 1,000 together with those to take out.
	Add []int64 `json:"add,omitempty"`

	// Contacts to take out.
	Remove []int64 `json:"remove,omitempty"`
}

// ChangePlan: The plan to change to.
type ChangePlan struct {
	// One of starter, growth, pro; any other is `unknown_plan`.
	Plan string `json:"plan"`
}

// ChangedWebhook: The webhook, and its secret where it got a new one.
type ChangedWebhook struct {
	Webhook Webhook `json:"webhook"`

	// The secret that requests are signed with. It is shown this once.
	Secret *string `json:"secret,omitempty"`
}

// Consumer: A subscription in the feed that the service keeps.
type Consumer struct {
	// Its name.
	Name string `json:"name"`

	// Everything up to this seq was acknowledged.
	Cursor int64 `json:"cursor"`

	// By how many seqs it is behind the newest.
	Behind int64 `json:"behind"`

	// When the cursor last moved, or was made.
	MovedAt string `json:"moved_at"`

	// When it was made.
	CreatedAt string `json:"created_at"`

	// Until when a reader has it; null when none has.
	LeaseUntil *string `json:"lease_until"`
}

// ConsumerPage: A page of the change feed from a consumer’s cursor.
type ConsumerPage struct {
	// In order of seq; each text once, as it is now.
	Messages []Message `json:"messages"`

	// What to pass as since next; given even when messages is empty.
	NextSince int64 `json:"next_since"`

	// True when more can be read at once.
	HasMore bool `json:"has_more"`

	// Only given, and then true, when since is above everything that there is, or from a time that a restored backup lost: such a page has no messages. Read again from 0, or from newest_seq.
	CursorAhead *bool `json:"cursor_ahead,omitempty"`

	// Only given, and then true, when texts above since were deleted, because they are no longer kept.
	Truncated *bool `json:"truncated,omitempty"`

	// With cursor_ahead: the newest seq that there is, or the last one before that time.
	NewestSeq *int64 `json:"newest_seq,omitempty"`

	// What to pass with the next read and acknowledgement.
	Lease string `json:"lease"`
}

// Consumers: An account's consumers.
type Consumers struct {
	// In order of name.
	Consumers []Consumer `json:"consumers"`
}

// Contact: A number that has a name.
type Contact struct {
	// Counted per account.
	ID int64 `json:"id"`

	// E.164. Only one contact of an account has it.
	Address string `json:"address"`

	// 1 to 200 characters.
	Name string `json:"name"`

	// Up to 2,000 characters; empty for none.
	Note string `json:"note"`

	// The groups that it is in, in order; at most 50.
	Groups []int64 `json:"groups"`

	// When it was added.
	CreatedAt string `json:"created_at"`

	// When its number, name or note last changed.
	ChangedAt string `json:"changed_at"`
}

// ContactGroup: A group of contacts.
type ContactGroup struct {
	// Counted per account.
	ID int64 `json:"id"`

	// 1 to 100 characters. Only one group of an account has it.
	Name string `json:"name"`

	// How many contacts are in it.
	Members int64 `json:"members"`

	// When it was made.
	CreatedAt string `json:"created_at"`
}

// ContactGroupPage: A page of groups.
type ContactGroupPage struct {
	// In order of name.
	Groups []ContactGroup `json:"groups"`

	// Null on the last page.
	NextCursor *string `json:"next_cursor"`
}

// ContactImport: What became of a file.
type ContactImport struct {
	// Contacts that were added.
	Added int64 `json:"added"`

	// Contacts that were there already and changed.
	Changed int64 `json:"changed"`

	// Contacts that were there already and did not change.
	Known int64 `json:"known"`

	// Rows that were not taken.
	Refused int64 `json:"refused"`

	// The first 1000 of them, in their order.
	Faulty []FaultyLine `json:"faulty"`
}

// ContactPage: A page of contacts.
type ContactPage struct {
	// In order of name.
	Contacts []Contact `json:"contacts"`

	// Null on the last page.
	NextCursor *string `json:"next_cursor"`
}

// CreateBroadcast: A broadcast to make.
type CreateBroadcast struct {
	// For people; 1 to 100 characters.
	Name string `json:"name"`

	// The text of its recipients, 1 to 1600 characters. {field} stands for the recipient's own words; the case of names does not count.
	Template string `json:"template"`

	// Idempotency key: one broadcast for ever.
	ClientRef *string `json:"client_ref,omitempty"`

	// The route of its texts, as in a single send.
	Route *CreateBroadcastRoute `json:"route,omitempty"`

	// What its texts must leave by, as in a single send.
	From *string `json:"from,omitempty"`

	// True leaves in quiet hours of the account as well.
	Urgent *bool `json:"urgent,omitempty"`
}

// CreateFailedBroadcast: A broadcast to those that failed.
type CreateFailedBroadcast struct {
	// For people; 1 to 100 characters.
	Name string `json:"name"`

	// Idempotency key: one broadcast for ever.
	ClientRef *string `json:"client_ref,omitempty"`
}

// Done: It is done.
type Done struct {
	// Always true.
	Ok bool `json:"ok"`
}

// DryRun: What would become of a text that was sent now.
type DryRun struct {
	// The recipient in E.164 form; absent for a text that is malformed.
	AddressNorm *string `json:"address_norm,omitempty"`

	// Parts that it takes on the air; absent for a text that is malformed.
	Segments *int64 `json:"segments,omitempty"`

	// The alphabet of those parts; absent for a text that is malformed.
	Encoding *DryRunEncoding `json:"encoding,omitempty"`

	// Texts that it would count as: 1, or 0 when nothing would be sent.
	Units int64 `json:"units"`

	// The way it would leave; absent when there is none.
	Route *DryRunRoute `json:"route,omitempty"`

	Device *DryRunDevice `json:"device,omitempty"`

	// The carrier that would most likely take it; absent unless the route is gateway.
	Carrier *string `json:"carrier,omitempty"`

	// When it would leave; null for at once.
	LeavesAt *string `json:"leaves_at"`

	Usage *Usage `json:"usage,omitempty"`
}

// DryRunDevice: The phone that would most likely have the text.
type DryRunDevice struct {
	// Its id within the account.
	ID int64 `json:"id"`

	// As it was paired.
	Name string `json:"name"`

	// Whether it is online now.
	Online bool `json:"online"`
}

// Endpoint: One endpoint of the interface.
type Endpoint struct {
	// The HTTP method.
	Method string `json:"method"`

	// The path, with parameters in braces.
	Path string `json:"path"`

	// The kind of key it takes.
	Auth EndpointAuth `json:"auth"`

	// What it does.
	Summary string `json:"summary"`
}

// Error: Every answer that is no success.
type Error struct {
	// What is wrong, for a person. May change at any time.
	Error string `json:"error"`

	// What is wrong, for a program. Stable.
	Code ErrorCode `json:"code"`

	// What to do about an error of this code. May change at any time.
	Next string `json:"next"`

	// With `invalid_request`: all fields that are known to be wrong; absent where they were not looked at one by one.
	Fields []FieldFault `json:"fields,omitempty"`
}

// FaultyLine: A line of a file that cannot be used.
type FaultyLine struct {
	// Counted from 1.
	Line int64 `json:"line"`

	// What is wrong with it.
	Error string `json:"error"`

	// The kind of fault: `invalid_address`: no phone number that can be texted; `number_missing`; `name_missing`; `quote_open`: a quotation mark is not closed; `card_open`: a vCard has no END; `repeated`: its number stands on an earlier line; `too_long`; `too_many_groups`: of the contact or of the account; `contacts_full`: the account has as many as it may; `other`: error says what.
	Code FaultyLineCode `json:"code"`
}

// FaultyRow: A recipient that can never be sent.
type FaultyRow struct {
	// Its number.
	Number int64 `json:"number"`

	// The code of its refusal.
	Code string `json:"code"`

	// What to do about a refusal of this code.
	Next string `json:"next"`

	// What is wrong with it.
	Error string `json:"error"`
}

// FeedPosition: A position in the feed, by a seq or by an instant.
type FeedPosition struct {
	// A seq: what is above it follows. At most the newest.
	Seq *int64 `json:"seq,omitempty"`

	// An instant, with its offset where it is a text (RFC 3339): everything that changed at it or later follows, and some of what changed before may.
	At *string `json:"at,omitempty"`
}

// FieldFault: A field of a request that was refused.
type FieldFault struct {
	// Its name.
	Field string `json:"field"`

	// The rule that it breaks, for a program; `other`: error says which. Stable.
	Reason FieldFaultReason `json:"reason"`

	// What is wrong with it, for a person; begins with its name. May change at any time.
	Error string `json:"error"`

	// With `wrong_length`: the fewest characters that it takes.
	MinLength *int64 `json:"min_length"`

	// With `wrong_length` and `too_long`: the most characters that it takes.
	MaxLength *int64 `json:"max_length"`
}

// FindContactsAnswer: The contacts that were found.
type FindContactsAnswer struct {
	// In the request's order, without addresses that belong to no contact.
	Found []FoundContact `json:"found"`
}

// Found: What was found.
type Found struct {
	// In order of name, at most 20.
	Contacts []Contact `json:"contacts"`

	// Newest text first, at most 20.
	Threads []Thread `json:"threads"`

	// Newest first.
	Messages []Message `json:"messages"`

	// What to pass as before to look further back; null when all was looked at.
	NextBefore *int64 `json:"next_before"`
}

// FoundContact: A contact, and the address that it was found by.
type FoundContact struct {
	// As it was asked for.
	Address string `json:"address"`

	Contact Contact `json:"contact"`
}

// GroupMemberPage: A page of members.
type GroupMemberPage struct {
	// In order of id.
	Contacts []Contact `json:"contacts"`

	// Null on the last page.
	NextCursor *string `json:"next_cursor"`
}

// ImportContacts: A file of contacts.
type ImportContacts struct {
	// The file: at most 100,000 contacts and 8 MiB.
	Csv *string `json:"csv,omitempty"`

	// The same as vCards. Exactly one of the two must be given.
	Vcard *string `json:"vcard,omitempty"`
}

// ImportOptOuts: A file of recipients who want no texts.
type ImportOptOuts struct {
	// The file: comma-separated values, at most 10,000 lines and 1 MiB.
	Csv string `json:"csv"`
}

// IncomingWebhook: What becomes of other programs' calls to /hooks/{name}.
type IncomingWebhook struct {
	// Its name.
	Name string `json:"name"`

	// The words of the texts, 1 to 1600 characters; {{path.to.field}} stands for a field of the body, at most 50 of them. A number is the place in a list, and * each of a list.
	Template string `json:"template"`

	// Who gets the texts: at most 20 numbers; empty where recipients_field names them.
	Recipients []string `json:"recipients"`

	// The path of a number, or of a list of at most 20, in the body; null where recipients has them.
	RecipientsField *string `json:"recipients_field"`

	// Names what a call is about, by fields as in template, at most 500 characters: the same event sends nothing again. Empty for an incoming webhook whose calls are all new, unless they have an Idempotency-Key.
	EventID string `json:"event_id"`

	// Most texts in an hour of UTC, 1 to 1000.
	TextsPerHour int64 `json:"texts_per_hour"`

	// The sender that the texts leave by, as the from of a text; null for any.
	From *string `json:"from"`

	// True for texts that quiet hours do not delay.
	Urgent bool `json:"urgent"`

	// Whether calls may be signed instead of bringing a key.
	HasSecret bool `json:"has_secret"`

	// The key for which signed calls send; null without a secret.
	KeyID *int64 `json:"key_id"`

	// When it was made.
	CreatedAt string `json:"created_at"`

	// When it last sent a text; null for never.
	LastUsedAt *string `json:"last_used_at"`

	// When a call was last refused; null for never.
	LastRefusedAt *string `json:"last_refused_at"`

	// The code of that refusal; null for none.
	LastRefusal *string `json:"last_refusal"`
}

// IncomingWebhookHeaders: The headers of the call that an incoming webhook looks at.
type IncomingWebhookHeaders struct {
	// The event of GitHub.
	XGithubEvent *string `json:"x-github-event,omitempty"`

	// The id of a delivery of GitHub.
	XGithubDelivery *string `json:"x-github-delivery,omitempty"`

	// Names the event where event_id is empty.
	IdempotencyKey *string `json:"idempotency-key,omitempty"`
}

// IncomingWebhookPreview: What an incoming webhook would make of a call. Nothing is sent.
type IncomingWebhookPreview struct {
	// The words of the texts. A field that the call does not have stands there as in the template.
	Body string `json:"body"`

	// Whether they were cut at 1600 characters.
	IsCut bool `json:"is_cut"`

	// Who would get them.
	Recipients []string `json:"recipients"`

	// What the call is about; empty where nothing says so.
	EventID string `json:"event_id"`

	// The paths that lead to nothing in this call; one of event_id has a call refused.
	Missing []string `json:"missing"`
}

// IncomingWebhooks: An account's incoming webhooks.
type IncomingWebhooks struct {
	// In order of name; at most 50.
	IncomingWebhooks []IncomingWebhook `json:"incoming_webhooks"`
}

// Index: What is served.
type Index struct {
	// The service’s name.
	Name string `json:"name"`

	// The version of this interface.
	Version string `json:"version"`

	// Where the OpenAPI document is.
	Openapi string `json:"openapi"`

	// Where the guide for agents is.
	Guide string `json:"guide"`

	Endpoints []Endpoint `json:"endpoints"`
}

// KeyBudget: What a key may still send in this hour or day.
type KeyBudget struct {
	// Most texts in it.
	Limit int64 `json:"limit"`

	// Texts that would still be accepted.
	Remaining int64 `json:"remaining"`

	// When the next one begins.
	ResetsAt string `json:"resets_at"`
}

// KeyPolicy: The limits of a key. They hold for each text, whichever interface it comes by. What is left out is not limited.
type KeyPolicy struct {
	// What the key may do: read texts and settings, send texts, manage what belongs to the account. read alone cannot change anything. A request that leaves it out means all three.
	Scopes []KeyPolicyScopes `json:"scopes"`

	// The key stops working then; null for never.
	EndsAt *string `json:"ends_at"`

	// The recipients that it may write to: `any` alone, `writers` alone for those who have written to the account, or up to 1000 numbers as E.164 and prefixes with a star at their end, like +1500*. A request that leaves it out means `any`.
	Recipients []string `json:"recipients"`

	// Most texts in an hour of UTC, 1 to 1000000; null without a bound.
	PerHour *int64 `json:"per_hour"`

	// Most texts in a day of UTC, not fewer than per_hour; null without a bound.
	PerDay *int64 `json:"per_day"`

	// The sender that its texts leave by, as the from of a text; null for any.
	From *string `json:"from"`

	// When a person has to approve a text before it leaves: never, for new_recipients (no text of the account has left to them, and they have written none), or always. Such a text is queued with awaiting approval, for 24 hours. A request that leaves it out means never.
	RequireApproval KeyPolicyRequireApproval `json:"require_approval"`

	// Which texts it reads: all, or known, only those from and to whom it may write to. All others are as if there were none. known takes recipients other than `any`, and no scope manage, with which a key could read everything over webhooks. A request that leaves it out means all.
	Reads KeyPolicyReads `json:"reads"`
}

// MadeBroadcast: A draft.
type MadeBroadcast struct {
	Broadcast Broadcast `json:"broadcast"`

	// True if the client_ref was used before.
	Replayed bool `json:"replayed"`
}

// Me: The key’s own account.
type Me struct {
	Account Account `json:"account"`

	Usage Usage `json:"usage"`

	Tiers []Tier `json:"tiers"`

	Key *OwnKey `json:"key,omitempty"`
}

// Message: One text, sent or received.
type Message struct {
	// Counted per account, in order of creation.
	ID int64 `json:"id"`

	// Change cursor: advances, in commit order, whenever the text changes. The value to pass as since.
	Seq int64 `json:"seq"`

	// out was sent by the account, in was received by it.
	Direction MessageDirection `json:"direction"`

	// The other party, as given or received.
	Address string `json:"address"`

	// Its E.164 form; for senders that are short codes or names, the address itself.
	AddressNorm string `json:"address_norm"`

	// The text.
	Body string `json:"body"`

	// Moves only forward: queued, sending, sent, then delivered or failed. Inbound texts are received.
	Status MessageStatus `json:"status"`

	// The way it leaves or came in: a paired phone, or an upstream carrier.
	Route MessageRoute `json:"route"`

	// Why it failed: a stable code, then a colon and a sentence. The codes are expired_in_queue, outcome_unknown, rejected_by_network, device_failed, carrier_failed, opted_out, cancelled, approval_rejected and approval_expired. Null unless failed.
	Error *string `json:"error"`

	// When it was accepted or received.
	CreatedAt string `json:"created_at"`

	// When the network took it; null before.
	SentAt *string `json:"sent_at"`

	// When the recipient's phone had it; null before.
	DeliveredAt *string `json:"delivered_at"`

	// Parts that the text takes on the air. It counts as one text whatever its length.
	Segments int64 `json:"segments"`

	// The alphabet of those parts.
	Encoding MessageEncoding `json:"encoding"`

	// The client_ref that it was sent under; null without one, and for inbound texts.
	ClientRef *string `json:"client_ref"`

	// What a received text asks for by its words alone: stop opted its sender out, start lifted that, help asks who you are, maybe_stop comes near a stop and was not acted on. Null for every other text.
	Keyword *MessageKeyword `json:"keyword"`

	// The device, SIM or number that it must leave by; null for any, and for inbound texts.
	From *string `json:"from"`

	// It does not leave before: as it was asked for, or the end of the account's quiet hours. Null for at once, and for inbound texts, and while it awaits an approval.
	SendAt *string `json:"send_at"`

	// approval while it is queued and a person has to approve it, because the policy of its key says so; release while it is queued and the operator of the service has to release it, after a restored backup. Null for every other text.
	Awaiting *MessageAwaiting `json:"awaiting"`

	// When its words were removed, because the account keeps them no longer: body is empty then. Null for a text that has them.
	BodyRemovedAt *string `json:"body_removed_at"`
}

// MessageEvent: One step of a text. What does not apply is null.
type MessageEvent struct {
	// When; null for the failure of a text from before steps were kept.
	At *string `json:"at"`

	// What happened. scheduled and quiet_hours: it does not leave before until, as it was asked for or because of the account’s quiet hours; released: that time has come; awaits_approval: a person has to approve it before until; held: the service was restored from a backup while it waited, and its operator has to release it. A part is what leaves on the air; another_try: what did not leave is tried again; unit_returned: it does not count as a text any more; answers_stopped: it was the last of so many answers in a row to its recipient, and a further one is loop_suspected before until; omitted: so many steps were there that some of them are left out.
	Kind MessageEventKind `json:"kind"`

	// The device.
	DeviceID *int64 `json:"device_id"`

	// The slot of its SIM.
	SIM *int64 `json:"sim"`

	// The carrier.
	Carrier *string `json:"carrier"`

	// Which part.
	Part *int64 `json:"part"`

	// How many parts the text has there.
	Parts *int64 `json:"parts"`

	// The carrier’s name for the part.
	Ref *string `json:"ref"`

	// When it is tried again, or leaves, or when the next answer is accepted.
	Until *string `json:"until"`

	// How it ended: the code that its error begins with.
	Reason *string `json:"reason"`

	// The network’s own code, as its operator knows it.
	Code *string `json:"code"`

	// In words.
	Meaning string `json:"meaning"`

	By Sender `json:"by"`
}

// MessagePage: A page of the change feed.
type MessagePage struct {
	// In order of seq; each text once, as it is now.
	Messages []Message `json:"messages"`

	// What to pass as since next; given even when messages is empty.
	NextSince int64 `json:"next_since"`

	// True when more can be read at once.
	HasMore bool `json:"has_more"`

	// Only given, and then true, when since is above everything that there is, or from a time that a restored backup lost: such a page has no messages. Read again from 0, or from newest_seq.
	CursorAhead *bool `json:"cursor_ahead,omitempty"`

	// Only given, and then true, when texts above since were deleted, because they are no longer kept.
	Truncated *bool `json:"truncated,omitempty"`

	// With cursor_ahead: the newest seq that there is, or the last one before that time.
	NewestSeq *int64 `json:"newest_seq,omitempty"`
}

// NewBroadcastRecipient: A recipient that is put into a broadcast.
type NewBroadcastRecipient struct {
	// Its number, 1 to 100000, which names its text: a recipient is put, and sent, once.
	Number int64 `json:"number"`

	// The recipient, as in a single send.
	Address string `json:"address"`

	// The values of the template's fields by their names, whose case does not count: at most 100.
	Fields map[string]string `json:"fields,omitempty"`

	// Its text leaves no earlier than this, as in a single send. Null: with the broadcast.
	SendAt *string `json:"send_at,omitempty"`
}

// OneBroadcast
type OneBroadcast struct {
	Broadcast Broadcast `json:"broadcast"`
}

// OneConsumer
type OneConsumer struct {
	Consumer Consumer `json:"consumer"`
}

// OneContact
type OneContact struct {
	Contact Contact `json:"contact"`
}

// OneContactGroup
type OneContactGroup struct {
	Group ContactGroup `json:"group"`
}

// OneIncomingWebhook
type OneIncomingWebhook struct {
	IncomingWebhook IncomingWebhook `json:"incoming_webhook"`
}

// OneMessage
type OneMessage struct {
	Message Message `json:"message"`
}

// OneOptOut
type OneOptOut struct {
	OptOut OptOut `json:"opt_out"`
}

// OneWebhook
type OneWebhook struct {
	Webhook Webhook `json:"webhook"`
}

// OptOut: A recipient to whom the account sends nothing.
type OptOut struct {
	// E.164; of a sender that is a short code or a name, its text.
	Address string `json:"address"`

	// From then on no text is accepted for the recipient.
	Since string `json:"since"`

	// What set it. START lifts only what a keyword had set.
	Source OptOutSource `json:"source"`

	// The text that said so; null for other sources.
	MessageID *int64 `json:"message_id"`
}

// OptOutImport: The outcome of the import.
type OptOutImport struct {
	// Recipients who were opted out now.
	Added int64 `json:"added"`

	// Recipients who were opted out before, or whom the file lists twice.
	Known int64 `json:"known"`

	// In their order.
	Faulty []FaultyLine `json:"faulty"`
}

// OptOutPage: A page of opt-outs.
type OptOutPage struct {
	// Newest first.
	OptOuts []OptOut `json:"opt_outs"`

	// Null on the last page.
	NextCursor *string `json:"next_cursor"`
}

// OptOutSettings: What an account adds to the common keywords, and what it answers to keywords.
type OptOutSettings struct {
	// Words that mean stop besides those that all accounts understand, as they are compared: in lower case, without accents, and without punctuation around them.
	StopWords []string `json:"stop_words"`

	// The answer to a stop; null for none.
	StopAnswer *string `json:"stop_answer"`

	// The answer to a start; null for none.
	StartAnswer *string `json:"start_answer"`

	// The answer to a call for help; null for none.
	HelpAnswer *string `json:"help_answer"`
}

// Outcome: What a wait ended with. The reply is the first text of the recipient that was received after this one and came to the phone, or to the number, that this one left by. Two texts to one recipient may have the same reply.
type Outcome struct {
	// reply: it is there. final: message.status says how the text ended; one that failed gets no reply. pending: neither came in time; go on with GET /api/v1/messages/{id}/outcome and since.
	State OutcomeState `json:"state"`

	Reply *Message `json:"reply,omitempty"`

	// The id of the text: with since, all that is needed to go on.
	ID int64 `json:"id"`

	// What to pass as since to go on: after a reply it brings the next one. It is a cursor of the change feed as well, in which every reply comes after it.
	Since int64 `json:"since"`
}

// OwnKey: The key of the request, as it sees itself.
type OwnKey struct {
	// As the console shows it.
	ID int64 `json:"id"`

	// A note to recognise it by; may be empty.
	Label string `json:"label"`

	// True for a key of the sandbox: its texts reach simulators alone and cost no quota.
	Sandbox bool `json:"sandbox"`

	Policy KeyPolicy `json:"policy"`

	Hour KeyBudget `json:"hour"`

	Day KeyBudget `json:"day"`
}

// PlanResult: What became of a plan change.
type PlanResult struct {
	// Always true.
	Ok bool `json:"ok"`

	// The requested plan.
	Plan string `json:"plan"`

	// True: the requested plan is in effect now. False: nothing has changed; payment must be completed at checkout_url first.
	Applied bool `json:"applied"`

	// True only when a live subscription was switched.
	Changed bool `json:"changed"`

	// How the change is carried out.
	Method PlanResultMethod `json:"method"`

	// Where a person pays; present only when applied is false.
	CheckoutURL *string `json:"checkout_url,omitempty"`

	// One sentence for a person.
	Detail string `json:"detail"`

	Usage Usage `json:"usage"`
}

// PreviewIncomingWebhook: A call, and the settings to try on it.
type PreviewIncomingWebhook struct {
	// The body of the call: an object or a list.
	Body any `json:"body"`

	Headers *IncomingWebhookHeaders `json:"headers,omitempty"`

	Settings *TriedIncomingWebhook `json:"settings,omitempty"`
}

// PreviewedIncomingWebhook
type PreviewedIncomingWebhook struct {
	Preview IncomingWebhookPreview `json:"preview"`
}

// PutBroadcastRecipients: Recipients of a broadcast.
type PutBroadcastRecipients struct {
	// 1 to 1000, in any order.
	Recipients []NewBroadcastRecipient `json:"recipients"`
}

// PutBroadcastRecipientsAnswer: What became of recipients that were put.
type PutBroadcastRecipientsAnswer struct {
	// Recipients that were new.
	Added int64 `json:"added"`

	// Recipients of the request that can never be sent, in their order.
	Faulty []FaultyRow `json:"faulty"`
}

// PutConsumer: A position in the feed, by a seq or by an instant.
type PutConsumer struct {
	// A seq: what is above it follows. At most the newest.
	Seq *int64 `json:"seq,omitempty"`

	// An instant, with its offset where it is a text (RFC 3339): everything that changed at it or later follows, and some of what changed before may.
	At *string `json:"at,omitempty"`
}

// PutContact: Names a number.
type PutContact struct {
	// A phone number, national formats in the account's country.
	Address string `json:"address"`

	// 1 to 200 characters without the spaces around them; no control characters.
	Name string `json:"name"`

	// Up to 2,000 characters without the spaces around them; absent leaves it as it is.
	Note *string `json:"note,omitempty"`

	// All groups of the contact, at most 50; absent leaves them as they are.
	Groups []int64 `json:"groups,omitempty"`
}

// PutContactAnswer: The contact of the number.
type PutContactAnswer struct {
	Contact Contact `json:"contact"`

	// Whether there was none before.
	Added bool `json:"added"`
}

// PutContactGroup: Makes a group.
type PutContactGroup struct {
	// 1 to 100 characters without the spaces around them; no control characters and no semicolons.
	Name string `json:"name"`
}

// PutIncomingWebhook: The incoming webhook's settings.
type PutIncomingWebhook struct {
	// The words of the texts, 1 to 1600 characters; {{path.to.field}} stands for a field of the body, at most 50 of them. A number is the place in a list, and * each of a list. {{header.NAME}} is one of the headers x-github-event, x-github-delivery and idempotency-key.
	Template string `json:"template"`

	// Who gets the texts: at most 20 numbers; empty where recipients_field names them.
	Recipients []string `json:"recipients,omitempty"`

	// The path of a number, or of a list of at most 20, in the body; null where recipients has them.
	RecipientsField *string `json:"recipients_field,omitempty"`

	// Names what a call is about, by fields as in template, at most 500 characters: the same event sends nothing again. Empty for an incoming webhook whose calls are all new, unless they have an Idempotency-Key. Null: empty.
	EventID *string `json:"event_id,omitempty"`

	// Most texts in an hour of UTC, 1 to 1000. Null: 60.
	TextsPerHour *int64 `json:"texts_per_hour,omitempty"`

	// The sender that the texts leave by, as the from of a text; null for any.
	From *string `json:"from,omitempty"`

	// True for texts that quiet hours do not delay. Null: false.
	Urgent *bool `json:"urgent,omitempty"`

	// By which callers sign, as X-Hub-Signature-256 of GitHub: 16 to 128 printable characters without spaces. Empty: none. An incoming webhook keeps its own when it is left out.
	Secret *string `json:"secret,omitempty"`

	// The key that signed calls send with. Only people may set it: a key that changes an incoming webhook becomes that key itself.
	KeyID *int64 `json:"key_id,omitempty"`
}

// PutWebhook: An endpoint.
type PutWebhook struct {
	// Where events are delivered to: https, at most 2000 characters, without credentials, on a public address.
	URL string `json:"url"`

	// The form of its requests: standard for Standard Webhooks 1.0.0, twilio for a program written for Twilio, smsgate for one written for SMS Gateway for Android. An old webhook keeps its own when it is left out; a new one is standard then.
	Format *PutWebhookFormat `json:"format,omitempty"`

	// The types of events that it gets; left out, all types of its format. Types that begin with sms are those of the format smsgate, of which a webhook has exactly one.
	Types []PutWebhookTypes `json:"types,omitempty"`

	// False leaves out the words of texts. True when left out.
	Body *bool `json:"body,omitempty"`

	// whsec_ and the base64 of 24 to 64 bytes; for another format than standard, 16 to 128 printable characters without spaces. A new webhook gets a random one when it is left out; an old one keeps its own.
	Secret *string `json:"secret,omitempty"`
}

// QuietHours: The part of the day in which texts don't leave.
type QuietHours struct {
	// The zone of the clock that counts: a name of the IANA database.
	TimeZone string `json:"time_zone"`

	// When they begin, by that clock.
	From string `json:"from"`

	// When they end; a time before from is that of the next day.
	Until string `json:"until"`
}

// QuietHoursAnswer: The quiet hours, if there are any.
type QuietHoursAnswer struct {
	QuietHours QuietHours `json:"quiet_hours"`
}

// RenameContactGroup: Renames a group.
type RenameContactGroup struct {
	// 1 to 100 characters without the spaces around them; no control characters and no semicolons.
	Name string `json:"name"`
}

// RotatedWebhook: The webhook and its new secret.
type RotatedWebhook struct {
	Webhook Webhook `json:"webhook"`

	// The secret that requests are signed with. It is shown this once.
	Secret string `json:"secret"`
}

// SendBatch: Texts to send.
type SendBatch struct {
	// Each as the body of a single send. One that is malformed is refused alone.
	Texts []any `json:"texts"`

	// True asks what would become of the texts if they were sent together now: nothing is sent. It is the batch that is run dry: a text of its own with dry_run is refused.
	DryRun *bool `json:"dry_run,omitempty"`
}

// SendMessage: A text to send.
type SendMessage struct {
	// A phone number: E.164 preferred; national formats are read in the account’s country.
	Address string `json:"address"`

	// The text. Characters are Unicode code points; U+0000 and halves of surrogates are refused.
	Body string `json:"body"`

	// Idempotency key: one text for ever. A repeat answers the original and sends nothing. Choose a new one for each text, and keep it until the send is answered. Null is as left out.
	ClientRef *string `json:"client_ref,omitempty"`

	// The way it is to leave. Left out or null: a phone that is online, else a carrier, else any phone.
	Route *SendMessageRoute `json:"route,omitempty"`

	// What it must leave by: device:3, the SIM in slot 2 of it as device:3/2, or a number of the account, in E.164 or as it was assigned. It decides the route, and the text waits for it. Null is as left out: any.
	From *string `json:"from,omitempty"`

	// Not to leave before: an instant with its offset (RFC 3339), at most 35 days ahead and not in the past; one of the last minute is now. Until then the text is queued, counts, and may be cancelled; its 24 hours in the queue begin then. Null is as left out: at once.
	SendAt *string `json:"send_at,omitempty"`

	// True leaves at once, or at send_at, in quiet hours of the account as well.
	Urgent *bool `json:"urgent,omitempty"`

	// Keeps the request open once the text is accepted. reply: until the recipient answers, or the text failed; the key must be one that may read. final: until the text is delivered or failed. Null is as left out: not at all.
	WaitFor *SendMessageWaitFor `json:"wait_for,omitempty"`

	// Seconds to wait, with wait_for. Null is as left out: 25.
	Wait *int64 `json:"wait,omitempty"`

	// True asks what would become of the text: it is judged as a send is, and nothing is sent.
	DryRun *bool `json:"dry_run,omitempty"`
}

// Sender: Who sent a text.
type Sender struct {
	// The label of the key; empty for a person.
	Label string `json:"label"`

	// The end of the key; empty for a person.
	Hint string `json:"hint"`

	// Sent by a person in the console.
	User bool `json:"user"`
}

// SentMessage: The text as it was accepted, and the usage after it: message and usage are in every answer to a send. A dry run is answered with dry_run and verdict; outcome comes with wait_for.
type SentMessage struct {
	Message *Message `json:"message,omitempty"`

	Usage *Usage `json:"usage,omitempty"`

	// Only given, and then true, in the answer to a dry run.
	DryRun *bool `json:"dry_run,omitempty"`

	Verdict *Verdict `json:"verdict,omitempty"`

	Outcome *Outcome `json:"outcome,omitempty"`
}

// SetOptOutSettings: All settings of opt-outs.
type SetOptOutSettings struct {
	// Words that mean stop besides those that all accounts understand: at most 20 of 1 to 20 characters.
	StopWords []string `json:"stop_words,omitempty"`

	// What is answered to a stop, 1 to 320 characters; null for nothing.
	StopAnswer *string `json:"stop_answer,omitempty"`

	// What is answered to a start, 1 to 320 characters; null for nothing.
	StartAnswer *string `json:"start_answer,omitempty"`

	// What is answered to a call for help, 1 to 320 characters; null for nothing.
	HelpAnswer *string `json:"help_answer,omitempty"`
}

// SetQuietHours: The part of the day in which texts don't leave.
type SetQuietHours struct {
	// The zone of the clock that counts: a name of the IANA database.
	TimeZone string `json:"time_zone"`

	// When they begin, by that clock.
	From string `json:"from"`

	// When they end; a time before from is that of the next day.
	Until string `json:"until"`
}

// StartBroadcast: When a broadcast is to begin.
type StartBroadcast struct {
	// No recipient leaves before this instant, with its offset where it is a text (RFC 3339), at most 35 days ahead. Null: at once.
	SendAt *string `json:"send_at,omitempty"`

	// How many recipients it must have, so that none is missing. Null: any number.
	Recipients *int64 `json:"recipients,omitempty"`
}

// Stat: The texts of a period, or one part of them. A text counts on the day that it was accepted or received.
type Stat struct {
	// The first day of the period within the range, as 2026-11-20.
	Day string `json:"day"`

	// With split=device: the device that they left or came by. Null for none, and for texts that wait.
	DeviceID *int64 `json:"device_id"`

	// Its name; null for a device that is forgotten.
	DeviceName *string `json:"device_name"`

	// With split=device: the carrier that they left or came by. Null for none.
	Carrier *string `json:"carrier"`

	// With split=reason: why they failed, the stable prefix of their error. Null for texts that did not.
	Reason *string `json:"reason"`

	// Accepted to be sent, without those that were cancelled.
	Sent int64 `json:"sent"`

	// Of those, delivered.
	Delivered int64 `json:"delivered"`

	// Of those, failed.
	Failed int64 `json:"failed"`

	// Cancelled before they left. They are in none of the other numbers.
	Cancelled int64 `json:"cancelled"`

	// Received.
	Received int64 `json:"received"`

	// Of those, replies: one of the ten texts before them in their conversation was sent by the account.
	Replied int64 `json:"replied"`
}

// Stats: How many texts were sent and received.
type Stats struct {
	// In order of days. A period without texts has none.
	Stats []Stat `json:"stats"`

	// The first day.
	From string `json:"from"`

	// The last day.
	To string `json:"to"`

	// The zone of the days: that of the account's quiet hours, UTC without any.
	TimeZone string `json:"time_zone"`

	// False while texts of these days are still being counted: ask again in a moment.
	Complete bool `json:"complete"`
}

// TextOutcome
type TextOutcome struct {
	Message Message `json:"message"`

	Outcome Outcome `json:"outcome"`
}

// Thread: The conversation with one address.
type Thread struct {
	// The other party, as last given or received.
	Address string `json:"address"`

	// Its E.164 form; for senders that are short codes or names, the address itself.
	AddressNorm string `json:"address_norm"`

	LastMessage Message `json:"last_message"`

	// Texts of the conversation, both directions.
	MessageCount int64 `json:"message_count"`

	// When its newest text was accepted or received.
	UpdatedAt string `json:"updated_at"`
}

// ThreadMessagePage: A page of one conversation.
type ThreadMessagePage struct {
	// The normalized form of the address in the request.
	AddressNorm string `json:"address_norm"`

	// Newest first.
	Messages []Message `json:"messages"`

	// What to pass as before for the next page; null on the last one.
	NextBefore *int64 `json:"next_before"`

	// Only there, and true, on the last page when older texts of the conversation were deleted.
	Truncated *bool `json:"truncated,omitempty"`
}

// ThreadPage: A page of conversations.
type ThreadPage struct {
	// Newest text first.
	Threads []Thread `json:"threads"`

	// Null on the last page.
	NextCursor *string `json:"next_cursor"`
}

// Tier: A plan on offer.
type Tier struct {
	// The value to ask for in a plan change.
	Plan string `json:"plan"`

	// The name to show.
	Name string `json:"name"`

	// Texts a calendar month.
	TextsCap int64 `json:"texts_cap"`

	// Price of an interval, in the currency's smallest unit.
	PriceCents int64 `json:"price_cents"`

	// ISO 4217, lower case.
	Currency string `json:"currency"`

	// What the price is for: month.
	Interval string `json:"interval"`
}

// Tiers
type Tiers struct {
	// Smallest cap first.
	Tiers []Tier `json:"tiers"`
}

// Timeline: Every step of a text; waiting_for is null unless it still waits, and message is there where it was asked for.
type Timeline struct {
	// In the order of their instants.
	Events []MessageEvent `json:"events"`

	WaitingFor WaitingFor `json:"waiting_for"`

	Message *Message `json:"message,omitempty"`
}

// TriedIncomingWebhook: Settings to try. Left out: those of the incoming webhook of that name, which must be there.
type TriedIncomingWebhook struct {
	// The words of the texts, 1 to 1600 characters; {{path.to.field}} stands for a field of the body, at most 50 of them. A number is the place in a list, and * each of a list. {{header.NAME}} is one of the headers x-github-event, x-github-delivery and idempotency-key.
	Template string `json:"template"`

	// Who gets the texts: at most 20 numbers; empty where recipients_field names them.
	Recipients []string `json:"recipients,omitempty"`

	// The path of a number, or of a list of at most 20, in the body; null where recipients has them.
	RecipientsField *string `json:"recipients_field,omitempty"`

	// Names what a call is about, by fields as in template, at most 500 characters: the same event sends nothing again. Empty for an incoming webhook whose calls are all new, unless they have an Idempotency-Key. Null: empty.
	EventID *string `json:"event_id,omitempty"`

	// Most texts in an hour of UTC, 1 to 1000. Null: 60.
	TextsPerHour *int64 `json:"texts_per_hour,omitempty"`

	// The sender that the texts leave by, as the from of a text; null for any.
	From *string `json:"from,omitempty"`

	// True for texts that quiet hours do not delay. Null: false.
	Urgent *bool `json:"urgent,omitempty"`
}

// UpdateContact: Changes a contact; absent fields stay as they are.
type UpdateContact struct {
	// Another phone number, national formats in the account's country.
	Address *string `json:"address,omitempty"`

	// Another name: 1 to 200 characters without the spaces around them; no control characters.
	Name *string `json:"name,omitempty"`

	// Another note: up to 2,000 characters without the spaces around them.
	Note *string `json:"note,omitempty"`

	// All groups of the contact, at most 50.
	Groups []int64 `json:"groups,omitempty"`
}

// Usage: How many texts were used, and how many remain, in the current month.
type Usage struct {
	// The current plan; null when the account never had one.
	Plan *string `json:"plan"`

	// The payment provider's status. active, trialing and past_due are live; exempt is an account without a cap; null when the account never had a plan.
	SubscriptionStatus *string `json:"subscription_status"`

	// Whether a send would be allowed now.
	CanSend bool `json:"can_send"`

	// Explains can_send: ok, or the code that a send would be refused with.
	Reason UsageReason `json:"reason"`

	// Texts used in the current period.
	TextsUsed int64 `json:"texts_used"`

	// The period's cap; null when there is none.
	TextsCap *int64 `json:"texts_cap"`

	// Cap minus used, never below 0; null when there is no cap.
	TextsRemaining *int64 `json:"texts_remaining"`

	// True when no cap applies.
	Unlimited bool `json:"unlimited"`

	// What texts are counted over: a calendar month in UTC.
	Period UsagePeriod `json:"period"`

	// When the quota resets: the start of the next UTC month.
	ResetsAt string `json:"resets_at"`
}

// Verdict: What became of one text, or in a dry run would become of it.
type Verdict struct {
	// True when the text was accepted, now or before.
	Ok bool `json:"ok"`

	Message *Message `json:"message,omitempty"`

	// True for the original of a repeated client_ref.
	Replayed bool `json:"replayed"`

	// True when the repeat asked for another body, recipient, route or from than the original has.
	Differs bool `json:"differs"`

	// Why it was refused; null when it was accepted.
	Error *string `json:"error"`

	// The code of the refusal, as a single send would have it.
	Code *string `json:"code"`

	// What to do about a refusal of this code; null when it was accepted.
	Next *string `json:"next"`

	// Seconds after which a repeat makes sense.
	RetryAfter *int64 `json:"retry_after"`

	Preview *DryRun `json:"preview,omitempty"`
}

// WaitingFor: What a text that still waits is waiting for.
type WaitingFor struct {
	// What.
	What WaitingForWhat `json:"what"`

	// The device, where it is one.
	DeviceID *int64 `json:"device_id"`

	// The slot of its SIM.
	SIM *int64 `json:"sim"`

	// The carrier, where it is one.
	Carrier *string `json:"carrier"`

	// Until when; null where that is not known.
	Until *string `json:"until"`

	// In words.
	Meaning string `json:"meaning"`
}

// Webhook: An endpoint that events are delivered to.
type Webhook struct {
	// Its name.
	Name string `json:"name"`

	// Where events are delivered to.
	URL string `json:"url"`

	// The form of its requests.
	Format WebhookFormat `json:"format"`

	// What it gets.
	Types []WebhookTypes `json:"types"`

	// Whether it sees the words of texts.
	Body bool `json:"body"`

	// Changes of texts up to this seq were delivered, or not asked for.
	Cursor int64 `json:"cursor"`

	// By how many seqs it is behind the newest; 0 for one that gets no texts.
	Behind int64 `json:"behind"`

	// When something was last delivered, or it was made.
	MovedAt string `json:"moved_at"`

	// When it was made.
	CreatedAt string `json:"created_at"`

	// Why nothing is delivered any more: asked for, the endpoint answered 410, it failed for 5 days, or the operator did it. Null while it is active.
	DisabledReason *WebhookDisabledReason `json:"disabled_reason"`

	// Since when; null while it is active.
	DisabledAt *string `json:"disabled_at"`

	// Attempts that failed in a row.
	Failures int64 `json:"failures"`

	// Since when they fail; null when the last one did not.
	FailingSince *string `json:"failing_since"`

	// Not tried again before; null when nothing delays it.
	NextAttemptAt *string `json:"next_attempt_at"`

	// Until when a replaced secret signs as well; null without one.
	PreviousSecretUntil *string `json:"previous_secret_until"`
}

// WebhookAttempt: One request to an endpoint.
type WebhookAttempt struct {
	// Counts the attempts.
	Number int64 `json:"number"`

	// When it ended.
	At string `json:"at"`

	// Events in it.
	EventCount int64 `json:"event_count"`

	// The id of the first one.
	FirstEvent string `json:"first_event"`

	// The id of the last one.
	LastEvent string `json:"last_event"`

	// How long it took, in milliseconds.
	TookMs int64 `json:"took_ms"`

	// The HTTP status; null when no answer came.
	Status *int64 `json:"status"`

	// Why it failed, or what of its answer was not followed; null when it was simply acknowledged.
	Error *string `json:"error"`

	// The kind of error: `endpoint_answered`: with another status than 2xx; `no_answer`: none in time; `no_connection`: none in time; `tls_failed`; `connection_failed`; `address_not_public`: the service does not deliver there; `address_not_https`; `not_tried`: the address failed slowly a moment ago; `answer_not_followed`: it was delivered, and not all that it answered was done; `other`: error says what. Null without an error.
	ErrorCode *WebhookAttemptErrorCode `json:"error_code"`

	// The first 256 bytes of the answer.
	Answer string `json:"answer"`

	// What is sent of its first event alone, without the words of texts: the first 2,000 characters. Empty for an attempt from before these were kept.
	Payload string `json:"payload"`
}

// WebhookAttempts: The last attempts.
type WebhookAttempts struct {
	// The newest first; 50 at most.
	Attempts []WebhookAttempt `json:"attempts"`
}

// WebhookTest: What an endpoint said to a test.
type WebhookTest struct {
	// Whether it answered 2xx.
	Acknowledged bool `json:"acknowledged"`

	// The HTTP status; null when no answer came.
	Status *int64 `json:"status"`

	// Why it failed; null when it was acknowledged.
	Error *string `json:"error"`

	// The kind of error: `endpoint_answered`: with another status than 2xx; `no_answer`: none in time; `no_connection`: none in time; `tls_failed`; `connection_failed`; `address_not_public`: the service does not deliver there; `address_not_https`; `not_tried`: the address failed slowly a moment ago; `answer_not_followed`: it was delivered, and not all that it answered was done; `other`: error says what. Null without an error.
	ErrorCode *WebhookTestErrorCode `json:"error_code"`

	// How long it took, in milliseconds.
	TookMs int64 `json:"took_ms"`

	// The first 256 bytes of the answer.
	Answer string `json:"answer"`
}

// Webhooks: An account's webhooks.
type Webhooks struct {
	// In order of name.
	Webhooks []Webhook `json:"webhooks"`
}

// BroadcastSource is one of the words that the field of this name may have; others may be added.
type BroadcastSource string

const BroadcastSourceFile BroadcastSource = "file"

const BroadcastSourceFailed BroadcastSource = "failed"

// BroadcastState is one of the words that the field of this name may have; others may be added.
type BroadcastState string

const BroadcastStateDraft BroadcastState = "draft"

const BroadcastStateRunning BroadcastState = "running"

const BroadcastStatePaused BroadcastState = "paused"

const BroadcastStateDone BroadcastState = "done"

const BroadcastStateCancelled BroadcastState = "cancelled"

// BroadcastRoute is one of the words that the field of this name may have; others may be added.
type BroadcastRoute string

const BroadcastRouteDevice BroadcastRoute = "device"

const BroadcastRouteGateway BroadcastRoute = "gateway"

// BroadcastRecipientStatus is one of the words that the field of this name may have; others may be added.
type BroadcastRecipientStatus string

const BroadcastRecipientStatusWaiting BroadcastRecipientStatus = "waiting"

const BroadcastRecipientStatusRefused BroadcastRecipientStatus = "refused"

const BroadcastRecipientStatusQueued BroadcastRecipientStatus = "queued"

const BroadcastRecipientStatusSending BroadcastRecipientStatus = "sending"

const BroadcastRecipientStatusSent BroadcastRecipientStatus = "sent"

const BroadcastRecipientStatusDelivered BroadcastRecipientStatus = "delivered"

const BroadcastRecipientStatusFailed BroadcastRecipientStatus = "failed"

// CreateBroadcastRoute is one of the words that the field of this name may have; others may be added.
type CreateBroadcastRoute string

const CreateBroadcastRouteDevice CreateBroadcastRoute = "device"

const CreateBroadcastRouteGateway CreateBroadcastRoute = "gateway"

// DryRunEncoding is one of the words that the field of this name may have; others may be added.
type DryRunEncoding string

const DryRunEncodingGsm7 DryRunEncoding = "gsm7"

const DryRunEncodingUcs2 DryRunEncoding = "ucs2"

// DryRunRoute is one of the words that the field of this name may have; others may be added.
type DryRunRoute string

const DryRunRouteDevice DryRunRoute = "device"

const DryRunRouteGateway DryRunRoute = "gateway"

// EndpointAuth is one of the words that the field of this name may have; others may be added.
type EndpointAuth string

const EndpointAuthNone EndpointAuth = "none"

const EndpointAuthAccountKey EndpointAuth = "account_key"

const EndpointAuthAccountOrPlatformKey EndpointAuth = "account_or_platform_key"

// ErrorCode is one of the words that the field of this name may have; others may be added.
type ErrorCode string

const ErrorCodeInvalidAPIKey ErrorCode = "invalid_api_key"

const ErrorCodePlatformKeyScope ErrorCode = "platform_key_scope"

const ErrorCodeNotFound ErrorCode = "not_found"

const ErrorCodeInvalidRequest ErrorCode = "invalid_request"

const ErrorCodeInvalidAddress ErrorCode = "invalid_address"

const ErrorCodeUnknownPlan ErrorCode = "unknown_plan"

const ErrorCodeNoSubscription ErrorCode = "no_subscription"

const ErrorCodeCapReached ErrorCode = "cap_reached"

const ErrorCodeNoPlan ErrorCode = "no_plan"

const ErrorCodeNoRoute ErrorCode = "no_route"

const ErrorCodeExemptAccount ErrorCode = "exempt_account"

const ErrorCodeRateLimited ErrorCode = "rate_limited"

const ErrorCodePaymentError ErrorCode = "payment_error"

const ErrorCodeBillingDisabled ErrorCode = "billing_disabled"

const ErrorCodeUnavailable ErrorCode = "unavailable"

const ErrorCodeNotCancellable ErrorCode = "not_cancellable"

const ErrorCodeOptedOut ErrorCode = "opted_out"

const ErrorCodeAccountSuspended ErrorCode = "account_suspended"

const ErrorCodeConsumerBusy ErrorCode = "consumer_busy"

const ErrorCodeLoopSuspected ErrorCode = "loop_suspected"

const ErrorCodeKeyEnded ErrorCode = "key_ended"

const ErrorCodeKeyScope ErrorCode = "key_scope"

const ErrorCodeRecipientNotAllowed ErrorCode = "recipient_not_allowed"

const ErrorCodeSenderNotAllowed ErrorCode = "sender_not_allowed"

const ErrorCodeKeyBudgetReached ErrorCode = "key_budget_reached"

const ErrorCodeIncomingWebhookBudgetReached ErrorCode = "incoming_webhook_budget_reached"

// FaultyLineCode is one of the words that the field of this name may have; others may be added.
type FaultyLineCode string

const FaultyLineCodeInvalidAddress FaultyLineCode = "invalid_address"

const FaultyLineCodeNumberMissing FaultyLineCode = "number_missing"

const FaultyLineCodeNameMissing FaultyLineCode = "name_missing"

const FaultyLineCodeQuoteOpen FaultyLineCode = "quote_open"

const FaultyLineCodeCardOpen FaultyLineCode = "card_open"

const FaultyLineCodeRepeated FaultyLineCode = "repeated"

const FaultyLineCodeTooLong FaultyLineCode = "too_long"

const FaultyLineCodeTooManyGroups FaultyLineCode = "too_many_groups"

const FaultyLineCodeContactsFull FaultyLineCode = "contacts_full"

const FaultyLineCodeOther FaultyLineCode = "other"

// FieldFaultReason is one of the words that the field of this name may have; others may be added.
type FieldFaultReason string

const FieldFaultReasonRequired FieldFaultReason = "required"

const FieldFaultReasonEmpty FieldFaultReason = "empty"

const FieldFaultReasonNotAName FieldFaultReason = "not_a_name"

const FieldFaultReasonNotAnEmail FieldFaultReason = "not_an_email"

const FieldFaultReasonNotAnAddress FieldFaultReason = "not_an_address"

const FieldFaultReasonWrongLength FieldFaultReason = "wrong_length"

const FieldFaultReasonTooLong FieldFaultReason = "too_long"

const FieldFaultReasonNotHttps FieldFaultReason = "not_https"

const FieldFaultReasonNotPublic FieldFaultReason = "not_public"

const FieldFaultReasonHasCredentials FieldFaultReason = "has_credentials"

const FieldFaultReasonOther FieldFaultReason = "other"

// KeyPolicyScopes is one of the words that the field of this name may have; others may be added.
type KeyPolicyScopes string

const KeyPolicyScopesRead KeyPolicyScopes = "read"

const KeyPolicyScopesSend KeyPolicyScopes = "send"

const KeyPolicyScopesManage KeyPolicyScopes = "manage"

// KeyPolicyRequireApproval is one of the words that the field of this name may have; others may be added.
type KeyPolicyRequireApproval string

const KeyPolicyRequireApprovalNever KeyPolicyRequireApproval = "never"

const KeyPolicyRequireApprovalNewRecipients KeyPolicyRequireApproval = "new_recipients"

const KeyPolicyRequireApprovalAlways KeyPolicyRequireApproval = "always"

// KeyPolicyReads is one of the words that the field of this name may have; others may be added.
type KeyPolicyReads string

const KeyPolicyReadsAll KeyPolicyReads = "all"

const KeyPolicyReadsKnown KeyPolicyReads = "known"

// MessageDirection is one of the words that the field of this name may have; others may be added.
type MessageDirection string

const MessageDirectionOut MessageDirection = "out"

const MessageDirectionIn MessageDirection = "in"

// MessageStatus is one of the words that the field of this name may have; others may be added.
type MessageStatus string

const MessageStatusQueued MessageStatus = "queued"

const MessageStatusSending MessageStatus = "sending"

const MessageStatusSent MessageStatus = "sent"

const MessageStatusDelivered MessageStatus = "delivered"

const MessageStatusReceived MessageStatus = "received"

const MessageStatusFailed MessageStatus = "failed"

// MessageRoute is one of the words that the field of this name may have; others may be added.
type MessageRoute string

const MessageRouteDevice MessageRoute = "device"

const MessageRouteGateway MessageRoute = "gateway"

// MessageEncoding is one of the words that the field of this name may have; others may be added.
type MessageEncoding string

const MessageEncodingGsm7 MessageEncoding = "gsm7"

const MessageEncodingUcs2 MessageEncoding = "ucs2"

// MessageKeyword is one of the words that the field of this name may have; others may be added.
type MessageKeyword string

const MessageKeywordStop MessageKeyword = "stop"

const MessageKeywordStart MessageKeyword = "start"

const MessageKeywordHelp MessageKeyword = "help"

const MessageKeywordMaybeStop MessageKeyword = "maybe_stop"

// MessageAwaiting is one of the words that the field of this name may have; others may be added.
type MessageAwaiting string

const MessageAwaitingApproval MessageAwaiting = "approval"

const MessageAwaitingRelease MessageAwaiting = "release"

// MessageEventKind is one of the words that the field of this name may have; others may be added.
type MessageEventKind string

const MessageEventKindAccepted MessageEventKind = "accepted"

const MessageEventKindScheduled MessageEventKind = "scheduled"

const MessageEventKindMoved MessageEventKind = "moved"

const MessageEventKindHandedOver MessageEventKind = "handed_over"

const MessageEventKindPartAccepted MessageEventKind = "part_accepted"

const MessageEventKindPartUnknown MessageEventKind = "part_unknown"

const MessageEventKindPartRefused MessageEventKind = "part_refused"

const MessageEventKindAnotherTry MessageEventKind = "another_try"

const MessageEventKindPartDelivered MessageEventKind = "part_delivered"

const MessageEventKindPartFailed MessageEventKind = "part_failed"

const MessageEventKindSent MessageEventKind = "sent"

const MessageEventKindDelivered MessageEventKind = "delivered"

const MessageEventKindExpired MessageEventKind = "expired"

const MessageEventKindCancelled MessageEventKind = "cancelled"

const MessageEventKindFailed MessageEventKind = "failed"

const MessageEventKindUnitReturned MessageEventKind = "unit_returned"

const MessageEventKindReceived MessageEventKind = "received"

const MessageEventKindOmitted MessageEventKind = "omitted"

const MessageEventKindQuietHours MessageEventKind = "quiet_hours"

const MessageEventKindReleased MessageEventKind = "released"

const MessageEventKindAnswersStopped MessageEventKind = "answers_stopped"

const MessageEventKindAwaitsApproval MessageEventKind = "awaits_approval"

const MessageEventKindApproved MessageEventKind = "approved"

const MessageEventKindHeld MessageEventKind = "held"

// OptOutSource is one of the words that the field of this name may have; others may be added.
type OptOutSource string

const OptOutSourceKeyword OptOutSource = "keyword"

const OptOutSourceAPI OptOutSource = "api"

const OptOutSourceImport OptOutSource = "import"

const OptOutSourceConsole OptOutSource = "console"

// OutcomeState is one of the words that the field of this name may have; others may be added.
type OutcomeState string

const OutcomeStateReply OutcomeState = "reply"

const OutcomeStateFinal OutcomeState = "final"

const OutcomeStatePending OutcomeState = "pending"

// PlanResultMethod is one of the words that the field of this name may have; others may be added.
type PlanResultMethod string

const PlanResultMethodSubscriptionUpdated PlanResultMethod = "subscription_updated"

const PlanResultMethodCheckout PlanResultMethod = "checkout"

// PutWebhookFormat is one of the words that the field of this name may have; others may be added.
type PutWebhookFormat string

const PutWebhookFormatStandard PutWebhookFormat = "standard"

const PutWebhookFormatTwilio PutWebhookFormat = "twilio"

const PutWebhookFormatSmsgate PutWebhookFormat = "smsgate"

// PutWebhookTypes is one of the words that the field of this name may have; others may be added.
type PutWebhookTypes string

const PutWebhookTypesTextReceived PutWebhookTypes = "text.received"

const PutWebhookTypesTextUpdated PutWebhookTypes = "text.updated"

const PutWebhookTypesDeviceOffline PutWebhookTypes = "device.offline"

const PutWebhookTypesDeviceOnline PutWebhookTypes = "device.online"

const PutWebhookTypesRecipientOptedOut PutWebhookTypes = "recipient.opted_out"

const PutWebhookTypesUsageNearCap PutWebhookTypes = "usage.near_cap"

const PutWebhookTypesSMSReceived PutWebhookTypes = "sms:received"

const PutWebhookTypesSMSSent PutWebhookTypes = "sms:sent"

const PutWebhookTypesSMSDelivered PutWebhookTypes = "sms:delivered"

const PutWebhookTypesSMSFailed PutWebhookTypes = "sms:failed"

// SendMessageRoute is one of the words that the field of this name may have; others may be added.
type SendMessageRoute string

const SendMessageRouteDevice SendMessageRoute = "device"

const SendMessageRouteGateway SendMessageRoute = "gateway"

// SendMessageWaitFor is one of the words that the field of this name may have; others may be added.
type SendMessageWaitFor string

const SendMessageWaitForReply SendMessageWaitFor = "reply"

const SendMessageWaitForFinal SendMessageWaitFor = "final"

// UsageReason is one of the words that the field of this name may have; others may be added.
type UsageReason string

const UsageReasonOk UsageReason = "ok"

const UsageReasonNoPlan UsageReason = "no_plan"

const UsageReasonNoSubscription UsageReason = "no_subscription"

const UsageReasonCapReached UsageReason = "cap_reached"

const UsageReasonNoRoute UsageReason = "no_route"

const UsageReasonAccountSuspended UsageReason = "account_suspended"

// UsagePeriod is one of the words that the field of this name may have; others may be added.
type UsagePeriod string

const UsagePeriodCalendarMonthUtc UsagePeriod = "calendar_month_utc"

// WaitingForWhat is one of the words that the field of this name may have; others may be added.
type WaitingForWhat string

const WaitingForWhatScheduled WaitingForWhat = "scheduled"

const WaitingForWhatNoDevice WaitingForWhat = "no_device"

const WaitingForWhatDeviceAway WaitingForWhat = "device_away"

const WaitingForWhatDeviceProblem WaitingForWhat = "device_problem"

const WaitingForWhatBudget WaitingForWhat = "budget"

const WaitingForWhatCarrierDown WaitingForWhat = "carrier_down"

const WaitingForWhatAnotherTry WaitingForWhat = "another_try"

const WaitingForWhatTurn WaitingForWhat = "turn"

const WaitingForWhatQuietHours WaitingForWhat = "quiet_hours"

const WaitingForWhatSuspended WaitingForWhat = "suspended"

const WaitingForWhatApproval WaitingForWhat = "approval"

const WaitingForWhatRelease WaitingForWhat = "release"

// WebhookFormat is one of the words that the field of this name may have; others may be added.
type WebhookFormat string

const WebhookFormatStandard WebhookFormat = "standard"

const WebhookFormatTwilio WebhookFormat = "twilio"

const WebhookFormatSmsgate WebhookFormat = "smsgate"

// WebhookTypes is one of the words that the field of this name may have; others may be added.
type WebhookTypes string

const WebhookTypesTextReceived WebhookTypes = "text.received"

const WebhookTypesTextUpdated WebhookTypes = "text.updated"

const WebhookTypesDeviceOffline WebhookTypes = "device.offline"

const WebhookTypesDeviceOnline WebhookTypes = "device.online"

const WebhookTypesRecipientOptedOut WebhookTypes = "recipient.opted_out"

const WebhookTypesUsageNearCap WebhookTypes = "usage.near_cap"

const WebhookTypesSMSReceived WebhookTypes = "sms:received"

const WebhookTypesSMSSent WebhookTypes = "sms:sent"

const WebhookTypesSMSDelivered WebhookTypes = "sms:delivered"

const WebhookTypesSMSFailed WebhookTypes = "sms:failed"

// WebhookDisabledReason is one of the words that the field of this name may have; others may be added.
type WebhookDisabledReason string

const WebhookDisabledReasonAsked WebhookDisabledReason = "asked"

const WebhookDisabledReasonGone WebhookDisabledReason = "gone"

const WebhookDisabledReasonFailing WebhookDisabledReason = "failing"

const WebhookDisabledReasonOperator WebhookDisabledReason = "operator"

// WebhookAttemptErrorCode is one of the words that the field of this name may have; others may be added.
type WebhookAttemptErrorCode string

const WebhookAttemptErrorCodeEndpointAnswered WebhookAttemptErrorCode = "endpoint_answered"

const WebhookAttemptErrorCodeNoAnswer WebhookAttemptErrorCode = "no_answer"

const WebhookAttemptErrorCodeNoConnection WebhookAttemptErrorCode = "no_connection"

const WebhookAttemptErrorCodeTlsFailed WebhookAttemptErrorCode = "tls_failed"

const WebhookAttemptErrorCodeConnectionFailed WebhookAttemptErrorCode = "connection_failed"

const WebhookAttemptErrorCodeAddressNotPublic WebhookAttemptErrorCode = "address_not_public"

const WebhookAttemptErrorCodeAddressNotHttps WebhookAttemptErrorCode = "address_not_https"

const WebhookAttemptErrorCodeNotTried WebhookAttemptErrorCode = "not_tried"

const WebhookAttemptErrorCodeAnswerNotFollowed WebhookAttemptErrorCode = "answer_not_followed"

const WebhookAttemptErrorCodeOther WebhookAttemptErrorCode = "other"

// WebhookTestErrorCode is one of the words that the field of this name may have; others may be added.
type WebhookTestErrorCode string

const WebhookTestErrorCodeEndpointAnswered WebhookTestErrorCode = "endpoint_answered"

const WebhookTestErrorCodeNoAnswer WebhookTestErrorCode = "no_answer"

const WebhookTestErrorCodeNoConnection WebhookTestErrorCode = "no_connection"

const WebhookTestErrorCodeTlsFailed WebhookTestErrorCode = "tls_failed"

const WebhookTestErrorCodeConnectionFailed WebhookTestErrorCode = "connection_failed"

const WebhookTestErrorCodeAddressNotPublic WebhookTestErrorCode = "address_not_public"

const WebhookTestErrorCodeAddressNotHttps WebhookTestErrorCode = "address_not_https"

const WebhookTestErrorCodeNotTried WebhookTestErrorCode = "not_tried"

const WebhookTestErrorCodeAnswerNotFollowed WebhookTestErrorCode = "answer_not_followed"

const WebhookTestErrorCodeOther WebhookTestErrorCode = "other"
