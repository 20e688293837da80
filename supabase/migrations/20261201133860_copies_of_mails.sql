-- Mails with one Message-ID are as many as somebody sends: each is found by an index. A deleted comment takes the copies of its
-- mail along.
drop index private.mail_messages_identity_idx;
create unique index mail_messages_identity_idx on private.mail_messages
  (message_id, md5(from_address || ' ' || content_hash), md5(recipient || ' ' || authentication));

create or replace function private.mail_hit(
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
create or replace function private.forget_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update private.mail_messages m set content = '', quoted = '', original_path = null, files = '[]',
    -- Without its comment it would pass for the mail that opened the ticket.
    reason = case when m.comment_id = old.id then 'comment_deleted' else m.reason end
  where m.id in (
    select k.id from private.mail_messages k where k.comment_id = old.id
    union
    select c.id from private.mail_messages k join private.mail_messages c
      on c.message_id = k.message_id and c.from_address = k.from_address and c.content_hash = k.content_hash
    where k.comment_id = old.id and c.reason = 'same_message');
  return old;
end
$$;
