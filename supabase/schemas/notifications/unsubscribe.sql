-- A link in each mail that ends this kind of mail, without signing in. Its token can do nothing else, for nobody else,
-- and grants no look at anything.
create table private.unsubscribe_keys (
  id integer primary key default 1 constraint unsubscribe_keys_one check (id = 1),
  key bytea not null
);
comment on table private.unsubscribe_keys is 'The key that signs unsubscribe links. One row.';

alter table private.unsubscribe_keys enable row level security;
insert into private.unsubscribe_keys (key) values (extensions.gen_random_bytes(32));

create function private.unsubscribe_token(person uuid, kind text) returns text
language sql stable security definer set search_path = '' as $$
  select person || '.' || private.setting_of(kind) || '.'
    || encode(extensions.hmac(convert_to(person || '.' || private.setting_of(kind), 'UTF8'), k.key, 'sha256'), 'hex')
  from private.unsubscribe_keys k
$$;
comment on function private.unsubscribe_token(uuid, text) is
  'The token of the link in the text, for one user and one kind of mail.';

create function private.sign_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind = 'copy' then
    new.stop_token := private.copy_token(new.ticket_id, new.recipient_email);
  elsif new.kind <> 'reply' and exists (
    select from private.notification_kinds() k where k.kind = new.kind and k.setting is not null) then
    new.unsubscribe_token := private.one_click_token(new.recipient_id, new.kind);
    new.stop_token := private.unsubscribe_token(new.recipient_id, new.kind);
  end if;
  return new;
end
$$;
comment on function private.sign_mail() is
  'Adds the tokens of a mail''s links. Messages to the requester have none: they are answers to what the requester '
  'wrote.';

create trigger notification_outbox_sign before insert on public.notification_outbox
  for each row execute function private.sign_mail();
