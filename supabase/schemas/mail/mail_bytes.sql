-- How many bytes of mails come within an hour. Large mails from ever new addresses must not fill the disk: beyond the
-- limits a mail is deferred, and honest servers send it again. Who is known and proven, who is one of both, and who is
-- neither have limits of their own, as for acknowledgements.
create unlogged table private.mail_bytes (
  id bigint generated always as identity primary key,
  budget text not null,
  domain text not null,
  since timestamptz not null,
  bytes bigint not null
);
comment on table private.mail_bytes is
  'Bytes of received mails in ten minutes, by budget and domain of the sender; the domain is empty for all together. '
  'Mails that are received at once have rows of their own.';

create index mail_bytes_budget_idx on private.mail_bytes (budget, domain, since);
create index mail_bytes_since_idx on private.mail_bytes (since);

alter table private.mail_bytes enable row level security;

create function private.bytes_an_hour(budget text) returns bigint
language sql immutable set search_path = '' as $$
  select case when budget = 'known' then 2147483648 else 1073741824 end
$$;
comment on function private.bytes_an_hour(text) is
  'Bytes of mails that the workspace takes within an hour in a budget of private.reply_budget_of.';

create function private.bytes_of_mails(budget text, domain text) returns bigint
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(b.bytes), 0)::bigint from private.mail_bytes b
  where b.budget = $1 and b.domain = $2 and b.since > now() - interval '1 hour'
$$;
comment on function private.bytes_of_mails(text, text) is
  'Bytes of the mails of a domain in the last hour; of all mails of the budget for an empty domain.';

create function private.take_bytes(mail private.mail_messages) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kind constant text := private.reply_budget_of(mail, (private.sender_of(mail.from_address)).id);
  own constant text := coalesce(nullif(private.mail_domain(mail.from_address), ''), '?');
  -- The last fifth is for mails without large files: those leave room for words.
  most constant bigint := private.bytes_an_hour(kind) * case when mail.size > 102400 then 4 else 5 end / 5;
  share constant bigint := case when private.is_free_mail(own) then most * 2 / 5 else most / 5 end;
  name text;
begin
  if private.bytes_of_mails(kind, '') + mail.size > most
    or private.bytes_of_mails(kind, own) + mail.size > share then
    raise sqlstate 'PT503' using message = 'Too many bytes of emails came within the hour. Send it again later.',
      detail = 'mail_bytes_limit';
  end if;
  foreach name in array array['', own] loop
    -- Mails do not wait for each other: one that finds the row taken adds another.
    update private.mail_bytes b set bytes = b.bytes + mail.size
    where b.id = (
      select k.id from private.mail_bytes k
      where k.budget = kind and k.domain = name and k.since = date_bin('10 minutes', now(), 'epoch')
      limit 1 for update skip locked);
    if not found then
      insert into private.mail_bytes (budget, domain, since, bytes)
      values (kind, name, date_bin('10 minutes', now(), 'epoch'), mail.size);
    end if;
  end loop;
  if random() < 0.01 then
    delete from private.mail_bytes b where b.since < now() - interval '1 hour';
  end if;
end
$$;
comment on function private.take_bytes(private.mail_messages) is
  'Counts the bytes of a mail that is kept. Raises HTTP 503 beyond those of an hour: of the budget, of which a fifth '
  'is for mails up to 100 kB, or of the domain, which has a fifth of that, a free mail provider two.';
