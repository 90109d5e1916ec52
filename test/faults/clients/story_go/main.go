// The program of the stories, as it is written with the Go client.
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"textrelay.example/textrelay"
)

func clientOf(key string) *textrelay.Client {
	return textrelay.New(textrelay.Options{BaseURL: os.Args[1], Key: key, LongestWait: time.Second})
}

func read() {
	options := textrelay.ChangesOptions{Since: textrelay.Ptr(int64(0)), Cursor: textrelay.FileCursor(os.Args[4])}
	for text, err := range clientOf(os.Args[3]).Changes(context.Background(), options) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("change", text.Seq, text.ID)
	}
}

func main() {
	go read()
	client := clientOf(os.Args[2])
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		ref := lines.Text()
		text := textrelay.SendMessage{Address: "+15005550006", Body: ref, ClientRef: &ref}
		sent, err := client.Send(context.Background(), text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("sent", ref, sent.Message.ID)
	}
}
