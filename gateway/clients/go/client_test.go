package textrelay

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"
)

// script answers in turn, and moves the time by what is waited.
type script struct {
	answers []string
	asked   []*http.Request
	bodies  []map[string]any
	slept   []time.Duration
	at      time.Time
	takes   time.Duration
}

func (s *script) now() time.Time { return s.at }

func (s *script) chance() float64 { return 1 }

func (s *script) sleep(_ context.Context, wait time.Duration) {
	s.slept = append(s.slept, wait)
	s.at = s.at.Add(wait)
}

// RoundTrip answers as `STATUS body`, with a Retry-After between them as in `503/7 body`; `cut` answers nothing.
func (s *script) RoundTrip(request *http.Request) (*http.Response, error) {
	s.asked = append(s.asked, request)
	body := map[string]any{}
	if request.Body != nil {
		_ = json.NewDecoder(request.Body).Decode(&body)
	}
	s.bodies = append(s.bodies, body)
	s.at = s.at.Add(s.takes)
	answer := "cut"
	if len(s.answers) > 0 {
		answer, s.answers = s.answers[0], s.answers[1:]
	}
	if answer == "cut" {
		return nil, errors.New("cut")
	}
	head, said, _ := strings.Cut(answer, " ")
	code, after, _ := strings.Cut(head, "/")
	var status int
	fmt.Sscan(code, &status)
	header := http.Header{"Retry-After": {after}, "Idempotent-Replayed": {"true"}}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(said))}, nil
}

func scripted(answers ...string) (*script, *Client) {
	s := &script{answers: answers, at: time.Unix(1000, 0)}
	return s, New(Options{BaseURL: "http://texts.example/", Key: "k", Transport: s, clock: s})
}

func refusal(code string) string {
	return fmt.Sprintf(`{"error":"no","code":%q,"next":"Mend it."}`, code)
}

var hello = SendMessage{Address: "+15005550006", Body: "hello"}

func equal(t *testing.T, found, wanted any) {
	t.Helper()
	if !reflect.DeepEqual(found, wanted) {
		t.Fatalf("it is %v, not %v", found, wanted)
	}
}

func TestASendKeepsOneClientRefAndHonoursRetryAfter(t *testing.T) {
	accepted := `200 {"message":{"id":1},"usage":{}}`
	s, client := scripted("cut", "503/7 "+refusal("unavailable"), "502 <p>", accepted, accepted)
	sent, err := client.Send(context.Background(), hello)
	if err != nil || !sent.Replayed || sent.Message.ID != 1 {
		t.Fatal(sent, err)
	}
	equal(t, s.slept, []time.Duration{200 * time.Millisecond, 7 * time.Second, 800 * time.Millisecond})
	for _, body := range s.bodies {
		equal(t, body["client_ref"], s.bodies[0]["client_ref"])
	}
	_, _ = client.Send(context.Background(), hello)
	if s.bodies[4]["client_ref"] == s.bodies[0]["client_ref"] || len(s.bodies[0]["client_ref"].(string)) != 32 {
		t.Fatal("two texts have one client_ref")
	}
}

func TestASendWithoutAnAnswerSaysItsClientRef(t *testing.T) {
	s, client := scripted()
	own := hello
	own.ClientRef = Ptr("r")
	_, err := client.Send(context.Background(), own)
	var unanswered *UnansweredError
	if !errors.As(err, &unanswered) || unanswered.ClientRef != "r" || s.at.Unix() > 1120 {
		t.Fatal(err, s.at)
	}
}

func TestRefusalsHaveTheirCodeAndComeAtOnce(t *testing.T) {
	s, client := scripted("409 "+refusal("opted_out"), "429/61 "+refusal("rate_limited"), "402 "+refusal("cap_reached"))
	for _, code := range []ErrorCode{ErrorCodeOptedOut, ErrorCodeRateLimited, ErrorCodeCapReached} {
		_, err := client.Send(context.Background(), hello)
		var refused *APIError
		if !errors.As(err, &refused) || refused.Code != code || refused.Next != "Mend it." {
			t.Fatal(err)
		}
	}
	equal(t, len(s.slept), 0)
}

func TestWhatMayHaveBeenDoneIsNotRepeated(t *testing.T) {
	s, client := scripted()
	err := client.Do(context.Background(), Request{Method: "POST", Path: "/api/v1/contacts", Body: 1}, nil)
	var lost *ConnectionError
	if !errors.As(err, &lost) || len(s.asked) != 1 {
		t.Fatal(err)
	}
}

func TestAnAskWaitsOnThroughCuts(t *testing.T) {
	pending := `{"message":{"id":1},"outcome":{"state":"pending","id":1,"since":4}}`
	reply := `{"message":{"id":1},"outcome":{"state":"reply","id":1,"since":9,"reply":{"id":5}}}`
	s, client := scripted("cut", "200 "+pending, "cut", "200 "+reply)
	s.takes = 2 * time.Second
	asked, err := client.Ask(context.Background(), hello, 20*time.Second)
	if err != nil || asked.Reply.ID != 5 || asked.Since != 9 {
		t.Fatal(asked, err)
	}
	equal(t, []any{s.bodies[0]["wait"], s.bodies[1]["wait"]}, []any{20.0, 18.0})
	equal(t, s.bodies[0]["client_ref"], s.bodies[1]["client_ref"])
	equal(t, s.asked[3].URL.RequestURI(), "/api/v1/messages/1/outcome?since=4&wait=14&wait_for=reply")
	s, client = scripted("200 "+pending, "200 "+pending, "200 "+pending, "200 "+pending)
	asked, err = client.Ask(context.Background(), hello, 3*time.Second)
	if err != nil || asked.Reply != nil {
		t.Fatal(asked, err)
	}
	equal(t, s.slept, []time.Duration{time.Second, time.Second, time.Second})
}

