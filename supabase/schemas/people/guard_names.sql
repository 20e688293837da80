-- Keeps customers from impersonating the team: no invisible characters, no symbols such as check marks, no names made
-- of role words, no name of the workspace or of a member of staff. Typing such a name raises an error; at sign-up,
-- where an error would end the transaction, the name is cleaned and marked instead.

create function private.guard_name() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  typed boolean := tg_op = 'UPDATE' and new.name is distinct from old.name and new.id = auth.uid();
  mark constant text := ' (customer)';
  given text;
begin
  if typed and octet_length(new.name) > 4000 then
    return new;
  end if;
  new.name := private.person_name(left(new.name, 4000));
  -- The table's check refuses it.
  if typed and char_length(new.name) > 50 then
    return new;
  end if;
  if typed and new.name <> private.without_symbols(new.name) then
    raise exception 'A name cannot contain symbols or emoji' using detail = 'name_symbols';
  end if;
  new.name := private.without_symbols(new.name);
  if new.name = '' and not typed then
    new.name := coalesce(nullif(private.without_symbols(private.person_name(split_part(new.email, '@', 1))), ''),
      'New user');
  end if;
  if new.name = '' then
    raise exception 'Please enter a name' using detail = 'name_empty';
  end if;
  if not typed then
    new.name := btrim(left(new.name, 50));
  end if;
  if new.role <> 'customer' then
    -- Removes the mark when a customer joins the staff, and restores the end of a name that was cut to make room for
    -- it.
    if right(new.name, length(mark)) = mark and new.name <> mark then
      new.name := left(new.name, -length(mark));
      select btrim(left(private.without_symbols(private.person_name(u.raw_user_meta_data ->> 'full_name')), 50)) into
        given
      from auth.users u where u.id = new.id;
      if btrim(left(given, 50 - length(mark))) = new.name then
        new.name := given;
      end if;
    end if;
  elsif right(new.name, length(mark)) <> mark and private.is_deceptive_name(new.name, new.id) then
    if typed then
      raise exception 'This name could be mistaken for the support team. Enter your own name.'
        using detail = 'name_reserved';
    end if;
    new.name := btrim(left(new.name, 50 - length(mark))) || mark;
  end if;
  return new;
end
$$;
comment on function private.guard_name() is
  'Refuses a deceptive name typed by the user; otherwise removes symbols and marks a customer with such a name.';

create trigger profiles_guard_name before insert or update of name, role on public.profiles
  for each row execute function private.guard_name();
