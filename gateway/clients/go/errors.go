package textrelay

import (
	"errors"
	"fmt"
	"time"
)

// APIError says that the service refused: nothing was done.
type APIError struct {
	// What is wrong, for a program. Codes may be added; a proxy's refusal has "unknown".
	Code ErrorCode

	Message string
	Status  int

	// What to do about it, for whoever reads it; empty for a proxy's refusal. May change at any time.
	Next string

	// After which a repeat makes sense; 0 where the service said none.
	RetryAfter time.Duration
}

func (e *APIError) Error() string { return fmt.Sprintf("%s: %s", e.Code, e.Message) }

// UnansweredError says that nothing of use was answered until the client's patience ended. Whether a text was accepted is not
// known: send it again with this ClientRef, and it is still one text.
type UnansweredError struct {
	// Of a send; empty for other requests.
	ClientRef string

	// The last reason.
	Cause error
}

func (e *UnansweredError) Error() string { return "no answer: " + e.Cause.Error() }

func (e *UnansweredError) Unwrap() error { return e.Cause }

// CursorAheadError says that the cursor is above everything that there is, as after a restored backup. Read anew from 0, or go
// on from NewestSeq: what is right depends on what your program has stored.
type CursorAheadError struct {
	Since     int64
	NewestSeq int64
}

func (e *CursorAheadError) Error() string {
	return fmt.Sprintf("the cursor %d is above the newest seq, which is %d", e.Since, e.NewestSeq)
}

// ConnectionError says that the connection failed, or ended before the answer was whole.
type ConnectionError struct {
	Cause error
}

func (e *ConnectionError) Error() string { return e.Cause.Error() }

func (e *ConnectionError) Unwrap() error { return e.Cause }

// ErrWebhook is what every error of VerifyWebhook is.
var ErrWebhook = errors.New("the request is not genuine")
