-- A link in each mail that ends this kind of mail, without signing in. Its token can do nothing else, for nobody else, and
-- grants no look at anything.
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
comment on function private.unsubscribe_token(uuid, text) is 'The signed token of one user and one kind of mail.';

create function private.read_unsubscribe_token(token text, out person uuid, out setting text)
language plpgsql stable security definer set search_path = '' as $$
declare
  parts constant text[] := string_to_array(left(token, 200), '.');
begin
  if cardinality(parts) = 3 and pg_input_is_valid(parts[1], 'uuid') then
    person := (select p.id from public.profiles p where p.id = parts[1]::uuid);
    setting := parts[2];
  end if;
  -- Compares digests: the duration says nothing about the token.
  if person is null or setting not in ('reply', 'status', 'assigned', 'mention', 'unassigned', 'followed')
    or extensions.digest(private.unsubscribe_token(person, setting), 'sha256') <> extensions.digest(token, 'sha256') then
    raise sqlstate 'PT404' using message = 'This link is not valid', detail = 'unsubscribe_invalid';
  end if;
end
$$;
comment on function private.read_unsubscribe_token(text) is 'Whom and what a token is for; raises a 404 for any other text.';

create function public.get_subscription(token text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  link constant record := private.read_unsubscribe_token(token);
begin
  return (select jsonb_build_object('kind', link.setting, 'is_staff', p.role in ('agent', 'admin'),
    'is_subscribed', private.wants(p.preferences, 'notify', link.setting))
    from public.profiles p where p.id = link.person);
end
$$;
comment on function public.get_subscription(text) is
  'Anyone with the token of a mail: which kind of mail it ends, and whether it is sent: {kind, is_staff, is_subscribed}.';

create function public.set_subscription(token text, subscribed boolean default false) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  link constant record := private.read_unsubscribe_token(token);
begin
  update public.profiles p set preferences = p.preferences || jsonb_build_object('notify_' || link.setting, coalesce(subscribed, false))
  where p.id = link.person;
  return public.get_subscription(token);
end
$$;
comment on function public.set_subscription(text, boolean) is
  'Anyone with the token of a mail: ends this kind of mail for its recipient, or takes that back.';

create function private.sign_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.kind <> 'opened' then
    new.unsubscribe_token := private.unsubscribe_token(new.recipient_id, new.kind);
  end if;
  return new;
end
$$;
comment on function private.sign_mail() is 'Adds the token of the unsubscribe link to a mail.';

create trigger notification_outbox_sign before insert on public.notification_outbox
  for each row execute function private.sign_mail();

grant execute on function public.get_subscription(text), public.set_subscription(text, boolean)
  to anon, authenticated, service_role;
