CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"last4" text NOT NULL,
	"scope" text DEFAULT 'full' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"last_used_address" text,
	"last_used_route" text
);
--> statement-breakpoint
CREATE TABLE "clients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"business_phone" text NOT NULL,
	"business_email" text NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"commission_bps" integer DEFAULT 150 NOT NULL,
	"rate_limit_per_second" integer,
	"rate_limit_burst" integer,
	"ip_allowlist" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"legacy_body" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "events_client_id_environment_id_pk" PRIMARY KEY("client_id","environment","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"response_status" integer,
	"response_sealed" "bytea",
	"lease_token" uuid,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_client_id_environment_key_pk" PRIMARY KEY("client_id","environment","key")
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"name" text NOT NULL,
	"balance_bututs" bigint DEFAULT 0 NOT NULL,
	"reserved_bututs" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "accounts_client_id_environment_name_pk" PRIMARY KEY("client_id","environment","name"),
	CONSTRAINT "accounts_owed" CHECK ("accounts"."name" not in ('available', 'held') or "accounts"."balance_bututs" <= 0),
	CONSTRAINT "accounts_reserved" CHECK ("accounts"."reserved_bututs" >= 0)
);
--> statement-breakpoint
CREATE TABLE "entries" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"account" text NOT NULL,
	"journal_id" uuid NOT NULL,
	"amount_bututs" bigint NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "entries_client_id_environment_account_journal_id_pk" PRIMARY KEY("client_id","environment","account","journal_id"),
	CONSTRAINT "entries_amount" CHECK ("entries"."amount_bututs" <> 0)
);
--> statement-breakpoint
CREATE TABLE "journals" (
	"client_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"environment" text NOT NULL,
	"transaction_id" uuid,
	"kind" text NOT NULL,
	"corrects_journal_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "journals_client_id_id_pk" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
CREATE TABLE "tallies" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"provider" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	"amount_bututs" bigint NOT NULL,
	"commission_bututs" bigint NOT NULL,
	CONSTRAINT "tallies_client_id_environment_day_type_status_provider_pk" PRIMARY KEY("client_id","environment","day","type","status","provider")
);
--> statement-breakpoint
CREATE TABLE "tally_totals" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"provider" text NOT NULL,
	"count" integer NOT NULL,
	"amount_bututs" bigint NOT NULL,
	"commission_bututs" bigint NOT NULL,
	CONSTRAINT "tally_totals_client_id_environment_type_status_provider_pk" PRIMARY KEY("client_id","environment","type","status","provider")
);
--> statement-breakpoint
CREATE TABLE "unfolded_entries" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"account" text NOT NULL,
	"amount_bututs" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unfolded_tallies" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"provider" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	"amount_bututs" bigint NOT NULL,
	"commission_bututs" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rail_operations" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"transaction_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"lease_token" uuid,
	CONSTRAINT "rail_operations_client_id_transaction_id_kind_pk" PRIMARY KEY("client_id","transaction_id","kind")
);
--> statement-breakpoint
CREATE TABLE "rail_settings" (
	"environment" text NOT NULL,
	"provider" text NOT NULL,
	"direction" text NOT NULL,
	"enabled" boolean NOT NULL,
	"min_bututs" bigint NOT NULL,
	"max_bututs" bigint NOT NULL,
	CONSTRAINT "rail_settings_environment_provider_direction_pk" PRIMARY KEY("environment","provider","direction")
);
--> statement-breakpoint
CREATE TABLE "transaction_changes" (
	"client_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"trigger" text NOT NULL,
	"actor" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "transaction_changes_client_id_transaction_id_sequence_pk" PRIMARY KEY("client_id","transaction_id","sequence")
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"type" text NOT NULL,
	"client_reference" text NOT NULL,
	"attempt" integer NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"provider" text NOT NULL,
	"amount_bututs" bigint NOT NULL,
	"commission_bps" integer NOT NULL,
	"commission_bututs" bigint DEFAULT 0 NOT NULL,
	"status" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"customer_name" text,
	"mobile" text,
	"success_url" text,
	"error_url" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"rail_reference" text,
	"redirect_url" text,
	"next_step" text,
	"card_page_url" text,
	"otp_length" integer,
	"otp_attempts_remaining" integer,
	"otp_resends" integer DEFAULT 0 NOT NULL,
	"otp_sent_at" timestamp (3) with time zone,
	"failure_code" text,
	"failure_message" text,
	"late" boolean DEFAULT false NOT NULL,
	"reversed_at" timestamp (3) with time zone,
	"reversal_reason" text,
	"held_since" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone,
	CONSTRAINT "transactions_client_id_environment_id_pk" PRIMARY KEY("client_id","environment","id"),
	CONSTRAINT "transactions_amount" CHECK ("transactions"."amount_bututs" > 0),
	CONSTRAINT "transactions_commission" CHECK ("transactions"."commission_bututs" between 0 and "transactions"."amount_bututs"),
	CONSTRAINT "transactions_status" CHECK (("transactions"."type" = 'collection' and "transactions"."status" in ('PENDING','SUCCEEDED','FAILED','EXPIRED','CANCELLED'))
       or ("transactions"."type" = 'payout' and "transactions"."status" in ('PENDING','SUCCEEDED','FAILED','AWAITING_LIQUIDITY','REVERSED'))),
	CONSTRAINT "transactions_failure" CHECK (("transactions"."status" = 'FAILED') = ("transactions"."failure_code" is not null)),
	CONSTRAINT "transactions_completed" CHECK (("transactions"."status" in ('PENDING','AWAITING_LIQUIDITY')) = ("transactions"."completed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"transaction_id" uuid NOT NULL,
	"event" text NOT NULL,
	"payload_form" text DEFAULT 'current' NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp (3) with time zone,
	"lease_token" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deliveries_client_id_environment_id_pk" PRIMARY KEY("client_id","environment","id")
);
--> statement-breakpoint
CREATE TABLE "delivery_attempts" (
	"client_id" uuid NOT NULL,
	"delivery_id" uuid NOT NULL,
	"attempt" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"address" text,
	"response_status" integer,
	"latency_ms" integer NOT NULL,
	"response_excerpt" text,
	"error" text,
	CONSTRAINT "delivery_attempts_client_id_delivery_id_attempt_pk" PRIMARY KEY("client_id","delivery_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] DEFAULT '{}' NOT NULL,
	"payload_form" text DEFAULT 'current' NOT NULL,
	"description" text,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"secret_sealed" "bytea" NOT NULL,
	"secret_last4" text NOT NULL,
	"previous_secret_sealed" "bytea",
	"previous_secret_expires_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_endpoints_client_id_environment_id_pk" PRIMARY KEY("client_id","environment","id")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_client_id_clients_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."clients"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "api_keys_client" ON "api_keys" USING btree ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "events_transaction" ON "events" USING btree ("client_id","transaction_id","sequence");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "entries_journal" ON "entries" USING btree ("journal_id");--> statement-breakpoint
CREATE INDEX "journals_transaction" ON "journals" USING btree ("client_id","transaction_id");--> statement-breakpoint
CREATE INDEX "unfolded_entries_account" ON "unfolded_entries" USING btree ("client_id","environment","account");--> statement-breakpoint
CREATE INDEX "unfolded_tallies_client" ON "unfolded_tallies" USING btree ("client_id","environment");--> statement-breakpoint
CREATE INDEX "rail_operations_due" ON "rail_operations" USING btree ("run_at");--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_reference" ON "transactions" USING btree ("client_id","environment","type","client_reference","attempt");--> statement-breakpoint
CREATE INDEX "transactions_id" ON "transactions" USING btree ("id");--> statement-breakpoint
CREATE INDEX "transactions_held" ON "transactions" USING btree ("client_id","environment","provider","id") WHERE status = 'AWAITING_LIQUIDITY';--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "deliveries_due" ON "deliveries" USING btree ("client_id","endpoint_id","run_at") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "deliveries_leased" ON "deliveries" USING btree ("client_id","endpoint_id") WHERE lease_token is not null;--> statement-breakpoint
CREATE INDEX "deliveries_event" ON "deliveries" USING btree ("client_id","event_id");