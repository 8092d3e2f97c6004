ALTER TABLE "approvals" DROP CONSTRAINT "approvals_environment";--> statement-breakpoint
ALTER TABLE "settlements" ADD COLUMN "client_reference" text;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open_settlement" ON "approvals" USING btree ("client_id","environment",(details ->> 'client_reference')) WHERE kind = 'settlement' and status in ('PENDING', 'APPROVED');--> statement-breakpoint
CREATE UNIQUE INDEX "settlements_client_reference" ON "settlements" USING btree ("client_id","environment","client_reference") WHERE client_reference is not null;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_environment" CHECK (("approvals"."kind" in ('key_rotation', 'new_key', 'payout', 'refund', 'payout_batch', 'settlement', 'settlement_account')) = ("approvals"."environment" is not null)) NOT VALID;
