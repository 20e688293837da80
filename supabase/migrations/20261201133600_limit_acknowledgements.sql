-- The sender chooses the address that gets an acknowledgement, and has as many as they like: limits by domain and for the desk.
create function private.mail_domain(address text) returns text
language sql immutable set search_path = '' as $$
  -- Two labels, which is what one owner registers; three below suffixes such as co.uk.
  select coalesce(
    substring(d.name from '[^.]+\.(?:ac|co|com|edu|go|gob|gouv|gov|ltd|me|mil|ne|net|nom|or|org|plc|sch)\.[a-z]{2}$'),
    substring(d.name from '[^.]+\.[^.]+$'), d.name)
  from (select lower(substring(address from '[^@]*$')) as name) d
$$;
comment on function private.mail_domain(text) is
  'The registered domain of an address, nearly: example.com of ann@mail.example.com. Subdomains cost nothing, and count together.';

create function private.mailbox_of(address text) returns text
language sql immutable set search_path = '' as $$
  select regexp_replace(lower(address), '[+][^@]*@', '@')
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

create index mail_messages_answered_domain_idx
  on private.mail_messages (private.mail_domain(from_address), (authentication = 'pass'), received_at) where reply is not null;
create index mail_messages_answered_idx
  on private.mail_messages ((authentication = 'pass'), received_at) where reply is not null;

drop function private.can_acknowledge(text, text);
create function private.can_acknowledge(address text, subject text, authentication text) returns boolean
language sql stable security definer set search_path = '' as $$
  -- Two for one subject: two desks that answer each other stop there.
  select (
    select count(*) < 10 and count(*) filter (where private.plain_subject(m.subject) = private.plain_subject($2)) < 2
    from private.mail_messages m
    where private.mail_domain(m.from_address) = private.mail_domain($1) and (m.authentication = 'pass') = any ('{t,f}')
      and private.mailbox_of(m.from_address) = private.mailbox_of($1)
      and m.reply is not null and m.received_at > now() - interval '1 hour')
  -- Forged mails are counted on their own: they cannot use up the answers of others.
  and (
    select count(*) from (
      select from private.mail_messages m
      where private.mail_domain(m.from_address) = private.mail_domain($1) and (m.authentication = 'pass') = ($3 = 'pass')
        and m.reply is not null and m.received_at > now() - interval '1 hour' limit 200) d
    ) < case when private.is_free_mail(private.mail_domain($1)) then 200 else 20 end
  and (
    select count(*) < 500 from (
      select from private.mail_messages m
      where (m.authentication = 'pass') = ($3 = 'pass') and m.reply is not null and m.received_at > now() - interval '1 hour'
      limit 500) a)
$$;
comment on function private.can_acknowledge(text, text, text) is
  'True unless within the hour automatic answers went to ten mails of the sender (tags aside), two about the subject, 20 of the domain (200 of a free mail provider) or 500 in all; mails that prove their sender and others are counted apart.';
