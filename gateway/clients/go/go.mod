module textrelay.example/textrelay

go 1.23
