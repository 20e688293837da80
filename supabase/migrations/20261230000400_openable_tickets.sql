-- A ticket with more than 16 MB of messages could not be opened by anybody: the answer was refused.
create function private.beginning_of(field text, content text) returns jsonb
language sql immutable set search_path = '' as $$
  select case when char_length(content) > 200 then jsonb_build_object(field, left(content, 200) || ' […]') else '{}' end
$$;
comment on function private.beginning_of(text, text) is
  'The field with the beginning of a text, for the oldest texts of a ticket that has very many bytes.';

create or replace function private.thread_json(ticket public.tickets, person uuid, notes boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  ids uuid[] := array[ticket.id];
  sinces timestamptz[] := array['-infinity'];
begin
  if exists (select from public.tickets t where t.merged_into = ticket.id) then
    select array_agg(k.id), array_agg(k.since) into ids, sinces from private.thread_of(ticket.id, person) k;
  end if;
  return jsonb_build_object(
    'comments', coalesce((
      select jsonb_agg(to_jsonb(k.said) || case when (k.said).ticket_id <> ticket.id then jsonb_build_object(
          'ticket_number', (select t.number from public.tickets t where t.id = (k.said).ticket_id)) else '{}' end
        || case when k.bytes > 5000000 then private.beginning_of('content', (k.said).content) else '{}' end
        order by (k.said).created_at, (k.said).id)
      from (
        select c as said, sum(octet_length(c.content)) over (order by c.created_at desc, c.id desc) as bytes
        from public.comments c where c.ticket_id = any (ids) and (notes or not c.is_internal)
          and (person is null or c.created_at >= sinces[array_position(ids, c.ticket_id)])) k), '[]'),
    'attachments', coalesce((
      select jsonb_agg(to_jsonb(a) order by a.created_at, a.id)
      from public.attachments a where a.ticket_id = any (ids) and (notes
        or a.comment_id is null and sinces[array_position(ids, a.ticket_id)] = '-infinity'
        or exists (
          select from public.comments c where c.id = a.comment_id and not c.is_internal
            and c.created_at >= sinces[array_position(ids, a.ticket_id)]))), '[]'),
    'missing_files', coalesce((
      select jsonb_agg(jsonb_build_object('request_id', a.request_id, 'comment_id', a.comment_id, 'name', a.file_name)
        order by a.announced_at, a.position)
      from private.announced_files a left join public.comments c on c.id = a.comment_id
      where a.ticket_id = any (ids) and a.is_missing and a.announced_at > now() - interval '30 days'
        -- Files of another ticket's description are its requester's to upload.
        and case when a.comment_id is null
          then a.ticket_id = ticket.id and sinces[array_position(ids, a.ticket_id)] = '-infinity'
          else (notes or not c.is_internal) and c.created_at >= sinces[array_position(ids, a.ticket_id)] end), '[]'));
end
$$;
comment on function private.thread_json(public.tickets, uuid, boolean) is
  'What a ticket and those merged into it say, as a requester reads it, without one as staff do: {comments, '
  'attachments, missing_files}. Comments of merged tickets have a ticket_number.';

create or replace function private.merged_tickets_json(root uuid, person uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'number', t.number, 'subject', t.subject,
    'description', t.description, 'created_at', t.created_at, 'created_by', t.created_by, 'source', t.source,
    'creator_name', c.name, 'customer_id', t.customer_id, 'requester_name', r.name,
    'requester_email', case when person is null or r.id = person then r.email end,
    'merged_at', t.merged_at, 'merged_into', t.merged_into)
    || case when k.bytes > 2000000 then private.beginning_of('description', t.description) else '{}' end
    order by t.merged_at, t.id), '[]')
  from (
    select o.id, sum(octet_length(o.description)) over (order by o.merged_at desc, o.id desc) as bytes
    from private.thread_of(root, person) l join public.tickets o on o.id = l.id
    where o.id <> root and l.since = '-infinity') k
  join public.tickets t on t.id = k.id
  left join public.profiles c on c.id = t.created_by left join public.profiles r on r.id = t.customer_id
$$;
comment on function private.merged_tickets_json(uuid, uuid) is
  'The tickets merged into a ticket, without those of other requesters than the person; without one all: [{id, '
  'number, subject, description, created_at, created_by, source, creator_name, customer_id, requester_name, '
  'requester_email, merged_at, merged_into}].';
