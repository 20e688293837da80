-- Mails about a follow-up said that its requester wrote its description.
create or replace function private.earlier_messages(target uuid, before timestamptz, excluded uuid,
  since timestamptz default '-infinity') returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('author', m.author, 'address', p.email, 'at', m.at, 'text', m.text,
    'is_unverified', m.source = 'mail' and exists (
      select from private.mail_messages l
      where l.ticket_id = target and l.comment_id is not distinct from m.id and l.state = 'accepted'
        and private.is_unverified(l))) order by m.at desc), '[]')
  from (
    select k.* from (
      select c.id, c.source, c.author_name as author, case when c.author_role = 'customer' then c.user_id end as guest,
        c.created_at as at,
        left(c.content, 4000) as text
      from public.comments c
      where c.ticket_id = target and not c.is_internal and c.created_at between since and before
        and c.id is distinct from excluded
      union all
      select null, t.source, p.name, case when p.role = 'customer' then p.id end, t.created_at,
        left(t.description, 4000)
      from public.tickets t left join public.profiles p on p.id = t.created_by
      -- Nobody wrote the description of a follow-up.
      where t.id = target and t.origin is distinct from 'follow_up' and t.created_at between since and before) k
    order by k.at desc limit 5) m
  left join public.profiles p on p.id = m.guest
$$;
