-- Reading notifications. A mail about something that was read in the app is not sent: whoever has the app open gets
-- mails a minute later.
create unlogged table private.visitors (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  seen_at timestamptz not null
);
comment on table private.visitors is 'When a page of the app was last open and visible, to the minute.';

alter table private.visitors enable row level security;

create function private.delay_mail_of_visitor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.visitors v where v.person_id = new.recipient_id
    and v.seen_at > now() - interval '3 minutes') then
    new.next_attempt_at := greatest(new.next_attempt_at, clock_timestamp() + interval '1 minute');
  end if;
  return new;
end
$$;
comment on function private.delay_mail_of_visitor() is 'A recipient with the app open has a minute to read it there.';

create trigger notification_outbox_delay before insert on public.notification_outbox
  for each row execute function private.delay_mail_of_visitor();

create function private.read_notifications(target uuid, until timestamptz) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  marked integer;
begin
  update private.notifications n set read_at = now()
  where n.person_id = auth.uid() and n.ticket_id in (select k.id from private.merged_below(target) k)
    and n.read_at is null and n.created_at <= until
    -- Whoever reads one ticket has not read the others.
    and n.hand_over_id is null;
  get diagnostics marked = row_count;
  delete from public.notification_outbox o
  where o.recipient_id = auth.uid() and o.ticket_id = target and o.sent_at is null and o.attempts = 0
    and o.created_at <= until;
  return marked;
end
$$;
comment on function private.read_notifications(uuid, timestamptz) is
  'The caller has read a ticket: marks its notifications as read and withdraws mails that were not sent yet.';

create function private.require_person() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
end
$$;
comment on function private.require_person() is 'Raises a 401 for anyone who is not signed in and active.';

create function public.get_unread_notifications() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  staff constant boolean := private.can_see_all_tickets();
begin
  perform private.require_person();
  insert into private.visitors as v (person_id, seen_at) values (me, now())
  on conflict (person_id) do update set seen_at = excluded.seen_at where v.seen_at < now() - interval '1 minute';
  return (
    select jsonb_build_object('count', count(*), 'tickets', coalesce(
      jsonb_agg(distinct u.ticket_id) filter (where u.hand_over_id is null), '[]'))
    from (
      select n.ticket_id, n.hand_over_id from private.notifications n
      where n.person_id = me and n.read_at is null and (staff or n.kind = any (private.kinds_for('requester'))
        and exists (
        select from public.tickets t where t.id = n.ticket_id
          and (t.customer_id = me or private.reads_since(t.id, me) is not null)))
      limit 100) u);
end
$$;
comment on function public.get_unread_notifications() is
  'The caller''s unread notifications, at most 100: {count, tickets: [id]}. Called by open, visible pages only: mails '
  'to the caller then wait a minute.';
grant execute on function public.get_unread_notifications() to authenticated, service_role;

create function public.list_notifications(max_rows integer default 20, before_at timestamptz default null,
  before_id uuid default null)
returns table (
  id uuid, kind text, ticket_id uuid, ticket_number bigint, ticket_subject text, ticket_status text, actor_id uuid,
  actor_name text, comment_id uuid, excerpt text, times integer, created_at timestamptz, is_read boolean)
language plpgsql stable rows 20 security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  staff constant boolean := private.can_see_all_tickets();
  notes constant boolean := private.can_see_notes();
begin
  perform private.require_person();
  return query
    select n.id, n.kind, t.id, t.number, t.subject, t.status, known.id, known.name, c.id,
      private.preview(coalesce(c.content, h.note)),
      n.times,
      n.created_at, n.read_at is not null
    from private.notifications n
    join public.tickets t on t.id = n.ticket_id
      and (staff or n.kind = any (private.kinds_for('requester'))
        and (t.customer_id = me or private.reads_since(t.id, me) is not null))
    left join public.comments c on c.id = n.comment_id and (notes or not c.is_internal)
      and (staff or t.customer_id = me or c.created_at >= private.reads_since(t.id, me))
    left join private.hand_overs h on h.id = n.hand_over_id and staff
    left join lateral (
      select p.id, p.name from public.profiles p
      -- Of staff, customers see the names of the assignee and of those who wrote to them.
      where p.id = n.actor_id and (staff or p.id = t.assigned_to or exists (
        select from public.comments w where w.ticket_id = t.id and w.user_id = p.id and not w.is_internal
          and (t.customer_id = me or w.created_at >= private.reads_since(t.id, me))))
    ) known on true
    where n.person_id = me and (before_at is null or (n.created_at, n.id) < (before_at, before_id))
    order by n.created_at desc, n.id desc
    limit least(greatest(coalesce(max_rows, 20), 1), 100);
end
$$;
comment on function public.list_notifications(integer, timestamptz, uuid) is
  'The caller''s notifications of the last 90 days about tickets that they can still see, newest first, below '
  '(before_at, before_id). excerpt: how the comment or the note of a hand-over begins, as it is now.';
grant execute on function public.list_notifications(integer, timestamptz, uuid) to authenticated, service_role;

-- Reading all notifications withdraws the mails about what the app has shown, and no others: a kind that its recipient
-- gets by mail alone was not read.
create function public.mark_notifications_read(notification_id uuid default null,
  ticket_id uuid default null) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  target uuid := ticket_id;
  marked integer;
begin
  perform private.require_person();
  if target is not null then
    return private.read_notifications(target, now());
  end if;
  update private.notifications n set read_at = now()
  where n.person_id = me and n.read_at is null and (notification_id is null or n.id = notification_id);
  get diagnostics marked = row_count;
  delete from public.notification_outbox o
  where o.recipient_id = me and o.sent_at is null and o.attempts = 0 and exists (
    select from private.notifications n
    where n.person_id = me and (n.ticket_id = o.ticket_id or n.hand_over_id = o.hand_over_id)
      and (notification_id is null or n.id = notification_id)
      and private.setting_of(n.kind) = private.setting_of(o.kind) and n.created_at >= o.created_at
        and n.read_at is not null);
  return marked;
end
$$;
comment on function public.mark_notifications_read(uuid, uuid) is
  'Marks the caller''s notifications as read: one, those of a ticket, or all. Withdraws their mails that were not '
  'sent yet. Returns how many were unread.';
grant execute on function public.mark_notifications_read(uuid, uuid) to authenticated, service_role;
