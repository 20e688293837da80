-- Reading all notifications withdraws the mails about what the app has shown, and no others: a kind that its recipient
-- gets by mail alone was not read.

create or replace function public.mark_notifications_read(notification_id uuid default null, ticket_id uuid default null) returns integer
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
    where n.person_id = me and n.ticket_id = o.ticket_id and (notification_id is null or n.id = notification_id)
      and private.setting_of(n.kind) = private.setting_of(o.kind) and n.created_at >= o.created_at and n.read_at is not null);
  return marked;
end
$$;
