-- What a row of a list shows: lists, searches, the ticket screen, the export and the live feed return it.
create type public.ticket_row as (
  id uuid, number bigint, subject text, status text, priority text, version integer,
  created_by uuid, customer_id uuid, assigned_to uuid,
  created_at timestamptz, updated_at timestamptz, closed_at timestamptz, waiting_since timestamptz,
  creator_name text, creator_email text, assignee_name text, assignee_email text, requester_name text,
    requester_email text,
  desk_tags text[],
  last_message_at timestamptz, last_message_name text, last_message_from text, last_message_preview text,
  unread boolean,
  snoozed_until timestamptz,
  last_message_unverified boolean
);
comment on type public.ticket_row is
  'What a list shows of a ticket. desk_tags, snoozed_until: set by staff; null for customers. unread: for the caller, '
  'a message of somebody else after their mark, or marked as unread. last_message_unverified: nothing proves who sent '
  'the mail that it is.';

-- Staff and others are looked up apart.
create function private.ticket_rows(page public.tickets[], staff boolean) returns setof public.ticket_row
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
        array(select t.id from unnest(page) t where t.last_message_at > since and t.last_message_by is distinct
          from me order by 1))
    )
    select t.id, t.number, t.subject, t.status, t.priority, t.version, t.created_by, t.customer_id, t.assigned_to,
      t.created_at, t.updated_at, t.closed_at, t.waiting_since,
      case when reach.is_own or creator.id = me or creator.role <> 'customer' then creator.name end,
      case when staff or creator.id = me then creator.email end,
      assignee.name, case when staff then assignee.email end,
      case when reach.is_own or requester.id = me then requester.name end,
      case when staff or requester.id = me then requester.email end,
      case when staff then coalesce(desk.tags, '{}') end,
      case when t.last_message_at >= reach.reads_from then t.last_message_at end,
      case when t.last_message_at >= reach.reads_from then author.name end,
      case when t.last_message_at < reach.reads_from then null when author.id = requester.id then 'requester'
        when author.role <> 'customer' then 'staff' when author.id is not null then 'other' end,
      case when t.last_message_at >= reach.reads_from then t.last_message_preview end,
      t.id in (select m.ticket_id from marked m) or t.last_message_by is distinct from me
        and t.last_message_at > greatest(reads.read_at, since, reach.reads_from),
      case when staff then t.snoozed_until end,
      case when t.last_message_at >= reach.reads_from then t.last_message_unverified end
    from unnest(page) with ordinality t
    -- Of a ticket into which theirs was merged, customers get no word from before, and not whose it is.
    cross join lateral (select staff or coalesce(t.customer_id = me, false) as is_own) own
    cross join lateral (select own.is_own, case when own.is_own then '-infinity'
      else private.reads_since(t.id, me) end as reads_from) reach
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
  'The rows of tickets, in their order. Customers get no tags of the workspace, and of staff the name only. The caller '
  'has applied the rights.';
