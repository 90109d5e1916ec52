package textrelay

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// clock is time, and chance for waits; a test gives another.
type clock interface {
	now() time.Time
	sleep(ctx context.Context, wait time.Duration)
	chance() float64
}

type systemClock struct{}

func (systemClock) now() time.Time { return time.Now() }

func (systemClock) chance() float64 { return rand.Float64() }

func (systemClock) sleep(ctx context.Context, wait time.Duration) {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

const firstWait = 200 * time.Millisecond

// isPassing answers whether the same request may succeed a little later.
func isPassing(err error) bool {
	var lost *ConnectionError
	if errors.As(err, &lost) {
		return true
	}
	var refused *APIError
	if !errors.As(err, &refused) {
		return false
	}
	switch {
	case refused.Code == "unavailable", refused.Code == "rate_limited", refused.Status == 408:
		return true
	case refused.Code != unknownCode:
		return false
	}
	return refused.Status == 429 || refused.Status >= 502 && refused.Status <= 504
}

// isRefused answers whether what was refused was certainly not done.
func isRefused(err error) bool {
	var refused *APIError
	return errors.As(err, &refused) && refused.Status == 429
}

// waitBefore grows twofold each time, by chance a little less, and is never before Retry-After.
func (c *Client) waitBefore(attempt int, err error) time.Duration {
	grown := min(c.options.LongestWait, firstWait<<min(attempt, 10))
	wait := time.Duration(float64(grown) * (0.5 + c.options.clock.chance()/2))
	var refused *APIError
	if errors.As(err, &refused) {
		return max(wait, refused.RetryAfter)
	}
	return wait
}

// repeat repeats what passes until it is answered. When patience ends it returns the refusal, where nothing but refusals was
// answered, and else an *UnansweredError. It returns every other error at once.
func (c *Client) repeat(ctx context.Context, patience time.Duration, clientRef string, work func() error) error {
	end := c.options.clock.now().Add(min(patience, c.options.Patience))
	isKnown := true
	for attempt := 0; ; attempt++ {
		err := work()
		if ctx.Err() != nil && err != nil {
			return ctx.Err()
		}
		if err == nil || !isPassing(err) {
			return err
		}
		isKnown = isKnown && isRefused(err)
		wait := c.waitBefore(attempt, err)
		if wait > c.options.LongestWait || c.options.clock.now().Add(wait).After(end) {
			if isKnown {
				return err
			}
			return &UnansweredError{clientRef, err}
		}
		c.options.clock.sleep(ctx, wait)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}
