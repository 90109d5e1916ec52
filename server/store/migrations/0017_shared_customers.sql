DROP INDEX "billing_customer";--> statement-breakpoint
CREATE INDEX "billing_of_customer" ON "billing" USING btree ("customer_id") WHERE customer_id is not null;