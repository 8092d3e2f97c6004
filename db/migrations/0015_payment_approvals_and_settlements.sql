ALTER TABLE "approvals" DROP CONSTRAINT "approvals_decided";--> statement-breakpoint
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_environment";--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "payout_approval_above_bututs" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open_threshold" ON "approvals" USING btree ("client_id") WHERE kind = 'payout_approval' and status = 'PENDING';--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open_payment" ON "approvals" USING btree ("client_id","environment","kind",(details ->> 'client_reference')) WHERE kind in ('payout', 'refund', 'payout_batch') and status in ('PENDING', 'APPROVED');--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided" CHECK ("approvals"."status" in ('WITHDRAWN', 'EXPIRED') or ("approvals"."decided_by" is null) = ("approvals"."status" = 'PENDING')) NOT VALID;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_environment" CHECK (("approvals"."kind" in ('key_rotation', 'new_key', 'payout', 'refund', 'payout_batch')) = ("approvals"."environment" is not null)) NOT VALID;