-- Requesters of merged tickets are notified in the app of what they read.
create or replace function private.add_notification(kind text, recipient uuid, ticket public.tickets, comment_id uuid default null)
returns void
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  me constant uuid := auth.uid();
begin
  -- Seeds and received mails have no caller, and notify nobody. A snooze ends by itself.
  if me is null and $1 <> 'woken' or recipient is null or recipient = me then
    return;
  end if;
  insert into private.notifications as n (person_id, ticket_id, kind, actor_id, comment_id, change_batch)
  select p.id, ticket.id, $1, me, $4, c.batch_id
  from public.profiles p
  left join private.undoable_changes c on c.batch_id = private.current_batch() and c.ticket_id = ticket.id
  where p.id = recipient and p.deactivated_at is null and private.wants(p.preferences, 'app', $1)
    and (p.role in ('agent', 'admin') or $1 = any (private.kinds_for('requester'))
      and private.reads_since(ticket.id, p.id) is not null)
  on conflict (person_id, ticket_id, kind) where read_at is null do update set
    actor_id = excluded.actor_id, comment_id = excluded.comment_id, change_batch = excluded.change_batch,
    times = least(n.times + 1, 1000), created_at = excluded.created_at;
  if random() < 0.005 then
    perform private.prune_notifications();
  end if;
end
$$;
comment on function private.add_notification(text, uuid, public.tickets, uuid) is
  'Adds a notification by the caller, or of woken by nobody, unless the recipient is the caller, inactive, opted out, '
  'or cannot see the ticket.';

create or replace function private.notify_comment_app(new public.comments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  others uuid[];
begin
  select t.* into ticket from public.tickets t where t.id = new.ticket_id;
  others := array[ticket.customer_id];
  -- A customer who is not the requester is in copy.
  if new.author_role = 'customer' or new.user_id = ticket.customer_id then
    perform private.add_notification('reply', ticket.assigned_to, ticket, new.id);
    others := array[ticket.customer_id, ticket.assigned_to];
  end if;
  if new.user_id is distinct from ticket.customer_id then
    perform private.add_notification('reply', ticket.customer_id, ticket, new.id);
  end if;
  perform private.add_notification('reply', merged, ticket, new.id)
  from private.merged_requesters(ticket.id) merged where merged is distinct from new.user_id order by merged;
  perform private.notify_followers(ticket, new.id, new.content, others);
end
$$;
comment on function private.notify_comment_app(public.comments) is
  'A public comment notifies in the app: the customer and those of merged tickets of a reply, the assignee of the '
  'customer''s comment, and all followers.';

create or replace function public.get_unread_notifications() returns jsonb
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

create or replace function public.list_notifications(max_rows integer default 20, before_at timestamptz default null,
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
