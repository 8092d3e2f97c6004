// Package kaira verifies a webhook from Kaira. Go 1.18 or newer, the standard library only.
//
//	func handle(w http.ResponseWriter, r *http.Request) {
//		event, err := kaira.VerifyWebhook(r, os.Getenv("KAIRA_WEBHOOK_SECRET"))
//
// An error says why a request is not to be trusted: answer 400. The signature is that of the exact bytes, so the body
// is read here; JSON that was decoded and encoded again has other bytes.
package kaira

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Event is what happened. Data is left as it came: decode it as Type asks.
type Event struct {
	// ID is the same in every attempt, and signed: do nothing for an id that you have dealt with.
	ID string `json:"-"`
	// Type is "payment.succeeded", "payment.failed", …
	Type string `json:"event"`
	// Test is true if you asked for it with POST /webhook-endpoints/{id}/test: no money moved.
	Test bool            `json:"test"`
	Data json.RawMessage `json:"data"`
	// Transaction stands in place of Data in the payload form "legacy".
	Transaction json.RawMessage `json:"transaction"`
}

const (
	tolerance    = 5 * time.Minute
	maxBodyBytes = 64 << 10
)

var (
	secretForm    = regexp.MustCompile(`^whsec_[A-Za-z0-9+/]{43}=$`)
	timestampForm = regexp.MustCompile(`^[0-9]{1,12}$`)
	signatureForm = regexp.MustCompile(`\bv1,[A-Za-z0-9+/]{43}=`)
)

// VerifyWebhook verifies webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks). This is all you need.
func VerifyWebhook(r *http.Request, secret string) (*Event, error) {
	if !secretForm.MatchString(secret) {
		return nil, errSecret
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return nil, errSecret
	}
	id, timestamp, signatures := header(r, "webhook-id"), header(r, "webhook-timestamp"), header(r, "webhook-signature")
	switch {
	case id == "":
		return nil, errors.New("webhook-id is missing")
	case timestamp == "":
		return nil, errors.New("webhook-timestamp is missing")
	case signatures == "":
		return nil, errors.New("webhook-signature is missing")
	case !timestampForm.MatchString(timestamp):
		return nil, errors.New("webhook-timestamp is not a number of seconds")
	}
	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	if age := time.Since(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return nil, errors.New("webhook-timestamp is more than 5 minutes from the time here")
	}

	body, err := readBody(r)
	if err != nil {
		return nil, err
	}
	expected := "v1," + base64.StdEncoding.EncodeToString(sign(key, []byte(id+"."+timestamp+"."), body))
	// While a secret is being replaced there are two signatures: one by the new secret, one by the previous one.
	for _, given := range signatureForm.FindAllString(signatures, -1) {
		if isSame(given, expected) {
			return parse(body, id)
		}
	}
	return nil, errNoMatch
}

// VerifyBodySignature verifies x-gw-signature alone, for when you cannot use the above. It covers the body and nothing
// else: no ID, and no time, so that a request which somebody recorded is accepted for ever. Remember what you have
// dealt with.
func VerifyBodySignature(r *http.Request, secret string) (*Event, error) {
	if !secretForm.MatchString(secret) {
		return nil, errSecret
	}
	given, previous := header(r, "x-gw-signature"), header(r, "x-gw-signature-previous")
	if given == "" {
		return nil, errors.New("x-gw-signature is missing")
	}
	body, err := readBody(r)
	if err != nil {
		return nil, err
	}
	expected := hex.EncodeToString(sign([]byte(secret), body))
	if !isSame(given, expected) && !isSame(previous, expected) {
		return nil, errNoMatch
	}
	return parse(body, "")
}

var (
	errSecret  = errors.New("the secret is not whsec_ and 44 characters")
	errNoMatch = errors.New("no signature matches")
)

// A header that comes twice is read as one, as proxies write it.
func header(r *http.Request, name string) string {
	return strings.Join(r.Header.Values(name), ", ")
}

func readBody(r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBodyBytes+1))
	if err != nil {
		return nil, errors.New("the body cannot be read, or was read before")
	}
	if len(body) > maxBodyBytes {
		return nil, errors.New("the body is too long")
	}
	return body, nil
}

func sign(key []byte, parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, key)
	for _, part := range parts {
		mac.Write(part)
	}
	return mac.Sum(nil)
}

// In constant time.
func isSame(given, expected string) bool {
	return hmac.Equal([]byte(given), []byte(expected))
}

func parse(body []byte, id string) (*Event, error) {
	event := Event{ID: id}
	if json.Unmarshal(body, &event) != nil {
		return nil, errors.New("the body is not JSON")
	}
	return &event, nil
}
