CREATE TABLE "access_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"by_user_id" uuid,
	"by_name" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_environment";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invited_as" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "notices_seen" uuid;--> statement-breakpoint
ALTER TABLE "access_grants" ADD CONSTRAINT "access_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_grants_user" ON "access_grants" USING btree ("user_id","at");--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_environment" CHECK (("approvals"."kind" in ('key_rotation', 'new_key')) = ("approvals"."environment" is not null));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_not_of_house" CHECK (client_id is distinct from '00000000-0000-7000-8000-000000000000' or disabled_at is not null) NOT VALID;--> statement-breakpoint
-- Nobody signs in for the house. Whoever was added to it is shut out; the lock of the line before lets nobody in between.
update "users" set "disabled_at" = now() where "client_id" = '00000000-0000-7000-8000-000000000000' and "disabled_at" is null;--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_not_of_house";--> statement-breakpoint
-- The operators of before go on as they were: only those who are made from now on wait for another one.
update "users" set "confirmed_at" = "created_at" where "client_id" is null;
