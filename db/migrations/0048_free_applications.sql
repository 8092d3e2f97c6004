ALTER TABLE "application_files" DROP CONSTRAINT "application_files_client_id_applications_client_id_fk";
--> statement-breakpoint
ALTER TABLE "applications" DROP CONSTRAINT "applications_client_id_clients_id_fk";
