-- Only mails can prove nothing: a waiting reply looked up each comment of its ticket.
create or replace function private.written_since(reply public.comments, root uuid, seen_version integer)
returns setof public.comments
language sql stable rows 5 security definer set search_path = '' as $$
  select c.* from public.comments c
  where c.ticket_id in (select b.id from private.merged_below(root) b) and not c.is_internal
    and not (c.source = 'mail' and private.is_unverified_message(c.id))
    and coalesce(case when c.ticket_id = reply.ticket_id then (
      select max(e.ticket_version) > seen_version from public.ticket_events e
      where e.ticket_id = c.ticket_id and e.created_at = c.created_at and e.kind = 'comment_added') end,
      c.created_at > reply.created_at)
$$;
