// The contract as Go's generated client sees it: a text is sent once, texts are listed in pages, and a watcher hears of what changes.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strconv"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	textrelay "judge/gen/textrelay/v1"
)

const ordinary = "+15005550006"

func check(holds bool, what ...any) {
	if !holds {
		log.Fatalln(what...)
	}
}

type judge struct {
	service textrelay.MessageServiceClient
	ctx     context.Context
	account int64
}

func (j judge) send(body, ref, address string) *textrelay.SendResult {
	answer, err := j.service.SendMessages(j.ctx, &textrelay.SendMessagesRequest{
		Texts: []*textrelay.OutboundText{{
			AccountId: j.account, Address: address, Body: body, ClientRef: proto.String(ref),
		}},
	})
	check(err == nil, "a send failed:", err)
	return answer.Results[0]
}

func (j judge) list(before *int64) *textrelay.ListMessagesResponse {
	asked := &textrelay.ListMessagesRequest{AccountId: j.account, Limit: 1, Before: before}
	answer, err := j.service.ListMessages(j.ctx, asked)
	check(err == nil, "a list failed:", err)
	return answer
}

func (j judge) refuses() {
	first := j.send("Grüße 😀", "one", ordinary).GetAccepted()
	check(!first.Replayed && first.Message.Body == "Grüße 😀", "the first send:", first)
	again := j.send("Grüße 😀", "one", ordinary).GetAccepted()
	check(again.Replayed && again.Message.Id == first.Message.Id, "the repeat:", again)
	refused := j.send("x", "two", "12").GetError()
	check(refused.GetCode() == textrelay.ErrorCode_ERROR_CODE_INVALID_ADDRESS, "an address that is none:", refused)
}

func (j judge) waits() {
	ctx, cancel := context.WithTimeout(j.ctx, 10*time.Second)
	defer cancel()
	watched, err := j.service.WatchChanges(ctx, &textrelay.WatchChangesRequest{})
	check(err == nil, "a watch failed:", err)
	// It watches before anything is sent.
	_, err = watched.Header()
	check(err == nil, "a watch failed:", err)
	sent := j.send("later", "three", ordinary).GetAccepted().Message
	for {
		said, err := watched.Recv()
		check(err == nil, "the watcher heard nothing:", err)
		for _, one := range said.Advances {
			if one.AccountId == j.account && one.Seq >= sent.Seq {
				return
			}
		}
	}
}

func (j judge) pages() {
	newest := j.list(nil)
	check(newest.Messages[0].GetClientRef() == "three" && newest.NextBefore != nil, "the first page:", newest)
	older := j.list(newest.NextBefore)
	check(older.Messages[0].GetClientRef() == "one", "the second page:", older)
	changes, err := j.service.ListChanges(j.ctx, &textrelay.ListChangesRequest{
		Queries: []*textrelay.ChangesQuery{{AccountId: j.account, Limit: 500}},
	})
	check(err == nil && len(changes.Pages[0].Messages) == 2, "the changes:", changes, err)
	_, err = j.service.ListMessages(context.Background(), &textrelay.ListMessagesRequest{AccountId: j.account})
	check(status.Code(err) == codes.Unauthenticated, "a caller without the token:", err)
}

func main() {
	target, token := os.Args[1], os.Args[2]
	account, err := strconv.ParseInt(os.Args[3], 10, 64)
	check(err == nil, "the account:", err)
	connection, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()))
	check(err == nil, "no client:", err)
	ctx := metadata.AppendToOutgoingContext(context.Background(), "authorization", "Bearer "+token)
	j := judge{textrelay.NewMessageServiceClient(connection), ctx, account}
	j.refuses()
	j.waits()
	j.pages()
	fmt.Println("all of it holds")
}
