-- Mails that prove nothing take no acknowledgement from those that do.
create or replace function private.can_acknowledge(address text, subject text, budget text) returns boolean
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
