-- A forwarded message has a reply address of its own. Everybody who writes there is the outsider to whom it was
-- forwarded: they know neither the reply address of the ticket nor the Message-IDs of its mails.

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
  'The address for answers to a forwarded mail, support+f.<code>@…; null when the workspace has no active address.';

create function private.forward_of(address text) returns private.sent_mails
language sql stable security definer set search_path = '' as $$
  select s.* from private.sent_mails s where s.forward_code = lower(substring($1 from '^[^@+]+\+f\.([0-9a-fA-F]{20})@'))
$$;
comment on function private.forward_of(text) is 'The forwarded mail to whose reply address a mail was sent, or null.';
