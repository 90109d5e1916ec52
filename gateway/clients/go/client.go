// Package textrelay sends and receives texts through a Textrelay service, each once. It is thin: what it does by itself is
// repeat what may be repeated.
package textrelay

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Options of a client. BaseURL and Key are required; the others have values of their own where they are zero.
type Options struct {
	// Scheme, host and port.
	BaseURL string

	Key string

	// For platform keys: the account to act for.
	Account int64

	// For each attempt; 30 seconds.
	Timeout time.Duration

	// After it no further attempt is begun; 120 seconds.
	Patience time.Duration

	// The most between two attempts; 60 seconds. A longer Retry-After is not waited for: the request ends.
	LongestWait time.Duration

	// What carries requests; one of the client's own.
	Transport http.RoundTripper

	clock clock
}

// Client sends and reads texts. Goroutines may share it.
type Client struct {
	options Options
	http    *http.Client
}

// New makes a client. It opens no connection.
func New(options Options) *Client {
	for _, usual := range []struct {
		field *time.Duration
		value time.Duration
	}{{&options.Timeout, 30 * time.Second}, {&options.Patience, 2 * time.Minute}, {&options.LongestWait, time.Minute}} {
		if *usual.field == 0 {
			*usual.field = usual.value
		}
	}
	if options.clock == nil {
		options.clock = systemClock{}
	}
	options.BaseURL = strings.TrimRight(options.BaseURL, "/")
	// A redirect would repeat the request elsewhere.
	stay := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{options, &http.Client{Transport: options.Transport, CheckRedirect: stay}}
}

// Sent is a text that was accepted.
type Sent struct {
	Message Message `json:"message"`
	Usage   Usage   `json:"usage"`

	// True when it was accepted before, and this is the original.
	Replayed bool `json:"-"`

	// True when this asked for another text than the original is.
	Differs bool `json:"-"`
}

// Ptr returns a pointer to a value, for fields that may be left out.
func Ptr[T any](value T) *T { return &value }

func newRef() string {
	octets := make([]byte, 16)
	_, _ = rand.Read(octets)
	return hex.EncodeToString(octets)
}

func withRef(text SendMessage) SendMessage {
	if text.ClientRef == nil || *text.ClientRef == "" {
		text.ClientRef = Ptr(newRef())
	}
	text.DryRun, text.WaitFor, text.Wait = nil, nil, nil
	return text
}

// Send sends a text, once however often it is repeated on the way; without a ClientRef it is given one. The error is an
// *APIError when the text was refused, and an *UnansweredError, with the client_ref to go on with, when its outcome is not known.
func (c *Client) Send(ctx context.Context, text SendMessage) (*Sent, error) {
	own := withRef(text)
	sent := &Sent{}
	err := c.repeat(ctx, c.options.Patience, *own.ClientRef, func() error {
		header, err := c.ask(ctx, call{method: http.MethodPost, path: "/api/v1/messages", body: own}, c.options.Timeout, sent)
		sent.Replayed = header.Get("Idempotent-Replayed") == "true"
		sent.Differs = header.Get("Idempotent-Differs") == "true"
		return err
	})
	if err != nil {
		return nil, err
	}
	return sent, nil
}

// Preview answers what would become of a text; nothing is sent.
func (c *Client) Preview(ctx context.Context, text SendMessage) (*Verdict, error) {
	text.DryRun = Ptr(true)
	var found struct {
		Verdict Verdict `json:"verdict"`
	}
	err := c.Do(ctx, Request{Method: http.MethodPost, Path: "/api/v1/messages", Body: text, Repeats: true}, &found)
	return &found.Verdict, err
}

// Get reads a text.
func (c *Client) Get(ctx context.Context, id int64) (*Message, error) {
	return c.one(ctx, http.MethodGet, id)
}

// Cancel cancels a text that still waits.
func (c *Client) Cancel(ctx context.Context, id int64) (*Message, error) {
	return c.one(ctx, http.MethodDelete, id)
}

func (c *Client) one(ctx context.Context, method string, id int64) (*Message, error) {
	var found struct {
		Message Message `json:"message"`
	}
	err := c.Do(ctx, Request{Method: method, Path: fmt.Sprintf("/api/v1/messages/%d", id), Repeats: true}, &found)
	return &found.Message, err
}

// Usage reads what the account has used of its plan.
func (c *Client) Usage(ctx context.Context) (*Usage, error) {
	found := &Usage{}
	return found, c.Do(ctx, Request{Path: "/api/v1/usage", Repeats: true}, found)
}

// Me reads what the key is and may do.
func (c *Client) Me(ctx context.Context) (*Me, error) {
	found := &Me{}
	return found, c.Do(ctx, Request{Path: "/api/v1/me", Repeats: true}, found)
}

// Threads reads conversations, newest first.
func (c *Client) Threads(ctx context.Context) iter.Seq2[Thread, error] {
	return List[Thread](ctx, c, "/api/v1/threads", "threads", nil)
}

// Thread reads the texts of a conversation, newest first.
func (c *Client) Thread(ctx context.Context, address string) iter.Seq2[Message, error] {
	return List[Message](ctx, c, "/api/v1/threads/"+url.PathEscape(address)+"/messages", "messages", nil)
}

// OptOuts reads who wants no texts.
func (c *Client) OptOuts(ctx context.Context) iter.Seq2[OptOut, error] {
	return List[OptOut](ctx, c, "/api/v1/opt-outs", "opt_outs", nil)
}

// Contacts reads the contacts.
func (c *Client) Contacts(ctx context.Context) iter.Seq2[Contact, error] {
	return List[Contact](ctx, c, "/api/v1/contacts", "contacts", nil)
}
