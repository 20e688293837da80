-- A forged mail in the name of a customer held the scheduled replies on a ticket, and left it out of replies to
-- incidents.
-- What staff added to the ticket themselves is as good as proven: they read it.
create function private.is_unverified_message(comment uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.mail_messages m
    where m.comment_id = $1 and m.state = 'accepted' and private.is_unverified(m) and m.via is distinct from 'staff')
$$;
comment on function private.is_unverified_message(uuid) is
  'True for a message that came by a mail of which nothing proves who sent it.';

create or replace function private.written_since(reply public.comments, seen_version integer) returns setof public.comments
language sql stable rows 5 security definer set search_path = '' as $$
  select c.* from public.comments c
  where c.ticket_id = reply.ticket_id and not c.is_internal and not private.is_unverified_message(c.id)
    and coalesce((
      select max(e.ticket_version) > seen_version from public.ticket_events e
      where e.ticket_id = c.ticket_id and e.created_at = c.created_at and e.kind = 'comment_added'),
      c.created_at > reply.created_at)
$$;
comment on function private.written_since(public.comments, integer) is
  'The public comments that were added to the ticket of a waiting reply after it was written, without those of mails '
  'that prove nothing: a forged one stops no reply.';

create or replace function private.message_count(root uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.merged_below(root) b join public.comments c on c.ticket_id = b.id
  where (not c.is_internal or c.send_at is not null) and not private.is_unverified_message(c.id)
$$;
comment on function private.message_count(uuid) is
  'How many public messages a ticket shows, also those that are not sent yet: whoever saw as many has missed none. '
  'Mails that prove nothing are not counted: a forged one leaves nobody out.';
