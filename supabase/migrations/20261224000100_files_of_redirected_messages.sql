-- Files of messages that a merge redirected are recorded with them.
comment on column public.attachments.moved_from is
  'Where it was uploaded, when its message is on another ticket after a split or a merge; its path stays.';

-- A page that was opened before a merge still names the ticket on which its message no longer is.
create function private.follow_redirected_comment() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  shown constant uuid := (select c.ticket_id from public.comments c where c.id = new.comment_id);
begin
  if shown is distinct from new.ticket_id and shown = private.merge_root(new.ticket_id) then
    new.moved_from := new.ticket_id;
    new.ticket_id := shown;
  end if;
  return new;
end
$$;
comment on function private.follow_redirected_comment() is
  'Records a file with the message that it belongs to, when that was written to a merged ticket and went to the one '
  'that shows it. The bytes stay where they were uploaded.';

create trigger attachments_follow_comment before insert on public.attachments
  for each row when (new.comment_id is not null) execute function private.follow_redirected_comment();
