-- Only mails can prove nothing: the others were looked up one by one.
create or replace function private.message_count(root uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.merged_below(root) b join public.comments c on c.ticket_id = b.id
  where (not c.is_internal or c.send_at is not null)
    and not (c.source = 'mail' and private.is_unverified_message(c.id))
$$;
