-- How people without an account are named, whose names come from their mails.

-- A name in a mail is its author's choice, so the rules for names of profiles hold for it, and the address stays.
create function private.guest_names(people jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  with listed as materialized (
    select private.lower_ascii(btrim(coalesce(e ->> 'address', ''))) as address, n,
      btrim(left(private.without_symbols(private.person_name(coalesce(e ->> 'name', ''))), 100)) as name
    from jsonb_array_elements(people) with ordinality as l (e, n)
  ), deceptive as materialized (
    select d.n from private.deceptive_names((select jsonb_agg(to_jsonb(l) order by l.n) from listed l)) d (n)
  )
  select coalesce(jsonb_agg(jsonb_build_object('address', l.address, 'name',
    case when l.name ~ '@' or l.n in (select d.n from deceptive d) then '' else l.name end) order by l.n), '[]')
  from listed l
$$;
comment on function private.guest_names(jsonb) is
  'People [{address, name}] of a mail, without symbols in their names and without names that imitate staff, the '
  'workspace, a role or an address.';

-- Mails name everybody but staff with their address: a name is its owner's choice. Automatic answers repeat what was
-- written to those alone who are known to have written it; others would get a stranger's words from the workspace.
create function private.guest_author(mail public.notification_outbox, said public.comments,
  ticket public.tickets) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'is_proven', mail.kind in ('received', 'refused', 'refused_files') and exists (
      select from private.mail_messages m
      where m.message_id = mail.in_reply_to and m.ticket_id is not distinct from mail.ticket_id
        and m.authentication = 'pass'
        and m.reply is not null and lower(m.from_address) = lower(mail.recipient_email)))
    || coalesce((
      select jsonb_build_object('author_address', p.email, 'is_from_requester', p.id = ticket.customer_id)
      from public.profiles p
      where p.id = case when said.id is not null then said.user_id when mail.kind = 'reopened' then ticket.customer_id
          when mail.kind = 'unassigned' then ticket.created_by end
        and coalesce(said.author_role, p.role) = 'customer'), '{}')
$$;
comment on function private.guest_author(public.notification_outbox, public.comments, public.tickets) is
  'Of a mail: author_address and is_from_requester when its author is not staff; is_proven when it answers a mail '
  'whose sender is authenticated.';
