-- What was said may be corrected for a while; after that people have answered to it. Which rows an author
-- reaches is the policy's matter; a late edit is refused aloud instead of changing nothing in silence.

create function private.guard_comment_edit() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- Functions of this schema and the service run as other users and apply their own rule.
  if current_user = 'authenticated' and now() - old.created_at > interval '15 minutes' then
    raise exception 'You can edit a comment for 15 minutes after sending it' using detail = 'comment_edit_expired';
  end if;
  return new;
end
$$;
comment on function private.guard_comment_edit() is 'Authors edit a comment for 15 minutes after sending it.';
revoke execute on function private.guard_comment_edit() from public, anon, authenticated;

create trigger comments_guard before update of content on public.comments
  for each row execute function private.guard_comment_edit();
