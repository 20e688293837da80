-- A request that is sent twice (a double click, a retry after a lost answer) makes one row. The second
-- insert fails with 23505; the client then reads the first row by the same pair and goes on.

alter table public.tickets add column request_id uuid;
comment on column public.tickets.request_id is 'Chosen by the client for one submission; unique for each author.';
alter table public.comments add column request_id uuid;
comment on column public.comments.request_id is 'Chosen by the client for one submission; unique for each author.';

-- These begin with the author and so do the work of the indexes that they replace.
create unique index tickets_request_idx on public.tickets (created_by, request_id);
drop index public.tickets_created_by_idx;
create unique index comments_request_idx on public.comments (user_id, request_id);
drop index public.comments_user_idx;

grant insert (request_id) on table public.tickets to authenticated;
grant insert (request_id) on table public.comments to authenticated;
