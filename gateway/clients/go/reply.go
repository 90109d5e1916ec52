package textrelay

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	// How long after the end of its wait an answer may come.
	grace = 5 * time.Second

	// The longest that the service holds a request open.
	longestPoll = 25 * time.Second

	// Between two requests that were both answered at once, as when the service has no place for another wait.
	shortestPoll = time.Second
)

// Asked is what a wait for a reply came to.
type Asked struct {
	// The text, as it was last seen.
	Message Message

	// The first text of its recipient after it; nil when it failed, or none came in time.
	Reply *Message

	// Where to go on: with it the next reply is waited for, or this one longer.
	Since int64
}

// Ask sends a text and waits for the first text of its recipient after it. Asked again with the same ClientRef, it sends
// nothing and waits on. Two that wait for one recipient at once are both answered with the same reply.
func (c *Client) Ask(ctx context.Context, text SendMessage, wait time.Duration) (*Asked, error) {
	own := withRef(text)
	own.WaitFor = Ptr(SendMessageWaitForReply)
	deadline := c.options.clock.now().Add(wait)
	var first TextOutcome
	err := c.repeat(ctx, wait, *own.ClientRef, func() error {
		seconds := c.secondsUntil(deadline)
		own.Wait = &seconds
		one := call{method: http.MethodPost, path: "/api/v1/messages", body: own}
		_, err := c.ask(ctx, one, time.Duration(seconds)*time.Second+grace, &first)
		return err
	})
	if err != nil {
		return nil, err
	}
	return c.waitOn(ctx, first, deadline)
}

// WaitForReply waits for a reply to a text that was sent before: the first one when since is 0, or with Since of an earlier
// wait the next one.
func (c *Client) WaitForReply(ctx context.Context, id, since int64, wait time.Duration) (*Asked, error) {
	deadline := c.options.clock.now().Add(wait)
	var first TextOutcome
	err := c.repeat(ctx, wait, "", func() error { return c.readOutcome(ctx, id, since, deadline, &first) })
	if err != nil {
		return nil, err
	}
	return c.waitOn(ctx, first, deadline)
}

// secondsUntil is what to wait for in one request, of the time until a deadline.
func (c *Client) secondsUntil(deadline time.Time) int64 {
	left := min(longestPoll, max(0, deadline.Sub(c.options.clock.now())))
	return int64((left + time.Second - 1) / time.Second)
}

func (c *Client) readOutcome(ctx context.Context, id, since int64, deadline time.Time, outcome *TextOutcome) error {
	seconds := c.secondsUntil(deadline)
	query := url.Values{
		"wait_for": {"reply"},
		"since":    {strconv.FormatInt(since, 10)},
		"wait":     {strconv.FormatInt(seconds, 10)},
	}
	one := call{path: fmt.Sprintf("/api/v1/messages/%d/outcome", id), query: query}
	var found TextOutcome
	_, err := c.ask(ctx, one, time.Duration(seconds)*time.Second+grace, &found)
	if err == nil {
		*outcome = found
	}
	return err
}

// waitOn waits on from a first answer, until there is an outcome or the time is over.
func (c *Client) waitOn(ctx context.Context, found TextOutcome, deadline time.Time) (*Asked, error) {
	now := c.options.clock.now
	isPending := func() bool { return found.Outcome.State == OutcomeStatePending }
	for attempt := 0; isPending() && now().Before(deadline); {
		begun := now()
		pause := time.Duration(0)
		err := c.readOutcome(ctx, found.Outcome.ID, found.Outcome.Since, deadline, &found)
		switch {
		case err == nil:
			attempt = 0
			pause = shortestPoll - now().Sub(begun)
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !isPassing(err):
			return nil, err
		default:
			pause = min(c.options.LongestWait, c.waitBefore(attempt, err))
			attempt++
		}
		pause = min(pause, deadline.Sub(now()))
		if isPending() && pause > 0 {
			c.options.clock.sleep(ctx, pause)
		}
		if isPending() && ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return &Asked{found.Message, found.Outcome.Reply, found.Outcome.Since}, nil
}
