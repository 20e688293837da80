-- What customers write, or who forges them, does not use up the mails of staff.
create or replace function private.limit_ticket_mails() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  sent integer;
  by_customers boolean;
  allowed constant integer := 200;
  missing integer;
begin
  by_customers := exists (
    select from public.comments c where c.id = new.comment_id and c.author_role = 'customer');
  select count(*) into sent from (
    select from public.notification_outbox o
    where o.ticket_id = new.ticket_id and o.created_at > now() - interval '1 hour' and by_customers = exists (
      select from public.comments c where c.id = o.comment_id and c.author_role = 'customer')
    limit allowed + 100) k;
  if sent >= allowed + 100 then
    return null;
  elsif sent >= allowed then
    new.dropped_at := now();
    new.error := 'too_many_mails';
  end if;
  -- Staff's mails about a message have no files.
  if new.comment_id is not null and new.kind in ('reply', 'copy') then
    missing := cardinality(private.missing_files(new.ticket_id, new.comment_id));
    -- Older pages say only how many there are.
    new.files := greatest(missing, coalesce(private.context('files')::smallint, 0));
    if new.files > 0 then
      new.next_attempt_at := greatest(new.next_attempt_at,
        now() + case when missing > 0 then interval '15 minutes' else interval '2 minutes' end);
    end if;
  end if;
  return new;
end
$$;
comment on function private.limit_ticket_mails() is
  'At most 200 mails within an hour about what customers write on a ticket, and 200 others, so that nobody uses up '
  'the mails of staff; 100 more are recorded as not sent. Mails with files wait for them.';

