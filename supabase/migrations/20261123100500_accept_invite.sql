-- An invited person who has an account already accepts the invite with it, in a session of their own.

-- One person may accept more than one invite in the course of time.
drop index public.invites_used_by_idx;
create index invites_used_by_idx on public.invites (used_by);

create function public.accept_invite(token uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  me public.profiles;
  address text;
  granted text;
begin
  if private.current_role() is null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  -- An admin who changes this person at the same moment is first or second, not in between.
  select p.* into me from public.profiles p where p.id = auth.uid() for update;
  if me.deactivated_at is not null then
    raise sqlstate 'PT401' using message = 'Not authenticated', detail = 'not_authenticated';
  end if;
  select lower(u.email) into address from auth.users u where u.id = me.id and u.email_confirmed_at is not null;
  granted := (private.pending_invite(token::text)).role;
  if granted is null then
    raise exception 'This invite link is invalid or has expired.' using detail = 'invite_invalid';
  end if;
  if address is distinct from (private.pending_invite(token::text)).email then
    raise exception 'This invite is for another email address.' using detail = 'invite_other_address';
  end if;
  if private.role_rank(me.role) >= private.role_rank(granted) then
    raise exception 'You already have this role.' using detail = 'invite_needless';
  end if;
  granted := private.redeem_invite(token::text, address, me.id);
  if granted is null then
    raise exception 'This invite link is invalid or has expired.' using detail = 'invite_invalid';
  end if;
  update public.profiles p set role = granted where p.id = me.id;
  -- A former owner of the account may be signed in elsewhere, know its password or be about to move its address.
  delete from auth.sessions s where s.user_id = me.id and s.id::text is distinct from auth.jwt() ->> 'session_id';
  update auth.users u set
    -- The display copy; the trigger on it writes the true role.
    raw_user_meta_data = coalesce(u.raw_user_meta_data, '{}') || jsonb_build_object('role', granted),
    email_change = '', email_change_token_new = '', email_change_token_current = '',
    -- Of an account that had another address the password counts only if it was just used.
    encrypted_password = case
      when u.email_change_sent_at is null or auth.jwt() -> 'amr' @> '[{"method": "password"}]' then u.encrypted_password
    end
  where u.id = me.id;
  return granted;
end
$$;
comment on function public.accept_invite(uuid) is
  'The confirmed owner of the invited address takes the role of the invite, which ends their other sessions. Returns the role. Never lowers a role.';
revoke execute on function public.accept_invite(uuid) from public, anon, authenticated;
grant execute on function public.accept_invite(uuid) to authenticated, service_role;
