package textrelay

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// WebhookEvent is one thing that happened.
type WebhookEvent struct {
	// The same whenever this event comes: drop what you have seen.
	ID   string `json:"id"`
	Type string `json:"type"`
	At   string `json:"at"`

	// For text.received and text.updated: the text, a Message.
	Data json.RawMessage `json:"data"`
}

const tolerance = 300

// VerifyWebhook returns the events of a request to your endpoint; the error is ErrWebhook when it is not genuine, or is more than
// five minutes old. Give the body as it came, and one secret or several. The signature is that of Standard Webhooks 1.0.0.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) ([]WebhookEvent, error) {
	return verifyAt(time.Now(), body, header, secrets)
}

func verifyAt(now time.Time, body []byte, header http.Header, secrets []string) ([]WebhookEvent, error) {
	id, timestamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	at, err := strconv.ParseUint(timestamp, 10, 40)
	if id == "" || err != nil {
		return nil, fmt.Errorf("%w: its headers are not those of a webhook", ErrWebhook)
	}
	if off := now.Unix() - int64(at); off > tolerance || off < -tolerance {
		return nil, fmt.Errorf("%w: its time is too far off", ErrWebhook)
	}
	isGenuine := false
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
		if err != nil || len(key) == 0 {
			return nil, fmt.Errorf("%w: the secret must be base64, with or without whsec_ before it", ErrWebhook)
		}
		mac := hmac.New(sha256.New, key)
		fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
		for _, given := range strings.Split(header.Get("Webhook-Signature"), " ") {
			signature, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(given, "v1,"))
			if err == nil && strings.HasPrefix(given, "v1,") && hmac.Equal(signature, mac.Sum(nil)) {
				isGenuine = true
			}
		}
	}
	if !isGenuine {
		return nil, fmt.Errorf("%w: no signature is that of a secret", ErrWebhook)
	}
	var request struct {
		Events []WebhookEvent `json:"events"`
	}
	if err := json.Unmarshal(body, &request); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrWebhook, err)
	}
	return request.Events, nil
}
