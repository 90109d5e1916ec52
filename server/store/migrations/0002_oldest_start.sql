CREATE TABLE "oldest_start" (
	"is_only" boolean PRIMARY KEY NOT NULL,
	"migration" bigint NOT NULL
);
