-- The sender chooses the address that gets an acknowledgement, and has as many as they like: limits by mailbox, by domain and
-- for the desk. What strangers use up leaves those alone whom the desk knows, and each domain leaves a share to the others.
create function private.mail_domain(address text) returns text
language sql immutable set search_path = '' as $$
  -- Two labels, which is what one owner registers; three below suffixes such as co.uk.
  select coalesce(
    substring(d.name from '[^.]+\.(?:ac|co|com|edu|go|gob|gouv|gov|ltd|me|mil|ne|net|nom|or|org|plc|sch)\.[a-z]{2}$'),
    substring(d.name from '[^.]+\.[^.]+$'), d.name)
  from (select private.ascii_domain(substring(address from '[^@]*$')) as name) d
$$;
comment on function private.mail_domain(text) is
  'The registered domain of an address, nearly: example.com of ann@mail.example.com. Subdomains cost nothing, and count together.';

create function private.mailbox_of(address text) returns text
language sql immutable set search_path = '' as $$
  -- Gmail ignores dots.
  select case when a.domain in ('gmail.com', 'googlemail.com') then replace(a.local, '.', '') else a.local end || '@' || a.domain
  from (select regexp_replace(private.lower_ascii(substring($1 from '^(.*)@')), '[+].*$', '') as local,
    private.ascii_domain(substring($1 from '[^@]*$')) as domain) a
$$;
comment on function private.mailbox_of(text) is 'The address without its tag: ann@example.com of ann+shop@example.com.';

create function private.is_free_mail(domain text) returns boolean
language sql immutable set search_path = '' as $$
  select domain = any ('{126.com,163.com,aol.com,att.net,bluewin.ch,bt.com,btinternet.com,comcast.net,cox.net,email.com,fastmail.com,
    fastmail.fm,foxmail.com,free.fr,freenet.de,gmail.com,gmx.at,gmx.ch,gmx.com,gmx.de,gmx.net,googlemail.com,hey.com,hotmail.co.uk,
    hotmail.com,hotmail.de,hotmail.es,hotmail.fr,hotmail.it,icloud.com,inbox.com,laposte.net,libero.it,live.co.uk,live.com,live.de,
    live.fr,live.nl,mac.com,mail.com,mail.ru,me.com,msn.com,naver.com,o2.pl,online.de,orange.fr,outlook.com,outlook.de,outlook.es,
    outlook.fr,pm.me,posteo.de,proton.me,protonmail.com,qq.com,rediffmail.com,rocketmail.com,sbcglobal.net,seznam.cz,sfr.fr,sky.com,
    t-online.de,terra.com.br,tuta.com,tutanota.com,uol.com.br,verizon.net,virgilio.it,wanadoo.fr,web.de,wp.pl,yahoo.co.in,
    yahoo.co.jp,yahoo.co.uk,yahoo.com,yahoo.com.br,yahoo.de,yahoo.es,yahoo.fr,yahoo.it,yandex.com,yandex.ru,ymail.com,ziggo.nl,
    zoho.com}'::text[])
$$;
comment on function private.is_free_mail(text) is 'True for domains where anybody gets an address, so that their users have nothing in common.';

alter table private.mail_messages add column reply_budget text constraint mail_messages_reply_budget
  check (reply_budget in ('known', 'known, unproven', 'stranger', 'stranger, unproven'));
comment on column private.mail_messages.reply_budget is 'Of an acknowledged mail: the limits for which it counts.';

create index mail_messages_answered_domain_idx
  on private.mail_messages (private.mail_domain(from_address), reply_budget, received_at) where reply_budget is not null;
create index mail_messages_answered_idx on private.mail_messages (reply_budget, received_at) where reply_budget is not null;

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

drop function private.can_acknowledge(text, text);
create function private.can_acknowledge(address text, subject text, budget text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Two for one subject: two desks that answer each other stop there.
  select (
    select count(*) < 10 and count(*) filter (where private.plain_subject(m.subject) = private.plain_subject($2)) < 2
    from private.mail_messages m
    where private.mail_domain(m.from_address) = private.mail_domain($1)
      and m.reply_budget in ('known', 'known, unproven', 'stranger', 'stranger, unproven')
      and private.mailbox_of(m.from_address) = (select private.mailbox_of($1)) and m.received_at > now() - interval '1 hour')
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
  'True unless within the hour acknowledgements went to ten mails of the mailbox (tags aside) or two about the subject; or, in this budget, to 500 mails or to the share of the domain: of what other domains left of 500, two fifths for a free mail provider, a fifth for a domain of known customers, a tenth but at most 20 for others.';

create function private.acknowledge(mail private.mail_messages, person uuid) returns private.mail_messages
language plpgsql security definer set search_path = '' as $$
declare
  -- Forged mails are counted on their own: they cannot use up the answers of others.
  budget constant text := case when private.is_known_customer(person) then 'known' else 'stranger' end
    || case when mail.authentication = 'pass' then '' else ', unproven' end;
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
comment on function private.acknowledge(private.mail_messages, uuid) is 'The mail of that person, with its acknowledgement if the limits allow one.';
