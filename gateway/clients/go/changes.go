package textrelay

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// Cursor keeps the place of a reader over restarts.
type Cursor interface {
	// Load returns the last seq that was saved; false before the first one.
	Load() (seq int64, isThere bool, err error)
	Save(seq int64) error
}

// FileCursor keeps the place in the file of that name, which is replaced as a whole: one reader at a time.
type FileCursor string

// Load reads the file.
func (f FileCursor) Load() (int64, bool, error) {
	octets, err := os.ReadFile(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	seq, err := strconv.ParseUint(strings.TrimSpace(string(octets)), 10, 53)
	if err != nil {
		return 0, false, fmt.Errorf("%s does not hold a seq", string(f))
	}
	return int64(seq), true, nil
}

// Save replaces the file.
func (f FileCursor) Save(seq int64) error {
	next := string(f) + ".next"
	file, err := os.Create(next)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(file, "%d\n", seq)
	if err == nil {
		err = file.Sync()
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return err
	}
	return os.Rename(next, string(f))
}

// ChangesOptions say where to read from.
type ChangesOptions struct {
	// Where to begin when the cursor holds nothing: after this seq, or now when it is nil. 0 is all that there is.
	Since  *int64
	Cursor Cursor
}

const pageSize = "500"

// aboveAll is above every seq: the answer says what the newest one is.
const aboveAll = 1<<53 - 1

// Changes reads every change after a place, in order, each at least once, through restarts of anything. It ends when the loop
// does, with the context, or with the first error that does not pass. A text's seq is saved when the next one is asked for.
func (c *Client) Changes(ctx context.Context, options ChangesOptions) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		err := c.readChanges(ctx, options, func(text Message) bool { return yield(text, nil) })
		if err != nil && ctx.Err() == nil {
			yield(Message{}, err)
		}
	}
}

func (c *Client) readChanges(ctx context.Context, options ChangesOptions, yield func(Message) bool) error {
	save := func(seq int64) error {
		if options.Cursor == nil {
			return nil
		}
		return options.Cursor.Save(seq)
	}
	since, err := c.startOf(ctx, options, save)
	for err == nil && ctx.Err() == nil {
		var page *MessagePage
		if page, err = c.nextPage(ctx, since); err != nil {
			return err
		}
		for _, text := range page.Messages {
			if ctx.Err() != nil || !yield(text) {
				return nil
			}
			if err = save(text.Seq); err != nil {
				return err
			}
			since = text.Seq
		}
		if page.NextSince != since {
			since = page.NextSince
			err = save(since)
		}
	}
	return err
}

// startOf is where a reader begins.
func (c *Client) startOf(ctx context.Context, options ChangesOptions, save func(int64) error) (int64, error) {
	if options.Cursor != nil {
		seq, isThere, err := options.Cursor.Load()
		if isThere || err != nil {
			return seq, err
		}
	}
	if options.Since != nil {
		return *options.Since, nil
	}
	page, err := c.readPatiently(ctx, aboveAll, 0)
	if err != nil {
		return 0, err
	}
	newest := page.NextSince
	if page.NewestSeq != nil {
		newest = *page.NewestSeq
	}
	// Saved before anything is read: a program that dies with its first text begins here again.
	return newest, save(newest)
}

func (c *Client) nextPage(ctx context.Context, since int64) (*MessagePage, error) {
	begun := c.options.clock.now()
	page, err := c.readPatiently(ctx, since, longestPoll)
	if err != nil {
		return nil, err
	}
	if page.CursorAhead != nil && *page.CursorAhead {
		ahead := &CursorAheadError{Since: since}
		if page.NewestSeq != nil {
			ahead.NewestSeq = *page.NewestSeq
		}
		return nil, ahead
	}
	early := shortestPoll - c.options.clock.now().Sub(begun)
	if len(page.Messages) == 0 && early > 0 {
		c.options.clock.sleep(ctx, early)
	}
	return page, nil
}

// readPatiently reads until an answer comes, the context ends, or the service refuses for good.
func (c *Client) readPatiently(ctx context.Context, since int64, wait time.Duration) (*MessagePage, error) {
	query := url.Values{
		"since": {strconv.FormatInt(since, 10)},
		"wait":  {strconv.Itoa(int(wait / time.Second))},
		"limit": {pageSize},
	}
	for attempt := 0; ; attempt = min(attempt+1, math.MaxInt16) {
		page := &MessagePage{}
		_, err := c.ask(ctx, call{path: "/api/v1/messages", query: query}, wait+c.options.Timeout, page)
		if err == nil {
			return page, nil
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if !isPassing(err) {
			return nil, err
		}
		c.options.clock.sleep(ctx, min(c.options.LongestWait, c.waitBefore(attempt, err)))
	}
}