type memory struct {
	saved []int64
	start *int64
}

func (m *memory) Save(seq int64) error { m.saved = append(m.saved, seq); return nil }

func (m *memory) Load() (int64, bool, error) {
	if m.start == nil {
		return 0, false, nil
	}
	return *m.start, true, nil
}

func TestChangesBeginNowAndSaveTheirPlace(t *testing.T) {
	s, client := scripted("cut", `200 {"messages":[],"next_since":0,"cursor_ahead":true,"newest_seq":7}`,
		`200 {"messages":[{"seq":8},{"seq":9}],"next_since":9}`, "503/1 "+refusal("unavailable"),
		`200 {"messages":[{"seq":12}],"next_since":12}`)
	cursor := &memory{}
	seqs := []int64{}
	for text, err := range client.Changes(context.Background(), ChangesOptions{Cursor: cursor}) {
		if err != nil {
			t.Fatal(err)
		}
		if seqs = append(seqs, text.Seq); text.Seq == 12 {
			break
		}
	}
	equal(t, seqs, []int64{8, 9, 12})
	equal(t, cursor.saved, []int64{7, 8, 9})
	equal(t, s.asked[4].URL.Query().Get("since"), "9")
}

func TestChangesGoOnFromAStoredPlaceAndSayWhenItIsAboveAll(t *testing.T) {
	_, client := scripted(`200 {"messages":[],"next_since":0,"cursor_ahead":true,"newest_seq":2}`)
	for _, err := range client.Changes(context.Background(), ChangesOptions{Cursor: &memory{start: Ptr(int64(3))}}) {
		var ahead *CursorAheadError
		if !errors.As(err, &ahead) || ahead.Since != 3 || ahead.NewestSeq != 2 {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for range client.Changes(ctx, ChangesOptions{}) {
		t.Fatal("it goes on after its end")
	}
}

func TestListsAreReadPageAfterPage(t *testing.T) {
	s, client := scripted(`200 {"threads":[{"address":"a"}],"next_cursor":"c"}`, `200 {"threads":[{"address":"b"}],"next_cursor":null}`,
		`200 {"messages":[{"id":3}],"next_before":0}`, `200 {"messages":[{"id":4}],"next_before":null}`, "403 "+refusal("key_scope"))
	found := ""
	for thread, err := range client.Threads(context.Background()) {
		found += fmt.Sprint(thread.Address, err, " ")
	}
	for text, err := range client.Thread(context.Background(), "+1 500") {
		found += fmt.Sprint(text.ID, err, " ")
	}
	for _, err := range client.OptOuts(context.Background()) {
		found += err.Error()
	}
	equal(t, found, "a<nil> b<nil> 3 <nil> 4 <nil> key_scope: no")
	equal(t, s.asked[1].URL.RawQuery, "cursor=c")
	equal(t, s.asked[3].URL.RequestURI(), "/api/v1/threads/+1%20500/messages?before=0")
}

func TestAWebhookIsBelievedWhenASecretSignedIt(t *testing.T) {
	body := []byte(`{"events":[{"id":"1.2","type":"text.received"}]}`)
	secret := "whsec_" + base64.StdEncoding.EncodeToString([]byte("a secret of 24 octets..."))
	signed := func(at string) http.Header {
		mac := hmac.New(sha256.New, []byte("a secret of 24 octets..."))
		fmt.Fprintf(mac, "m.%s.%s", at, body)
		header := http.Header{}
		header.Set("webhook-id", "m")
		header.Set("webhook-timestamp", at)
		header.Set("webhook-signature", "v1a,x v1,! v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		return header
	}
	for index, one := range []struct {
		body      string
		header    http.Header
		secrets   []string
		isGenuine bool
	}{
		{string(body), signed("1000"), []string{"b3RoZXI=", secret}, true},
		{string(body), signed("1000"), []string{secret[6:]}, true},
		{string(body) + " ", signed("1000"), []string{secret}, false},
		{string(body), signed("1000"), []string{"b3RoZXI="}, false},
		{string(body), signed("1000"), []string{"not base64"}, false},
		{string(body), signed("1000"), nil, false},
		{string(body), signed("699"), []string{secret}, false},
		{string(body), signed("1301"), []string{secret}, false},
		{string(body), signed("1e3"), []string{secret}, false},
		{string(body), http.Header{}, []string{secret}, false},
	} {
		events, err := verifyAt(time.Unix(1000, 0), []byte(one.body), one.header, one.secrets)
		if one.isGenuine != (err == nil && events[0].ID == "1.2") || err != nil && !errors.Is(err, ErrWebhook) {
			t.Fatal(index, events, err)
		}
	}
}
