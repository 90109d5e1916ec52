// Says of a delivery what the package standardwebhooks says: of it, of another body, and of another secret.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strings"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func judge(secret string, body []byte, headers http.Header) string {
	webhook, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		return err.Error()
	}
	if webhook.Verify(body, headers) != nil {
		return "refused"
	}
	var delivery struct {
		Events []struct{ Data struct{ Body string } }
	}
	if err := json.Unmarshal(body, &delivery); err != nil {
		return err.Error()
	}
	return delivery.Events[0].Data.Body
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	var secret string
	if _, err := fmt.Scanln(&secret); err != nil {
		log.Fatal(err)
	}
	other := "whsec_" + strings.Repeat("A", 32)
	log.Fatal(http.Serve(listener, http.HandlerFunc(func(answer http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		said, _ := json.Marshal([]string{
			judge(secret, body, request.Header),
			judge(secret, append(body, ' '), request.Header),
			judge(other, body, request.Header),
		})
		answer.WriteHeader(http.StatusNoContent)
		fmt.Println(string(said))
	})))
}
