-- Unsent comments and notes, available on every device of their author. A draft belongs to one device until another
-- takes it over, and names its files, which stay on their devices.
create table public.ticket_drafts (
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  ticket_id uuid not null references public.tickets (id) on delete cascade,
  kind text not null constraint ticket_drafts_kind check (kind in ('comment', 'note')),
  content text not null,
  updated_at timestamptz not null default now(),
  device uuid,
  files jsonb not null default '[]'
    constraint ticket_drafts_files check (jsonb_typeof(files) = 'array' and jsonb_array_length(files) <= 50
      and private.json_is_bounded(files, 20000, 2)),
  -- Longer than a comment: a text that is too long is kept until its author has shortened it.
  constraint ticket_drafts_content_length check (char_length(content) <= 100000 and (content ~ '\S' or files <> '[]')),
  primary key (user_id, ticket_id, kind)
);
comment on table public.ticket_drafts is 'Unsent comments and notes. Visible to their author only.';
comment on column public.ticket_drafts.device is 'The device that writes the draft; null when any may.';
comment on column public.ticket_drafts.files is
  'Chosen files as [{name, device}]. The files themselves are on their devices.';

create index ticket_drafts_ticket_idx on public.ticket_drafts (ticket_id);

alter table public.ticket_drafts alter column content set statistics 0;
alter table public.ticket_drafts enable row level security;
grant select (user_id, ticket_id, kind, content, updated_at, device, files)
  on table public.ticket_drafts to authenticated;
grant all on table public.ticket_drafts to service_role;

create function private.my_drafts(target uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('comment', max(d.content) filter (where d.kind = 'comment'),
      'note', max(d.content) filter (where d.kind = 'note'))
    || case when bool_or(d.device is not null) then jsonb_build_object('places',
      jsonb_object_agg(d.kind, jsonb_build_object('device', d.device, 'files', d.files))) else '{}' end
  from public.ticket_drafts d where d.user_id = auth.uid() and d.ticket_id = target
$$;
comment on function private.my_drafts(uuid) is
  'The caller''s drafts on a ticket: {comment, note, places}; `places` names device and files by kind.';

create policy ticket_drafts_select_own on public.ticket_drafts for select to authenticated
  using (user_id = (select auth.uid())
    and ((select private.can_see_all_tickets()) or private.reads_message(ticket_id, 'infinity'))
    and (kind = 'comment' or (select private.can_write_notes())));

create function public.save_draft(
  ticket_id uuid, kind text, content text, device uuid default null, files text[] default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  known public.ticket_drafts;
  chosen jsonb;
begin
  -- Does not distinguish a missing ticket from a foreign one. Only staff write notes.
  if not exists (
    select from public.tickets t where t.id = save_draft.ticket_id
      and private.can_see_ticket(t.id) and (save_draft.kind = 'comment' or private.can_write_notes())
  ) then
    raise sqlstate 'PT404' using message = 'Ticket not found', detail = 'ticket_not_found';
  end if;
  select * into known from public.ticket_drafts d
  where d.user_id = auth.uid() and d.ticket_id = save_draft.ticket_id and d.kind = save_draft.kind for update;
  -- Pages from before devices had drafts send none, and may write.
  if known.device <> save_draft.device then
    raise sqlstate 'PT409' using message = 'This draft is written on another device', detail = 'draft_elsewhere';
  end if;
  if coalesce(content, '') !~ '\S' and coalesce(cardinality(files), 0) = 0 then
    delete from public.ticket_drafts d
    where d.user_id = auth.uid() and d.ticket_id = save_draft.ticket_id and d.kind = save_draft.kind;
    return;
  end if;
  chosen := case when files is null then known.files else
    coalesce((select jsonb_agg(f) from jsonb_array_elements(known.files) f
      where f ->> 'device' is distinct from save_draft.device::text), '[]')
    || coalesce((select jsonb_agg(jsonb_build_object('name', left(n, 255), 'device', save_draft.device)
      order by at) from unnest(files) with ordinality u (n, at)), '[]') end;
  insert into public.ticket_drafts as d (user_id, ticket_id, kind, content, device, files)
  values (auth.uid(), save_draft.ticket_id, save_draft.kind, coalesce(save_draft.content, ''), save_draft.device,
    coalesce(chosen, '[]'))
  on conflict on constraint ticket_drafts_pkey do update set content = excluded.content, updated_at = now(),
    device = coalesce(excluded.device, d.device), files = excluded.files;
end
$$;
comment on function public.save_draft(uuid, text, text, uuid, text[]) is
  'Saves the caller''s unsent comment or note on a ticket and the names of its files on a device; without text and '
  'files the draft is deleted. HTTP 409 when another device writes it.';
revoke all on function public.save_draft(uuid, text, text, uuid, text[]) from public, anon, authenticated;
grant execute on function public.save_draft(uuid, text, text, uuid, text[]) to authenticated, service_role;

create function public.take_draft(ticket_id uuid, kind text, device uuid) returns setof public.ticket_drafts
language sql security definer set search_path = '' as $$
  update public.ticket_drafts d set device = take_draft.device
  where d.user_id = auth.uid() and d.ticket_id = take_draft.ticket_id and d.kind = take_draft.kind
    and private.can_see_ticket(d.ticket_id) and (d.kind = 'comment' or private.can_write_notes())
  returning d.*
$$;
comment on function public.take_draft(uuid, text, uuid) is
  'Lets a device write the caller''s draft from now on. Returns the draft; no row when it was sent or deleted.';
revoke all on function public.take_draft(uuid, text, uuid) from public, anon, authenticated;
grant execute on function public.take_draft(uuid, text, uuid) to authenticated, service_role;
