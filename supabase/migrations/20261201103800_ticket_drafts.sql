-- Unsent comments and notes, available on every device of their author.
create table public.ticket_drafts (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  kind text not null constraint ticket_drafts_kind check (kind in ('comment', 'note')),
  content text not null constraint ticket_drafts_content_length
    check (char_length(content) <= 10000 and content ~ '\S'),
  updated_at timestamptz not null default now(),
  primary key (user_id, ticket_id, kind)
);
comment on table public.ticket_drafts is 'Unsent comments and notes. Visible to their author only.';

create index ticket_drafts_ticket_idx on public.ticket_drafts (ticket_id);

alter table public.ticket_drafts alter column content set statistics 0;

alter table public.ticket_drafts enable row level security;
grant select (user_id, ticket_id, kind, content, updated_at) on table public.ticket_drafts to authenticated;
grant all on table public.ticket_drafts to service_role;

create function public.save_draft(ticket_id uuid, kind text, content text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Does not distinguish a missing ticket from a foreign one. Only staff write notes.
  if not exists (
    select from public.tickets t where t.id = save_draft.ticket_id
      and private.can_see_ticket(t.id) and (save_draft.kind = 'comment' or private.can_write_notes())
  ) then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  if coalesce(content, '') !~ '\S' then
    delete from public.ticket_drafts d
    where d.user_id = auth.uid() and d.ticket_id = save_draft.ticket_id and d.kind = save_draft.kind;
    return;
  end if;
  insert into public.ticket_drafts as d (user_id, ticket_id, kind, content)
  values (auth.uid(), save_draft.ticket_id, save_draft.kind, save_draft.content)
  on conflict on constraint ticket_drafts_pkey do update set content = excluded.content, updated_at = now();
end
$$;
comment on function public.save_draft(uuid, text, text) is
  'Saves the caller''s unsent comment or note on a ticket; a blank text deletes it.';

create function private.my_drafts(target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('comment', max(d.content) filter (where d.kind = 'comment'),
    'note', max(d.content) filter (where d.kind = 'note'))
  from public.ticket_drafts d where d.user_id = auth.uid() and d.ticket_id = target
$$;
comment on function private.my_drafts(uuid) is 'The caller''s drafts on a ticket: {comment, note}.';

create policy ticket_drafts_select_own on public.ticket_drafts for select to authenticated
  using (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.owns_ticket(ticket_id))
    and (kind = 'comment' or (select private.can_write_notes())));

grant execute on function public.save_draft(uuid, text, text) to authenticated, service_role;
