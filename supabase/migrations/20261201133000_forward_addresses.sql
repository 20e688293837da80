-- A forwarded message has a reply address of its own. Everybody who writes there is the outsider to whom it was forwarded: the
-- outsider knows neither the reply address of the ticket nor the Message-IDs of its mails.
alter table private.sent_mails add column forward_code text
  constraint sent_mails_forward_code check (forward_code ~ '^[0-9a-f]{20}$');
comment on column private.sent_mails.forward_code is 'Of a forwarded message: the code of its reply address. Answers to it are the outsider''s.';

create unique index sent_mails_forward_idx on private.sent_mails (forward_code) where forward_code is not null;

alter table private.mail_messages add column forwarded_to text;
comment on column private.mail_messages.forwarded_to is
  'The outsider whose answer this is, whatever From says: the mail came to the address of what was forwarded to them, or answers it.';

create function private.forward_code(mail_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select left(encode(extensions.hmac(convert_to('forward ' || mail_id, 'UTF8'), k.key, 'sha256'), 'hex'), 20)
  from private.mail_keys k
$$;
comment on function private.forward_code(uuid) is 'The code of a forwarded mail in its reply address.';

create function private.forward_address(ticket_id uuid, mail_id uuid) returns text
language sql stable security definer set search_path = '' as $$
  select regexp_replace(private.reply_address($1), '\+[^@]*@', '+f.' || private.forward_code($2) || '@')
$$;
comment on function private.forward_address(uuid, uuid) is
  'The address for answers to a forwarded mail, support+f.<code>@…; null when the desk has no active address.';

create function private.forward_of(address text) returns private.sent_mails
language sql stable security definer set search_path = '' as $$
  select s.* from private.sent_mails s where s.forward_code = lower(substring($1 from '^[^@+]+\+f\.([0-9a-fA-F]{20})@'))
$$;
comment on function private.forward_of(text) is 'The forwarded mail to whose reply address a mail was sent, or null.';

create or replace function private.earlier_mails(mail public.notification_outbox) returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(e.message_id order by e.at), '{}') from (
    select k.message_id, min(k.at) as at from (
      select s.message_id, s.sent_at as at from private.sent_mails s
      where s.ticket_id = mail.ticket_id and s.recipient = lower(mail.recipient_email)
        and (s.forward_code is not null) = (mail.kind = 'forward')
        and s.message_id not like 'notification.' || mail.id || '@%'
      union all
      select m.message_id, m.received_at from private.mail_messages m
      left join public.comments c on c.id = m.comment_id
      where m.ticket_id = mail.ticket_id and m.state = 'accepted' and m.received_at <= mail.created_at
        and not coalesce(c.is_internal, false) and mail.kind <> 'forward') k
    group by k.message_id order by min(k.at) desc limit 20) e
$$;
comment on function private.earlier_mails(public.notification_outbox) is
  'Message-IDs of up to 20 earlier mails of the ticket, received or sent to the same recipient, oldest first. A forward names earlier forwards to its recipient alone.';

create or replace function public.take_mails(host text, max_rows integer default 1) returns setof jsonb
language plpgsql security definer set search_path = '' as $$
declare
  mail public.notification_outbox;
  is_forward boolean;
begin
  if host is null or host !~ '^[a-z0-9.-]{1,253}$' then
    raise exception 'The host of the Message-IDs is not valid' using detail = 'host_invalid';
  end if;
  for mail in select n.* from public.take_notifications(max_rows) n loop
    is_forward := mail.kind = 'forward';
    -- Before it is sent: an answer or a bounce may arrive before the attempt is recorded.
    if mail.ticket_id is not null then
      insert into private.sent_mails (message_id, recipient, ticket_id, comment_id, is_internal, forward_code)
      values (format('notification.%s@%s', mail.id, host), lower(mail.recipient_email), mail.ticket_id, mail.comment_id,
        mail.kind = 'mention', case when is_forward then private.forward_code(mail.id) end)
      on conflict do nothing;
    end if;
    return next to_jsonb(mail) || private.mail_contents(mail, host) || case when is_forward
      then jsonb_build_object('reply_to', private.forward_address(mail.ticket_id, mail.id)) else '{}' end;
  end loop;
end
$$;

-- mail_hit returns more columns.
drop function private.mail_hit(private.mail_messages, text, jsonb);
create function private.mail_hit(
  mail private.mail_messages, address text, refs jsonb, out ticket_id uuid, out via text, out forwarded_to text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  wanted text;
  own boolean;
  several boolean;
  forward constant private.sent_mails := private.forward_of(address);
begin
  ticket_id := coalesce(forward.ticket_id, private.ticket_of_reply_address(address));
  if ticket_id is not null then
    via := 'address';
    forwarded_to := forward.recipient;
    return;
  end if;
  -- The nearest first. Received mails count too: people in copy answer the requester's own mail.
  for wanted in select e from jsonb_array_elements_text(refs) with ordinality as l (e, n) order by n limit 100 loop
    select s.ticket_id, case when s.forward_code is not null then s.recipient end into ticket_id, forwarded_to
    from private.sent_mails s where s.message_id = wanted limit 1;
    if not found then
      select k.ticket_id, k.is_own, count(*) over () > 1 into ticket_id, own, several from (
        select m.ticket_id, private.writes_to(m.ticket_id, mail.from_address) as is_own, min(m.received_at) as first_at
        from (
          select j.ticket_id, j.received_at from private.mail_messages j
          where j.message_id = wanted and j.state = 'accepted' limit 200) m
        group by m.ticket_id order by first_at limit 50) k
      order by k.is_own desc, k.first_at limit 1;
    end if;
    if ticket_id is not null then
      via := case when several and not own then 'ambiguous' else 'references' end;
      return;
    end if;
  end loop;
  select t.id into ticket_id from public.tickets t, public.workspace_settings w
  where t.number = substring(mail.subject from '(?i)\[(?:#|' || w.ticket_prefix || '-)(\d{1,15})\]')::bigint;
  if ticket_id is not null then
    via := 'subject';
  end if;
end
$$;
comment on function private.mail_hit(private.mail_messages, text, jsonb) is
  'The ticket that a mail names and how: by its reply address, else by the mails that it answers (ambiguous: those are in several tickets, none of them the sender''s), else by the number in its subject. forwarded_to: it answers what was forwarded to that outsider.';
