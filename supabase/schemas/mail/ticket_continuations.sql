-- A mail that names no ticket opens one, also when it goes on with another. Subject and people never file it, they
-- suggest.

create function private.thread_subject(subject text) returns text
language sql immutable set search_path = '' as $$
  -- Numbers stay: two orders are two matters.
  select btrim(regexp_replace(regexp_replace(regexp_replace(lower(left($1, 255)), '\[[^\]]*\]', ' ', 'g'),
    '\s+', ' ', 'g'),
    '^( ?(re|r|aw|antw|antwort|fwd?|wg|sv|vs|vb|vl|tr|rv|res|ref|rif|enc|i|odp|pd|ynt|ilt|atb|na|nd|bls|trs|hl|ha'
    '|doorst|отв|ответ|пересл|απ|πρθ|σχετ|回复|回覆|答复|转发|轉寄|轉發) ?(\(\d+\))? ?[:：])+', ''))
$$;
comment on function private.thread_subject(text) is
  'A subject without the prefixes of answers and forwards and without tags in brackets, to compare.';

create function private.continued_ticket(target uuid) returns uuid
language sql stable security definer set search_path = '' set enable_bitmapscan = off as $$
  with this as materialized (
    select t.id, t.customer_id, t.created_at, private.thread_subject(t.subject) as thread, p.email
    from public.tickets t join public.profiles p on p.id = t.customer_id
    where t.id = $1 and t.source = 'mail' and t.status not in ('solved', 'closed')
  ), shared as materialized (
    -- Each part reads an index up to its limit: in the order of created_at, a plan may walk the tickets of everybody,
    -- and a bitmap takes all rows of an address.
    (select o.id from this cross join lateral (
      select k.id from public.tickets k
      where k.customer_id = this.customer_id and k.updated_at > this.created_at - interval '60 days'
        order by k.updated_at desc limit 50) o)
    union
    (select o.ticket_id from this cross join lateral (
      select k.ticket_id from public.ticket_participants k where k.address = this.email order by k.created_at desc
        limit 50) o)
    union
    (select o.id from this cross join lateral (
      select p.id from public.ticket_participants k join public.profiles p on p.email = k.address
      where k.ticket_id = this.id and p.role = 'customer' limit 20) copied
    cross join lateral (
      select k.id from public.tickets k
      where k.customer_id = copied.id and k.updated_at > this.created_at - interval '60 days' order by k.updated_at desc
        limit 20) o)
  )
  select t.id from this cross join shared s join public.tickets t on t.id = s.id
  where t.id <> this.id and t.merged_into is null and t.created_at < this.created_at
    and t.updated_at > this.created_at - interval '60 days'
    and char_length(this.thread) >= 3 and this.thread <> '(no subject)'
      and private.thread_subject(t.subject) = this.thread
  order by t.created_at desc, t.id desc limit 1
$$;
comment on function private.continued_ticket(uuid) is
  'The newest ticket that a ticket opened by mail seems to continue: the same subject, and its requester is the same '
  'or one is in copy on the other''s; active in the last 60 days. Reads up to 500 tickets by index.';

create table private.dismissed_continuations (
  ticket_id uuid primary key references public.tickets (id) on delete cascade,
  dismissed_by uuid references public.profiles (id) on delete set null,
  dismissed_at timestamptz not null default now()
);
comment on table private.dismissed_continuations is 'Tickets of which staff said that they continue no other.';

create index dismissed_continuations_by_idx on private.dismissed_continuations (dismissed_by);

alter table private.dismissed_continuations enable row level security;

create function public.ticket_continuation(ticket_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_see_all_tickets() then
    raise exception 'Must be logged in as an agent to compare tickets' using detail = 'agent_required';
  end if;
  return (
    select jsonb_build_object('id', t.id, 'number', t.number, 'subject', t.subject)
    from public.tickets t
    where t.id = private.continued_ticket(ticket_continuation.ticket_id)
      and not exists (select from private.dismissed_continuations d where d.ticket_id = ticket_continuation.ticket_id)
      and not exists (
        select from private.merged_below(ticket_continuation.ticket_id) b
        join private.ticket_links l on l.from_id = b.id and l.kind = 'follow_up')
      -- Of two suggestions, the one that can be followed with one key.
      and private.same_ticket(ticket_continuation.ticket_id) is null);
end
$$;
comment on function public.ticket_continuation(uuid) is
  'Staff: the ticket that one opened by mail seems to continue: {id, number, subject}; null without one, after '
  'dismiss_continuation, for a follow-up, and when same_ticket suggests one.';
grant execute on function public.ticket_continuation(uuid) to authenticated, service_role;

create function public.dismiss_continuation(ticket_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  elsif not exists (select from public.tickets t where t.id = dismiss_continuation.ticket_id) then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  insert into private.dismissed_continuations (ticket_id, dismissed_by)
  values (dismiss_continuation.ticket_id, auth.uid()) on conflict do nothing;
  -- Colleagues who look at it, or at the other one, ask again.
  if found then
    insert into private.ticket_changes (ticket_id, customer_id, kind, audience)
    select t.id, t.customer_id, 'dismissed', 'staff' from public.tickets t
    where t.id = dismiss_continuation.ticket_id;
  end if;
end
$$;
comment on function public.dismiss_continuation(uuid) is
  'Staff: a ticket is a matter of its own; hides what same_ticket and ticket_continuation suggest from everybody.';
grant execute on function public.dismiss_continuation(uuid) to authenticated, service_role;
