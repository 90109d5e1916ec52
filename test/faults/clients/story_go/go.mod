module textrelay.example/story

go 1.23

require textrelay.example/textrelay v0.0.0

replace textrelay.example/textrelay => ../../../../gateway/clients/go
