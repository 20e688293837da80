-- Mails of solved tickets have the link, and the history says that a rating came by it.
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
    return next to_jsonb(mail) || private.mail_contents(mail, host) || private.rating_invitation(mail) || case when is_forward
      then jsonb_build_object('reply_to', private.forward_address(mail.ticket_id, mail.id)) else '{}' end;
  end loop;
end
$$;

create or replace function private.log_ticket_content() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select p.id from public.profiles p where p.id = auth.uid());
  part jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  ticket uuid := (part ->> 'ticket_id')::uuid;
  verb text := case tg_op when 'INSERT' then 'added' when 'UPDATE' then 'edited' else 'deleted' end;
  hidden boolean := false;
  event text;
  way text;
begin
  -- When the ticket itself is deleted, there is no row left to refer to.
  if not exists (select from public.tickets t where t.id = ticket) then
    return null;
  end if;
  if tg_table_name = 'comments' then
    hidden := (part ->> 'is_internal')::boolean;
    event := case when hidden then 'note_' else 'comment_' end || verb;
  elsif tg_table_name = 'attachments' then
    hidden := private.is_internal_comment((part ->> 'comment_id')::uuid)
      -- Deleted together with its comment, which no longer exists.
      or (tg_op = 'DELETE' and part ->> 'comment_id' is not null);
    event := 'attachment_' || verb;
  else
    event := 'rated';
    way := case when me is null then 'link' end;
    me := coalesce(me, (part ->> 'customer_id')::uuid);
  end if;
  insert into public.ticket_events (ticket_id, actor_id, kind, from_value, to_value, is_internal)
  values (ticket, me, event, way, part ->> 'score', hidden);
  return null;
end
$$;
comment on function private.log_ticket_content() is
  'Logs events of comments, attachments and ratings, without their text. A rating by the link of a mail has the from_value link.';
