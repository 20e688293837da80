-- A scheduled reply asks again when a colleague answered before, and says plainly that its ticket was merged.
alter table private.waiting_replies drop constraint waiting_replies_held_for,
  add constraint waiting_replies_held_for
    check (held_for in ('customer_wrote', 'colleague_wrote', 'ticket_done', 'ticket_merged', 'author_left',
      'failed'));

create or replace function private.reason_to_hold(reply public.comments, ticket public.tickets) returns text
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_active_staff(reply.user_id) then
    return 'author_left';
  -- Messages of a merged ticket are where they were written; new ones are written where it is shown.
  elsif ticket.merged_into is not null then
    return 'ticket_merged';
  -- It was written before somebody else's ticket was merged, whose requester would read it.
  elsif exists (
    select from private.merged_below(ticket.id) b
    where b.customer_id is distinct from ticket.customer_id and b.since > reply.created_at) then
    return 'ticket_merged';
  elsif not (select w.is_scheduled from private.waiting_replies w where w.comment_id = reply.id) then
    return null;
  elsif exists (
    select from public.comments c
    where c.ticket_id = ticket.id and not c.is_internal and c.created_at > reply.created_at
      and not private.is_answer(c.user_id, c.author_role, ticket.customer_id)) then
    return 'customer_wrote';
  -- The customer has an answer that its author may not know of.
  elsif exists (
    select from public.comments c
    where c.ticket_id = ticket.id and not c.is_internal and c.created_at > reply.created_at
      and c.user_id <> reply.user_id) then
    return 'colleague_wrote';
  elsif ticket.status in ('solved', 'closed') and exists (
    select from public.ticket_events e
    where e.ticket_id = ticket.id and e.kind = 'status' and e.created_at > reply.created_at) then
    return 'ticket_done';
  end if;
  return null;
end
$$;
comment on function private.reason_to_hold(public.comments, public.tickets) is
  'Why a reply is not sent at its time, see waiting_replies.held_for; null when it is. What others did since '
  'does not stop one that waits for the seconds of an undo.';
