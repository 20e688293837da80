-- Placeholders of macros must not reach customers: what nothing filled, from any page, is refused.
create function private.unfilled_placeholder(content text) returns text
language sql immutable set search_path = '' as $$
  select case when strpos($1, '{{') > 0 then substring(
    regexp_replace(regexp_replace($1, '```.*?```', '', 'g'), '`[^`\n]*`', '', 'g')
    from '(?i)\{\{[ \t]*(?:(?:customer|ticket|agent)\.|ask:)[^{}\n]*\}\}') end
$$;
comment on function private.unfilled_placeholder(text) is
  'The first placeholder of a macro in a message, but for those in code; null without one. The composer has the same '
  'rule.';

create function private.refuse_unfilled(content text) returns void
language plpgsql immutable set search_path = '' as $$
declare
  placeholder constant text := private.unfilled_placeholder($1);
begin
  if placeholder is not null then
    raise exception 'A placeholder is not filled in'
      using detail = 'placeholder_unfilled', hint = left(placeholder, 100);
  end if;
end
$$;
comment on function private.refuse_unfilled(text) is 'Raises when a reply still has a placeholder of a macro.';
grant execute on function private.refuse_unfilled(text) to authenticated, service_role;
grant execute on function private.unfilled_placeholder(text) to authenticated, service_role;

create or replace function public.send_reply(
  ticket_id uuid, content text, is_internal boolean default false, request_id uuid default null,
  seen_at timestamptz default null, new_status text default null, new_priority text default null,
  add_tags text[] default null, seen_version integer default null, files integer default 0
) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  me uuid := auth.uid();
  ticket public.tickets;
  reply public.comments;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if not private.is_tag_list(add_tags) then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
  end if;
  if is_internal is not true then
    perform private.refuse_unfilled(content);
  end if;
  ticket_id := private.merge_root(ticket_id);
  -- Serialises replies to one ticket, also behind concurrent changes, which are seen below.
  select t.* into ticket from public.tickets t where t.id = send_reply.ticket_id for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if request_id is not null then
    select c.* into reply from public.comments c where c.user_id = me and c.request_id = send_reply.request_id;
    if found then
      return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
    end if;
  end if;
  perform private.refuse_if_changed(ticket.id, seen_at, seen_version);
  -- A sent reply cannot be taken back.
  perform private.exclude_from_undo();
  perform private.change_with_reply(ticket, me, coalesce(send_reply.is_internal, false), new_status, new_priority,
    add_tags);
  perform private.set_context('files', least(greatest(coalesce(files, 0), 0), 5)::text);
  insert into public.comments as c (ticket_id, user_id, content, is_internal, request_id)
  values (ticket.id, me, send_reply.content, coalesce(send_reply.is_internal, false), send_reply.request_id)
  returning c.* into reply;
  select t.* into ticket from public.tickets t where t.id = ticket.id;
  return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
end
$$;

create or replace function public.queue_reply(
  ticket_id uuid, content text, request_id uuid default null, send_at timestamptz default null,
  seen_at timestamptz default null, seen_version integer default null, new_status text default null,
  new_priority text default null, add_tags text[] default null
) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  ticket public.tickets;
  reply public.comments;
  due timestamptz := queue_reply.send_at;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  if not private.is_tag_list(add_tags) then
    raise exception 'A tag has 1 to 40 characters' using detail = 'tag_invalid';
  end if;
  perform private.refuse_unfilled(content);
  if due <= now() then
    raise exception 'A reply can only be scheduled for a time to come' using detail = 'send_at_past';
  elsif due > now() + interval '1 year' then
    raise exception 'A reply can be scheduled for a year at most' using detail = 'send_at_too_late';
  end if;
  -- Serialises replies to one ticket, as send_reply does.
  ticket := private.lock_shown(ticket_id);
  if ticket.id is null then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if request_id is not null then
    select c.* into reply from public.comments c where c.user_id = me and c.request_id = queue_reply.request_id;
    if found then
      return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
    end if;
  end if;
  perform private.refuse_if_changed(ticket.id, seen_at, seen_version);
  if (coalesce(new_status, new_priority) is not null or cardinality(add_tags) > 0)
    and not private.can_triage_ticket(ticket.assigned_to) then
    raise exception 'You do not have permission to update this ticket' using detail = 'ticket_forbidden';
  end if;
  due := coalesce(due, (select now() + make_interval(secs => w.undo_send_seconds) from public.workspace_settings w));
  insert into public.comments as c (ticket_id, user_id, content, is_internal, request_id, send_at)
  values (ticket.id, me, queue_reply.content, true, queue_reply.request_id, due)
  returning c.* into reply;
  insert into private.waiting_replies (comment_id, new_status, new_priority, add_tags, is_scheduled, ticket_version,
    merges)
  values (reply.id, queue_reply.new_status, queue_reply.new_priority, queue_reply.add_tags,
    queue_reply.send_at is not null, ticket.version, private.merges_into(ticket.id));
  if queue_reply.send_at is not null then
    insert into public.ticket_events (ticket_id, actor_id, kind, to_value, is_internal)
    values (ticket.id, me, 'reply_scheduled', to_jsonb(due) #>> '{}', true);
  end if;
  if due <= now() then
    reply := private.send_waiting(reply, ticket);
    select t.* into ticket from public.tickets t where t.id = ticket.id;
  elsif due < now() + interval '1 hour' then
    -- The embedded backend then runs send_due_replies; later ones are met by its regular runs.
    perform pg_notify('helpdesk_notifications', ceil(extract(epoch from due - clock_timestamp()))::text);
  end if;
  return jsonb_build_object('comment', to_jsonb(reply), 'ticket', private.ticket_for_staff(ticket));
end
$$;

-- Its priority, for the placeholder.
create or replace function public.preview_incident_reply(problem uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  end if;
  return (
    select jsonb_build_object(
      'undo_send_seconds', (select w.undo_send_seconds from public.workspace_settings w),
      'tickets', jsonb_agg(jsonb_build_object('id', t.id, 'number', t.number, 'subject', t.subject,
        'status', t.status, 'priority', t.priority, 'is_problem', k.is_problem,
        'requester_name', coalesce(nullif(p.name, ''), p.email),
        'mail', private.mail_of_reply(t), 'copies', private.copies_of_reply(t), 'assigned_to', t.assigned_to,
        'assignee_name', a.name, 'may_change', private.can_triage_ticket(t.assigned_to),
        'merged', (select jsonb_agg(m.number order by m.number)
          from private.merged_below(t.id) b join public.tickets m on m.id = b.id where b.id <> t.id),
        'waits', exists (select from public.comments c where c.ticket_id = t.id and c.send_at is not null),
        'messages', private.message_count(t.id)) order by k.is_problem, t.number))
    from private.answered_with(private.merge_root(problem)) k join public.tickets t on t.id = k.id
    left join public.profiles p on p.id = t.customer_id left join public.profiles a on a.id = t.assigned_to);
end
$$;
comment on function public.preview_incident_reply(uuid) is
  'Staff: who would get a reply to the incidents of a problem, and to the problem, which is the last: '
  '{undo_send_seconds, tickets: [{id, number, subject, status, priority, is_problem, requester_name, mail, copies|null, '
  'assigned_to, assignee_name, may_change, merged: numbers|null, waits, messages}]|null}. mail: see '
  'private.mail_of_reply; waits: a reply is not sent yet; messages is what reply_to_incidents takes as seen.';
