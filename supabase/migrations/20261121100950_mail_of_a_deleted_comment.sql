-- Two foreign keys in one table make it look like a link between comments and tickets to a data API that does
-- not ask for a common primary key; `comments?select=tickets(…)` is then ambiguous. The comment of a mail is
-- kept without one, and a trigger withdraws the mail.

alter table public.notification_outbox drop constraint notification_outbox_comment_id_fkey;
comment on column public.notification_outbox.comment_id is 'What a reply or comment tells of; deleted, it takes the mail along.';

create function private.withdraw_mail() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notification_outbox o where o.comment_id = old.id;
  return null;
end
$$;
comment on function private.withdraw_mail() is 'A comment that is deleted takes its mail along.';
revoke execute on function private.withdraw_mail() from public, anon, authenticated;

create trigger comments_withdraw after delete on public.comments
  for each row when (not old.is_internal) execute function private.withdraw_mail();
