-- Acknowledgements of mails that opened a ticket. The sender chooses the address that gets one, and has as many as they
-- like: limits by mailbox, by domain and for the workspace. What strangers use up leaves those alone whom the workspace
-- knows, each domain leaves a share to the others, and mails that prove nothing take nothing from those that do.

create function private.is_known_customer(person uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users u where u.id = person and u.email_confirmed_at is not null)
    or exists (
      select from (
        select t.id, t.source from public.tickets t where t.customer_id = person order by t.created_at desc limit 100) k
      where k.source = 'staff' or exists (
        select from public.comments c where c.ticket_id = k.id and not c.is_internal and c.author_role <> 'customer'))
$$;
comment on function private.is_known_customer(uuid) is
  'True for people who confirmed their account, or to whom staff wrote on one of their newest 100 tickets.';

create function private.can_acknowledge(address text, subject text, budget text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Two for one subject: two desks that answer each other stop there.
  select (
    select count(*) < 10 and count(*) filter (where private.plain_subject(m.subject) = private.plain_subject($2)) < 2
    from private.mail_messages m
    where private.mail_domain(m.from_address) = private.mail_domain($1)
      and m.reply_budget = any (case when $3 like '%, unproven'
        then '{known,stranger,"known, unproven","stranger, unproven"}'::text[] else '{known,stranger}' end)
      and private.mailbox_of(m.from_address) = (select private.mailbox_of($1))
        and m.received_at > now() - interval '1 hour')
  and (
    select total.count < 500 and own.count < case
      when private.is_free_mail(private.mail_domain($1)) then (500 - total.count + own.count) * 2 / 5
      when $3 like 'known%' then (500 - total.count + own.count) / 5
      else least(20, (500 - total.count + own.count) / 10) end
    from (select count(*) from (
        select from private.mail_messages m
        where private.mail_domain(m.from_address) = private.mail_domain($1) and m.reply_budget = $3
          and m.received_at > now() - interval '1 hour' limit 200) d) own,
      (select count(*) from (
        select from private.mail_messages m
        where m.reply_budget = $3 and m.received_at > now() - interval '1 hour' limit 500) a) total)
$$;
comment on function private.can_acknowledge(text, text, text) is
  'True unless within the hour acknowledgements went to ten mails of the mailbox (tags aside) or two about the '
  'subject, of proven mails if this one is; or, in this budget, to 500 mails or to the share of the domain: of what '
  'other domains left of 500, two fifths for a free mail provider, a fifth for a domain of known customers, a tenth '
  'but at most 20 for others.';

create function private.acknowledge(mail private.mail_messages, person uuid) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  budget constant text := private.reply_budget_of(mail, person);
begin
  if private.can_acknowledge(mail.from_address, mail.subject, budget) then
    -- Simultaneous mails of a domain are counted one after the other, while there is something to count.
    perform pg_advisory_xact_lock(hashtextextended('acknowledge ' || private.mail_domain(mail.from_address), 0));
    if private.can_acknowledge(mail.from_address, mail.subject, budget) then
      mail.reply := 'acknowledgement';
      mail.reply_budget := budget;
    end if;
  end if;
  return mail;
end
$$;
comment on function private.acknowledge(private.mail_messages, uuid) is
  'The mail of that person, with its acknowledgement if the limits allow one.';
