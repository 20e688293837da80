-- Projects made since May 2026 grant nothing on new objects by default, and imports with the secret key insert tickets.
grant usage on sequence public.tickets_number_seq to service_role;
