-- The menu shows staff how many received mails wait for them.
create function private.count_unmatched_mails(cap integer) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from (
    select from private.mail_messages m where m.state = 'unmatched' order by m.received_at desc, m.id desc limit cap) waiting
$$;
comment on function private.count_unmatched_mails(integer) is 'Number of received mails that wait for staff, up to the cap. Reads an index.';

create or replace function public.count_queues() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  cap constant integer := 1000;
  since constant timestamptz := private.read_before(me);
begin
  if not private.can_work_on_tickets() then
    raise exception 'Must be logged in as an agent to count tickets' using detail = 'agent_required';
  end if;
  return (
    select jsonb_build_object('mine', count(*), 'waiting', count(m.waiting_since),
      'unread', count(*) filter (where r.is_unread or m.last_message_by is distinct from me
        and m.last_message_at > greatest(r.read_at, since)))
    from (
      select t.id, t.waiting_since, t.last_message_at, t.last_message_by from public.tickets t
      where t.assigned_to = me and t.status in ('open', 'in_progress', 'pending', 'on_hold') limit cap
    ) m left join private.ticket_reads r on r.user_id = me and r.ticket_id = m.id
  ) || jsonb_build_object(
    'unassigned', private.count_list('active', null, '00000000-0000-0000-0000-000000000000', null, false, cap),
    'unmatched', private.count_unmatched_mails(cap),
    'agents_update', (select w.agents_update from public.workspace_settings w),
    'views', private.count_views(cap));
end
$$;
comment on function public.count_queues() is
  'Staff: {unassigned, mine, waiting, unread, unmatched, agents_update, views: {id: number}}. Active tickets without an assignee; the caller''s active tickets, those of them that wait for an answer, and those with an unread message; received mails that wait for staff; tickets of each saved view. No count is above 1,000, which means 1,000 or more.';
