-- How often each person inserted each macro: their menu begins with those that they use most.
create table public.macro_uses (
  user_id uuid not null references public.profiles (id) on delete cascade,
  macro_id uuid not null references public.macros (id) on delete cascade,
  uses integer not null default 1,
  primary key (user_id, macro_id)
);
comment on table public.macro_uses is 'How often each member of staff inserted each macro. They read their own.';

create index macro_uses_macro_idx on public.macro_uses (macro_id);

alter table public.macro_uses enable row level security;
grant select (user_id, macro_id, uses) on table public.macro_uses to authenticated;
grant all on table public.macro_uses to service_role;

create policy macro_uses_select_own on public.macro_uses for select to authenticated
  using ((select private.can_use_macros()) and user_id = (select auth.uid()));

create function public.count_macro_use(macro_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.can_use_macros() then
    raise exception 'You do not have permission to use macros' using detail = 'agent_required';
  end if;
  insert into public.macro_uses as u (user_id, macro_id)
  select auth.uid(), m.id from public.macros m
  where m.id = $1 and (m.is_shared or m.owner_id = auth.uid())
  on conflict on constraint macro_uses_pkey do update set uses = least(u.uses + 1, 1000000);
end
$$;
comment on function public.count_macro_use(uuid) is
  'Staff: count that the caller inserted a macro that they can see. Any other id does nothing.';
grant execute on function public.count_macro_use(uuid) to authenticated, service_role;
