-- A waiting reply of a ticket that is merged meanwhile goes with the merge: when the same people get it on the ticket
-- that shows both, it is sent there; else it is held, and its author is asked on that ticket.

create or replace function private.written_since(reply public.comments, root uuid, seen_version integer)
returns setof public.comments
language sql stable rows 5 security definer set search_path = '' as $$
  select c.* from public.comments c
  where c.ticket_id in (select b.id from private.merged_below(root) b) and not c.is_internal
    and not private.is_unverified_message(c.id) and coalesce(case when c.ticket_id = reply.ticket_id then (
      select max(e.ticket_version) > seen_version from public.ticket_events e
      where e.ticket_id = c.ticket_id and e.created_at = c.created_at and e.kind = 'comment_added') end,
      c.created_at > reply.created_at)
$$;
comment on function private.written_since(public.comments, uuid, integer) is
  'The public comments that the ticket which shows a waiting reply got after it was written, without those of mails '
  'that prove nothing: a forged one stops no reply.';

create or replace function private.copies_of_ticket(target uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_agg(p.address order by p.address)
  from private.copies_of(jsonb_populate_record(null::public.comments,
    jsonb_build_object('ticket_id', target, 'author_role', 'agent'))) p
$$;
comment on function private.copies_of_ticket(uuid) is
  'The addresses of the people in copy who get what staff write on a ticket; null for nobody.';

create or replace function private.has_other_readers(reply public.comments, root uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  seen_merges constant integer := (select w.merges from private.waiting_replies w where w.comment_id = reply.id);
begin
  -- It was written before somebody else's ticket was merged, whose requester would read it.
  if exists (
    select from private.merged_below(reply.ticket_id) b
    where b.customer_id is distinct from (select t.customer_id from public.tickets t where t.id = reply.ticket_id)
      and coalesce(private.merges_into(reply.ticket_id) > seen_merges, b.since > reply.created_at)) then
    return true;
  elsif reply.ticket_id = root then
    return false;
  end if;
  return (select array_agg(distinct b.customer_id) from private.merged_below(root) b)
      is distinct from (select array_agg(distinct b.customer_id) from private.merged_below(reply.ticket_id) b)
    or private.copies_of_ticket(root) is distinct from private.copies_of_ticket(reply.ticket_id);
end
$$;
comment on function private.has_other_readers(public.comments, uuid) is
  'True when merges changed who would get a waiting reply: on the ticket that shows it now, others are requesters or '
  'in copy.';

create or replace function private.reason_to_hold(reply public.comments, ticket public.tickets) returns text
language plpgsql security definer set search_path = '' as $$
declare
  waiting private.waiting_replies;
begin
  select w.* into waiting from private.waiting_replies w where w.comment_id = reply.id;
  if not private.is_active_staff(reply.user_id) then
    return 'author_left';
  elsif private.has_other_readers(reply, ticket.id) then
    return 'ticket_merged';
  elsif not waiting.is_scheduled then
    return null;
  elsif exists (
    select from private.written_since(reply, ticket.id, waiting.ticket_version) c
    where not private.is_answer(c.user_id, c.author_role, ticket.customer_id))
    -- The description of a ticket that was merged since is a message too.
    or exists (
      select from private.merged_below(ticket.id) b join public.tickets t on t.id = b.id
      where t.id <> reply.ticket_id and t.created_at > reply.created_at) then
    return 'customer_wrote';
  -- The customer has an answer that its author may not know of.
  elsif exists (
    select from private.written_since(reply, ticket.id, waiting.ticket_version) c where c.user_id <> reply.user_id) then
    return 'colleague_wrote';
  elsif ticket.status in ('solved', 'closed') and (ticket.id <> reply.ticket_id or exists (
      select from public.ticket_events e
      where e.ticket_id = ticket.id and e.kind = 'status'
        and coalesce(e.ticket_version > waiting.ticket_version, e.created_at > reply.created_at))) then
    return 'ticket_done';
  end if;
  return null;
end
$$;
comment on function private.reason_to_hold(public.comments, public.tickets) is
  'Why a reply is not sent at its time on the ticket that shows it, see waiting_replies.held_for; null when it is. '
  'What others did since does not stop one that waits for the seconds of an undo.';

create or replace function private.hint_at_waiting_reply(ticket uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
  select t.id, t.customer_id, 'updated', 'staff' from public.tickets t where t.id = private.merge_root(ticket);
end
$$;
comment on function private.hint_at_waiting_reply(uuid) is
  'Tells open pages of staff that a waiting reply was added, changed or taken back. The history has it once it is '
  'sent.';

create or replace function private.waiting_replies_json(target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('comment_id', c.id, 'send_at', c.send_at,
    'is_scheduled', w.is_scheduled, 'held_for', coalesce(w.held_for, case when
      private.has_other_readers(c, target) then 'ticket_merged' end), 'new_status', w.new_status,
    'new_priority', w.new_priority, 'add_tags', w.add_tags) order by c.send_at, c.id), '[]')
  from public.comments c join private.waiting_replies w on w.comment_id = c.id
  where c.ticket_id in (select b.id from private.merged_below(target) b) and c.send_at is not null
$$;
comment on function private.waiting_replies_json(uuid) is
  'The replies that a ticket shows and that are not sent yet, the next first: [{comment_id, send_at, is_scheduled, '
  'held_for, new_status, new_priority, add_tags}]. held_for is known before its time after a merge.';

drop function private.written_since(public.comments, integer);
