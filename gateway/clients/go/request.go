package textrelay

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const unknownCode ErrorCode = "unknown"

// Request is any request of the interface.
type Request struct {
	// GET where it is empty.
	Method string

	// From /api/v1 on, without a query.
	Path  string
	Query url.Values
	Body  any

	// Whether it may be repeated when no answer came: not where it could do something twice.
	Repeats bool
}

// Do makes a request and reads the answer into a value.
func (c *Client) Do(ctx context.Context, request Request, answer any) error {
	one := call{request.Method, request.Path, request.Query, request.Body}
	work := func() error {
		_, err := c.ask(ctx, one, c.options.Timeout, answer)
		return err
	}
	if !request.Repeats {
		return work()
	}
	return c.repeat(ctx, c.options.Patience, "", work)
}

// List reads everything in a list that has pages, page after page. Field is where a page holds its entries. It ends with its
// first error.
func List[T any](ctx context.Context, c *Client, path, field string, query url.Values) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		asked := maps.Clone(query)
		if asked == nil {
			asked = url.Values{}
		}
		for {
			page := map[string]json.RawMessage{}
			entries := []T{}
			err := c.Do(ctx, Request{Path: path, Query: asked, Repeats: true}, &page)
			if err == nil {
				err = json.Unmarshal(page[field], &entries)
			}
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			for _, entry := range entries {
				if !yield(entry, nil) {
					return
				}
			}
			if !goOn(asked, page) {
				return
			}
		}
	}
}

// goOn sets where the next page begins; false after the last one.
func goOn(query url.Values, page map[string]json.RawMessage) bool {
	var cursor *string
	if json.Unmarshal(page["next_cursor"], &cursor) == nil && cursor != nil {
		query.Set("cursor", *cursor)
		return true
	}
	var before *int64
	if json.Unmarshal(page["next_before"], &before) == nil && before != nil {
		query.Set("before", strconv.FormatInt(*before, 10))
		return true
	}
	return false
}

type call struct {
	method string
	path   string
	query  url.Values
	body   any
}

// ask asks once. The error is an *APIError for a refusal, and a *ConnectionError when no whole answer came.
func (c *Client) ask(ctx context.Context, one call, timeout time.Duration, answer any) (http.Header, error) {
	var body io.Reader
	var length int
	if one.body != nil {
		octets, err := json.Marshal(one.body)
		if err != nil {
			return nil, err
		}
		length = len(octets)
		// Not a *bytes.Reader: net/http would repeat the request by itself.
		body = io.MultiReader(bytes.NewReader(octets))
	}
	within, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	address := c.options.BaseURL + one.path
	if len(one.query) > 0 {
		address += "?" + one.query.Encode()
	}
	request, err := http.NewRequestWithContext(within, one.method, address, body)
	if err != nil {
		return nil, err
	}
	request.ContentLength = int64(length)
	request.Header.Set("Authorization", "Bearer "+c.options.Key)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.options.Account != 0 {
		request.Header.Set("X-SVC-Account", strconv.FormatInt(c.options.Account, 10))
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, &ConnectionError{err}
	}
	defer response.Body.Close()
	octets, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, &ConnectionError{err}
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return response.Header, refusalOf(response, octets)
	}
	if err := json.Unmarshal(octets, answer); err != nil {
		return nil, &ConnectionError{err}
	}
	return response.Header, nil
}

func refusalOf(response *http.Response, octets []byte) error {
	var said Error
	refused := &APIError{Code: unknownCode, Status: response.StatusCode}
	if json.Unmarshal(octets, &said) == nil && said.Code != "" {
		refused.Code, refused.Message, refused.Next = said.Code, said.Error, said.Next
	} else {
		refused.Message = fmt.Sprintf("status %d", response.StatusCode)
	}
	if seconds, err := strconv.ParseUint(response.Header.Get("Retry-After"), 10, 31); err == nil {
		refused.RetryAfter = time.Duration(seconds) * time.Second
	}
	return refused
}
