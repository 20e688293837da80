-- A grant on a whole table covers its system columns. `xmax` names the last transaction that locked a ticket, and a
-- note locks its ticket: a customer who asks again and again sees when staff write notes. Columns are named instead.
-- A column that is added later needs its own grant.

revoke select on table public.tickets from authenticated;
grant select (id, subject, description, status, priority, priority_rank, created_by, customer_id, assigned_to, tags,
  metadata, version, first_response_at, resolved_at, closed_at, created_at, updated_at, request_id, close_reason)
  on table public.tickets to authenticated;

-- Nobody needs the hashes of invite tokens.
revoke select on table public.invites from authenticated;
grant select (id, email, role, created_by, expires_at, revoked_at, used_at, used_by, created_at)
  on table public.invites to authenticated;
