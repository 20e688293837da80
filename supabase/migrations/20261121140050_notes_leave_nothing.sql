-- A note that the assistant suggested lives on in the proposal. Once the note is edited or deleted its old words
-- must be nowhere: the proposal forgets them.

create index assistant_proposals_comment_idx on public.assistant_proposals (comment_id) where comment_id is not null;

create function private.forget_note() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.assistant_proposals p set to_value = null where p.comment_id = old.id;
  return null;
end
$$;
comment on function private.forget_note() is 'An edited or deleted note leaves no copy in the proposal that it came from.';
revoke execute on function private.forget_note() from public, anon, authenticated;

create trigger comments_forget after update of content or delete on public.comments
  for each row when (old.is_internal) execute function private.forget_note();
