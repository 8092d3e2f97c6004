CREATE TABLE "standby_marks" (
	"process" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
