-- Why a waiting reply is not sent at its time, and its author is asked instead.

-- By versions, because the clock may have been set back meanwhile. The line in the history has the time of its comment;
-- an import has none of that time. Another ticket of the thread counts its own versions.
create function private.written_since(reply public.comments, root uuid, seen_version integer)
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
comment on function private.written_since(public.comments, uuid, integer) is
  'The public comments that the ticket which shows a waiting reply got after it was written, without those of mails '
  'that prove nothing: a forged one stops no reply.';

create function private.merges_into(target uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from public.ticket_events e
  where e.ticket_id = target and e.kind = 'merge' and e.to_value is not null
$$;
comment on function private.merges_into(uuid) is
  'How often a ticket was merged into this one, also when that was taken back.';

create function private.copies_of_ticket(target uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_agg(p.address order by p.address)
  from private.copies_of(jsonb_populate_record(null::public.comments,
    jsonb_build_object('ticket_id', target, 'author_role', 'agent'))) p
$$;
comment on function private.copies_of_ticket(uuid) is
  'The addresses of the people in copy who get what staff write on a ticket; null for nobody.';

create function private.has_other_readers(reply public.comments, root uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  seen_merges constant integer := (select w.merges from private.waiting_replies w where w.comment_id = reply.id);
begin
  -- It was written before somebody else's ticket was merged, whose requester would read it.
  if exists (
    select from private.merged_below(reply.ticket_id) b
    where b.customer_id is distinct from (select t.customer_id from public.tickets t where t.id = reply.ticket_id)
      and coalesce((select private.merges_into(reply.ticket_id)) > seen_merges, b.since > reply.created_at)) then
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

create function private.reason_to_hold(reply public.comments, ticket public.tickets) returns text
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
      where e.ticket_id = ticket.id and e.kind = 'status' and not e.undone
        and coalesce(e.ticket_version > waiting.ticket_version, e.created_at > reply.created_at))) then
    return 'ticket_done';
  end if;
  return null;
end
$$;
comment on function private.reason_to_hold(public.comments, public.tickets) is
  'Why a reply is not sent at its time on the ticket that shows it, see waiting_replies.held_for; null when it is. '
  'What others did since does not stop one that waits for the seconds of an undo.';

create function private.hold_reply(reply public.comments, ticket public.tickets, reason text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.waiting_replies w set held_for = reason where w.comment_id = reply.id;
  perform private.hint_at_waiting_reply(ticket.id);
  -- Nobody did it, least of all the author of another reply of this transaction.
  perform private.act_as(null);
  perform private.add_notification('reply_held', reply.user_id, ticket, reply.id);
  perform private.notify('reply_held', reply.user_id, ticket, '', null, null);
end
$$;
comment on function private.hold_reply(public.comments, public.tickets, text) is
  'Lets a reply wait for its author instead of its time, and notifies the author.';
