-- One reply to all incidents of a problem: a comment of its own on each, which names neither the problem nor another
-- incident. Each waits for the seconds of an undo as any reply does, and is sent, held and taken back like it.
create function private.message_count(root uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.merged_below(root) b join public.comments c on c.ticket_id = b.id
  where (not c.is_internal or c.send_at is not null)
    and not (c.source = 'mail' and private.is_unverified_message(c.id))
$$;
comment on function private.message_count(uuid) is
  'How many public messages a ticket shows, also those that are not sent yet: whoever saw as many has missed none. '
  'Mails that prove nothing are not counted: a forged one leaves nobody out.';

create function private.mail_of_reply(ticket public.tickets) returns text
language sql stable security definer set search_path = '' as $$
  select case when p.id is null or p.email = '' then 'no_address'
    when exists (select from public.undeliverable_addresses u where u.address = p.email) then 'undeliverable'
    when p.id = auth.uid() or not private.can_get_notification('reply', p.id, $1) then 'no_mails'
    else 'mail' end
  from (select ($1).customer_id as id) r left join public.profiles p on p.id = r.id
$$;
comment on function private.mail_of_reply(public.tickets) is
  'Whether the requester gets a reply as a mail: mail, no_address, undeliverable (earlier ones came back), no_mails '
  '(wants none, or never confirmed the address).';

create function private.copies_of_reply(ticket public.tickets) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_agg(coalesce(nullif(p.name, ''), p.address) order by p.address)
  from private.copies_of(jsonb_populate_record(null::public.comments,
    jsonb_build_object('ticket_id', ($1).id, 'author_role', 'agent'))) p
  where not exists (select from public.undeliverable_addresses u where u.address = p.address)
    and not exists (select from public.profiles k
      where k.email = p.address and k.id in (($1).customer_id, ($1).assigned_to))
$$;
comment on function private.copies_of_reply(public.tickets) is
  'The people in copy who get a reply as a mail, by name or address; null for nobody.';

create function private.answered_with(problem uuid) returns table (id uuid, is_problem boolean)
language sql stable security definer set search_path = '' as $$
  select $1, true
  union all
  (select l.id, false from private.links_of($1) l where l.relation = 'incident' limit 500)
$$;
comment on function private.answered_with(uuid) is
  'A problem and its incidents: the tickets that one reply can answer.';

create function public.preview_incident_reply(problem uuid) returns jsonb
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
  '{undo_send_seconds, tickets: [{id, number, subject, status, priority, is_problem, requester_name, mail, '
  'copies|null, assigned_to, assignee_name, may_change, merged: numbers|null, waits, messages}]|null}. mail: see '
  'private.mail_of_reply; waits: a reply is not sent yet; messages is what reply_to_incidents takes as seen.';
grant execute on function public.preview_incident_reply(uuid) to authenticated, service_role;

create function private.reply_to_incident(ticket_id uuid, seen integer, content text, request_id uuid,
  new_status text) returns public.comments
language plpgsql security definer set search_path = '' as $$
declare
  ticket public.tickets;
  reply public.comments;
begin
  -- Whoever writes to it, or merges it, waits until this is done.
  select t.* into ticket from public.tickets t where t.id = $1 for no key update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  select c.* into reply from public.comments c where c.user_id = auth.uid() and c.request_id = $4;
  if found then
    return reply;
  elsif ticket.merged_into is not null then
    perform private.refuse_merged(ticket);
  elsif private.message_count(ticket.id) is distinct from seen then
    raise sqlstate 'PT409' using message = 'Somebody wrote since you looked',
      detail = case when (
        select private.is_answer(c.user_id, c.author_role, ticket.customer_id) from public.comments c
        where c.ticket_id = ticket.id and (not c.is_internal or c.send_at is not null)
        order by c.created_at desc, c.id desc limit 1) then 'colleague_wrote' else 'customer_wrote' end;
  end if;
  perform public.queue_reply(ticket_id => ticket.id, content => $3, request_id => $4,
    new_status => case when private.can_triage_ticket(ticket.assigned_to) and ticket.status not in ('solved', 'closed')
      then $5 end);
  select c.* into reply from public.comments c where c.user_id = auth.uid() and c.request_id = $4;
  return reply;
end
$$;
comment on function private.reply_to_incident(uuid, integer, text, uuid, text) is
  'Queues a reply of the caller unless somebody wrote since they saw so many messages. A solved or closed ticket, and '
  'one of a colleague, keeps its status. A repeated request_id returns the first reply.';

create function public.reply_to_incidents(problem uuid, ticket_ids uuid[], seen integer[], contents text[],
  request_id uuid, new_status text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  allowed constant uuid[] := array(select k.id from private.answered_with(private.merge_root(problem)) k);
  many constant integer := coalesce(cardinality(ticket_ids), 0);
  results jsonb := '[]';
  one record;
  reply public.comments;
  ticket public.tickets;
  code text;
  name text;
begin
  if not private.can_work_on_tickets() then
    raise exception 'You do not have permission to update this ticket' using detail = 'agent_required';
  elsif many not between 1 and 100 or cardinality(seen) is distinct from many or array_ndims(ticket_ids) <> 1
    or coalesce(cardinality(contents), 0) not in (1, many) or request_id is null
    or new_status is not null and new_status <> all (private.ticket_statuses()) then
    raise exception 'A reply goes to 1 to 100 tickets, with one text for all or for each'
      using detail = 'incident_reply_invalid';
  end if;
  -- In one order, so that two replies to the same tickets do not deadlock; each ticket once.
  for one in
    select distinct on (id) id, seen[n] as seen, contents[least(n, cardinality(contents))] as content
    from unnest(ticket_ids) with ordinality as u (id, n) where id is not null order by id, n
  loop
    code := null;
    name := null;
    reply := null;
    select t.* into ticket from public.tickets t where t.id = one.id;
    begin
      if one.id <> all (allowed) and ticket.merged_into is null then
        raise exception 'This ticket is no incident of the problem' using detail = 'not_an_incident';
      end if;
      -- The same for each attempt.
      reply := private.reply_to_incident(one.id, one.seen, one.content, md5(request_id::text || one.id)::uuid,
        new_status);
    exception
      when deadlock_detected or serialization_failure then
        raise;
      when others then
        get stacked diagnostics code = pg_exception_detail, name = pg_exception_hint;
        select r.code, r.name into code, name from private.own_refusal(sqlstate, code, null, name) r;
    end;
    results := results || jsonb_build_object('id', one.id, 'number', ticket.number, 'subject', ticket.subject,
      'ok', code is null, 'code', code, 'hint', nullif(name, ''), 'comment_id', reply.id, 'send_at', reply.send_at);
  end loop;
  return jsonb_build_object('results', results);
end
$$;
comment on function public.reply_to_incidents(uuid, uuid[], integer[], text[], uuid, text) is
  'Staff: reply to up to 100 tickets of a problem at once, as queue_reply does, with one text for all or for each, and '
  'with a status: {results: [{id, number, subject, ok, code, hint, comment_id, send_at}]}. seen is for each how many '
  'messages preview_incident_reply counted; a ticket on which somebody wrote since is left out (customer_wrote, '
  'colleague_wrote). A repeated request_id returns the first replies.';
grant execute on function public.reply_to_incidents(uuid, uuid[], integer[], text[], uuid, text)
  to authenticated, service_role;
