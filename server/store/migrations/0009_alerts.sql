CREATE TABLE "alert" (
	"rule" text NOT NULL,
	"subject" text NOT NULL,
	"summary" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	"reported_at" timestamp (3) with time zone,
	"over_at" timestamp (3) with time zone,
	CONSTRAINT "alert_rule_subject_pk" PRIMARY KEY("rule","subject")
);
--> statement-breakpoint
CREATE TABLE "alert_reporter" (
	"is_only" boolean PRIMARY KEY NOT NULL,
	"core" uuid NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
