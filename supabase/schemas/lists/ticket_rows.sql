-- What a row of a list shows, and which tickets a list has: shared by lists, searches and the selection of all matches.
-- Staff and others are looked up apart.
create function private.ticket_rows(page public.tickets[], staff boolean) returns table (
  id uuid, number bigint, subject text, description text, status text, priority text, priority_rank smallint,
  created_by uuid, customer_id uuid, assigned_to uuid, tags text[], metadata jsonb, request_id uuid, version integer,
  first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz, close_reason text,
  created_at timestamptz, updated_at timestamptz, waiting_since timestamptz, last_message_at timestamptz,
  last_message_by uuid, last_message_preview text, source text,
  creator_name text, creator_email text, assignee_name text, assignee_email text, requester_name text,
    requester_email text,
  desk_tags text[], last_message_name text, last_message_from text, unread boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  me constant uuid := auth.uid();
  since constant timestamptz := private.read_before(me);
begin
  return query
    with asked as materialized (
      select distinct unnest(array[t.created_by, t.customer_id, t.assigned_to, t.last_message_by]) as id
        from unnest(page) t
    ), team as materialized (
      select p.id, p.name, p.email, p.role from public.profiles p
      where p.role <> 'customer' and p.id = any (array(select a.id from asked a order by 1))
    ), people as materialized (
      select m.id, m.name, m.email, m.role from team m
      union all select p.id, p.name, p.email, p.role from asked a join public.profiles p on p.id = a.id
      where a.id not in (select m.id from team m)
    ), desk as materialized (
      select g.ticket_id, g.tags from unnest(page) t join public.ticket_tags g on g.ticket_id = t.id
      where staff and t.tag_keys is not null
    ), marked as materialized (
      select r.ticket_id from private.ticket_reads r where r.user_id = me and r.is_unread
    ), reads as materialized (
      select r.ticket_id, r.read_at from private.ticket_reads r where r.user_id = me and r.ticket_id = any (
        array(select t.id from unnest(page) t where t.last_message_at > since and t.last_message_by is distinct from me
          order by 1))
    )
    select t.id, t.number, t.subject, t.description, t.status, t.priority, t.priority_rank, t.created_by, t.customer_id,
      t.assigned_to, t.tags, t.metadata, t.request_id, t.version, t.first_response_at, t.resolved_at, t.closed_at,
      t.close_reason, t.created_at, t.updated_at, t.waiting_since, t.last_message_at, t.last_message_by,
      t.last_message_preview, t.source,
      creator.name, case when staff or creator.id = me then creator.email end,
      assignee.name, case when staff then assignee.email end,
      requester.name, case when staff or requester.id = me then requester.email end,
      case when staff then coalesce(desk.tags, '{}') end,
      author.name, case when author.id = requester.id then 'requester' when author.role <> 'customer' then 'staff'
        when author.id is not null then 'other' end,
      t.id in (select m.ticket_id from marked m) or t.last_message_by is distinct from me
        and t.last_message_at > greatest(reads.read_at, since)
    from unnest(page) with ordinality t
    left join people creator on creator.id = t.created_by
    left join people assignee on assignee.id = t.assigned_to
    left join people requester on requester.id = coalesce(t.customer_id, t.created_by)
    left join people author on author.id = t.last_message_by
    left join desk on desk.ticket_id = t.id
    left join reads on reads.ticket_id = t.id
    order by t.ordinality;
end
$$;
comment on function private.ticket_rows(public.tickets[], boolean) is
  'The rows of a list. Customers get no tags of the desk, and of staff the name only. unread: for the caller, a '
  'message of somebody else after their mark, or marked as unread.';
