-- Subjects and people's names in the form that lists sort by: kept with the ticket, because an index can only have
-- columns of its table. A limit of a column is checked after its triggers, so no more is read of a text than the
-- longest accepted one.
create function private.sort_key(words text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select left(private.plain_words(left(words, 500)), 32)
$$;
comment on function private.sort_key(text) is 'What sorting compares of a text: the first 32 plain letters and digits.';

create function private.sort_name(person uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select private.sort_key(p.name) from public.profiles p where p.id = person), '')
$$;
comment on function private.sort_name(uuid) is 'The sort key of a person''s name; empty without a person.';

create function private.set_sort_keys(old public.tickets, new public.tickets) returns public.tickets
language plpgsql security definer set search_path = '' as $$
begin
  -- Only what changed: a lookup of a name costs more than the rest of a change of status.
  if old.id is null or new.subject is distinct from old.subject then
    new.subject_key := private.sort_key(new.subject);
  end if;
  if old.id is null or (new.customer_id, new.created_by) is distinct from (old.customer_id, old.created_by) then
    new.requester_key := private.sort_name(coalesce(new.customer_id, new.created_by));
  end if;
  if old.id is null or new.assigned_to is distinct from old.assigned_to then
    new.assignee_key := private.sort_name(new.assigned_to);
  end if;
  return new;
end
$$;
comment on function private.set_sort_keys(public.tickets, public.tickets) is
  'Computes the sort keys of a new (old is null) or changed ticket.';
