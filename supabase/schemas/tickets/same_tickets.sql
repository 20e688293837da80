-- People write twice about one matter. Staff see the other ticket and merge the newer into the older; nothing is merged
-- by itself.
create function private.same_ticket(target uuid) returns uuid
language sql stable security definer set search_path = '' set enable_bitmapscan = off as $$
  with this as materialized (
    select t.id, t.customer_id, t.created_at, t.number, t.source, t.first_response_at,
      private.thread_subject(t.subject) as thread, left(t.description, 500) as said
    from public.tickets t
    where t.id = $1 and t.merged_into is null and t.status = any (private.active_statuses())
      and not exists (select from private.dismissed_continuations d where d.ticket_id = t.id)
  ), recent as materialized (
    -- In the order of created_at, a plan may walk the tickets of everybody.
    select o.id from this cross join lateral (
      select k.id from public.tickets k
      where k.customer_id = this.customer_id and k.updated_at > this.created_at - interval '60 days'
      order by k.updated_at desc limit 50) o
  ), other as materialized (
    select t.id, t.created_at, t.number, t.source, t.first_response_at, private.thread_subject(t.subject) as thread,
      left(t.description, 500) as said
    from recent r join public.tickets t on t.id = r.id
    where t.merged_into is null and t.status = any (private.active_statuses())
      and not exists (select from private.dismissed_continuations d where d.ticket_id = t.id)
  ), likeness as (
    select o.*, extensions.similarity(this.thread, o.thread) as of_subjects,
      extensions.similarity(this.thread || ' ' || this.said, o.thread || ' ' || o.said) as of_texts,
      this.created_at as since, this.source as way, this.thread as wanted,
      case when o.number < this.number then o.first_response_at else this.first_response_at end as answered_at
    from this join other o on o.id <> this.id
  )
  select l.id from likeness l
  where l.created_at between l.since - interval '7 days' and l.since + interval '7 days'
      and (l.of_texts >= 0.4 or l.of_subjects >= 0.6 and char_length(l.wanted) >= 8)
    or l.source = 'mail' and l.way = 'mail' and l.thread = l.wanted and l.answered_at is null
      and char_length(l.wanted) >= 3 and l.wanted <> '(no subject)'
      and l.created_at between l.since - interval '60 days' and l.since + interval '60 days'
  order by l.of_texts + l.of_subjects desc, l.number desc limit 1
$$;
comment on function private.same_ticket(uuid) is
  'The other active ticket of the same requester that seems to be about the same: similar words within 7 days, or the '
  'same subject by mail before the first was answered. Reads the 50 tickets of the requester that changed last.';

create function public.same_ticket(ticket_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_see_all_tickets() then
    raise exception 'Must be logged in as an agent to compare tickets' using detail = 'agent_required';
  end if;
  return (
    select jsonb_build_object('id', t.id, 'number', t.number, 'subject', t.subject, 'assigned_to', t.assigned_to,
      'assignee_name', p.name)
    from public.tickets t left join public.profiles p on p.id = t.assigned_to
    where t.id = private.same_ticket(same_ticket.ticket_id));
end
$$;
comment on function public.same_ticket(uuid) is
  'Staff: the other ticket of the same requester that seems to be about the same: {id, number, subject, assigned_to, '
  'assignee_name}; null without one, for merged tickets, and after dismiss_continuation for either.';
grant execute on function public.same_ticket(uuid) to authenticated, service_role;
