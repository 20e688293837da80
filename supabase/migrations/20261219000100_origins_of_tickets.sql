-- Messages of a ticket can become a ticket of its own: its text is as long or short as they are, and their files stay
-- where they were uploaded.
alter table public.tickets add column origin text constraint tickets_origin check (origin in ('split', 'follow_up'));
comment on column public.tickets.origin is
  'split: from messages of another ticket. follow_up: by an answer to a ticket closed long ago. Null otherwise.';
grant select (origin) on table public.tickets to authenticated;
alter table public.tickets drop constraint tickets_description_length;
alter table public.tickets add constraint tickets_description_length check (
    case when source = 'mail' or origin is not null then char_length(description) <= 10000 and description ~ '\S'
      else char_length(description) <= 2000 and char_length(btrim(description)) >= 10 end);

alter table public.attachments add column moved_from uuid;
comment on column public.attachments.moved_from is
  'Where it was uploaded, when a split moved it to another ticket; its path stays.';
grant select (moved_from) on table public.attachments to authenticated;
alter table public.attachments drop constraint attachments_path_in_ticket;
alter table public.attachments add constraint attachments_path_in_ticket check (storage_path ~
    ('^' || coalesce(moved_from, ticket_id)::text || '/[A-Za-z0-9][A-Za-z0-9_-]*\.[a-z0-9]{1,10}$'));
create or replace function private.can_read_object(path text, owner_id text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- A split moves records and leaves the bytes where they are.
  select private.can_see_ticket(coalesce((select a.ticket_id from public.attachments a where a.storage_path = path),
      private.ticket_of_path(path))) and (
    private.can_see_notes()
    or not exists (
      select from public.attachments a join public.comments c on c.id = a.comment_id
      where a.storage_path = path and c.is_internal
    )
    -- Of a ticket into which theirs was merged, customers read what came after.
    and not exists (
      select from public.attachments a
      where a.storage_path = path and not private.can_see_all_tickets()
        and not private.reads_message(a.ticket_id, private.message_time(a.ticket_id, a.comment_id)))
    -- Unrecorded bytes are visible to their uploader only: they may become a note's file.
    and (
      owner_id = (select auth.uid())::text
      or exists (select from public.attachments a where a.storage_path = path)
    )
  )
$$;
comment on function private.can_read_object(text, text) is
  'Staff, and the customer of the ticket unless the file belongs to a note.';
