CREATE TABLE "erased_rows" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"erasure_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"before" "bytea" NOT NULL,
	"after" "bytea" NOT NULL,
	CONSTRAINT "erased_rows_client_id_kind_key_before_pk" PRIMARY KEY("client_id","kind","key","before")
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"client_id" uuid NOT NULL,
	"environment" text NOT NULL,
	"id" uuid NOT NULL,
	"mobiles" text[] NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_by_name" text NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"erased" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"kept_until" timestamp (3) with time zone,
	"after_id" uuid,
	"run_at" timestamp (3) with time zone,
	CONSTRAINT "erasures_client_id_environment_id_pk" PRIMARY KEY("client_id","environment","id")
);
--> statement-breakpoint
CREATE INDEX "erasures_due" ON "erasures" USING btree ("run_at") WHERE run_at is not null;