/* Reports about mails that were not delivered, and mails that only look like them, written by hand after the forms of mail servers. */
import { copy, lost, plain, returnedHeader, type BounceFixture } from './bounce-builders.fixtures.ts'
import { standardReports } from './bounce-reports.fixtures.ts'

export const bounces: BounceFixture[] = [
  ...standardReports,
  plain('qmail', {
    from: 'MAILER-DAEMON@mx.example.net',
    subject: 'failure notice',
    status: '5.1.1',
    text: `Hi. This is the qmail-send program at mx.example.net.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\n<${lost}>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\n${returnedHeader}\n\nHello\n`,
  }),
  plain('qmail, without a code', {
    from: 'MAILER-DAEMON@mx.example.net',
    subject: 'failure notice',
    status: '5.1.1',
    text: `Hi. This is the qmail-send program.\n\n<${lost}>:\n192.0.2.1 does not like recipient.\nRemote host said: 550 no such user\nGiving up on 192.0.2.1.\n\n--- Below this line is a copy of the message.\n\n${returnedHeader}\n`,
  }),
  plain('Exim', {
    from: 'Mail Delivery System <Mailer-Daemon@mx.example.net>',
    subject: 'Mail delivery failed: returning message to sender',
    status: '5.1.1',
    headers: [`X-Failed-Recipients: ${lost}`, 'Auto-Submitted: auto-replied'],
    text: `This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered to one or more of its recipients. This is a permanent error.\n\n  ${lost}\n    SMTP error from remote mail server after RCPT TO:<${lost}>:\n    550 Unknown user\n${copy}`,
  }),
  plain('Exim, delayed', {
    from: 'Mail Delivery System <Mailer-Daemon@mx.example.net>',
    subject: 'Warning: message 1abcDE-0001 delayed 24 hours',
    permanent: false,
    text: `This message was created automatically by mail delivery software.\nA message that you sent has not yet been delivered to one or more of its recipients after more than 24 hours.\n\nThe address to which the message has not yet been delivered is:\n\n  ${lost}\n\nNo action is required on your part.\n\n${returnedHeader}\n`,
  }),
  plain('Yahoo, text', {
    from: 'mailer-daemon@yahoo.com',
    subject: 'Failure Notice',
    text: `Sorry, we were unable to deliver your message to the following address.\n\n<${lost}>:\n554: 5.4.7 expired\n\n--- Below this line is a copy of the message.\n\n${returnedHeader}\n`,
    status: '5.4.7',
  }),
  plain('Domino, text', {
    from: 'postmaster@notes.example',
    subject: 'DELIVERY FAILURE: User not listed',
    status: '5.1.1',
    text: `Your message\n\n  Subject: [#1042] Fire\n\nwas not delivered to:\n\n  ${lost}\n\nbecause:\n\n  User olive not listed in public Name & Address Book\n\n${returnedHeader}\n`,
  }),
  plain('Exchange 5.5, text', {
    from: 'System Administrator <postmaster@example.org>',
    subject: 'Undeliverable: [#1042] Fire',
    text: `Your message did not reach some or all of the intended recipients.\n\nThe following recipient(s) could not be reached:\n\n ${lost} on 24/11/2026 10:12\n    The recipient name is not recognized\n\n${returnedHeader}\n`,
  }),
  plain('a gateway, HTML', {
    from: 'postmaster@gateway.example',
    subject: 'Message not delivered',
    type: 'text/html; charset=utf-8',
    status: '5.1.1',
    text: `<html><body><p>Your message to <b>${lost}</b> could not be delivered:</p><p>550 5.1.1 user unknown</p><pre>Message-ID: &lt;sent@desk.example&gt;</pre></body></html>`,
  }),
  plain('a subject in another language', {
    from: 'MAILER-DAEMON@mx.example.net',
    subject: '邮件投递失败',
    status: '5.1.1',
    text: `<${lost}>:\n550 5.1.1 user unknown\n${copy}`,
  }),
  plain('Courier', {
    from: '"Courier mail server at mx.example.net" <postmaster@mx.example.net>',
    subject: 'NOTICE: mail delivery status.',
    status: '5.1.1',
    text: `This is a delivery status notification from mx.example.net.\n\n<${lost}>:\n    550 User unknown.\n\n${returnedHeader}\n`,
  }),
]

/** Mails of people and programs that only look like reports. */
export const notBounces: { name: string; headers: string[]; body: string; sender?: string }[] = [
  {
    name: 'a person who writes about a bounce',
    headers: ['From: olive@example.org', 'Subject: Undeliverable mail'],
    body: 'I got 550 5.1.1 user unknown. What does it mean?',
  },
  {
    name: 'a person who forwards a report',
    headers: ['From: olive@example.org', 'Subject: Fwd: Undelivered Mail Returned to Sender'],
    body: `See below.\n\n<bob@example.org>: user unknown\n\n${returnedHeader}`,
  },
  {
    name: 'an out-of-office note',
    headers: ['From: olive@example.org', 'Subject: Automatic reply: Fire', 'Auto-Submitted: auto-replied'],
    body: 'I am away.',
    sender: '',
  },
  {
    name: 'a read receipt',
    headers: [
      'From: olive@example.org',
      'Subject: Read: Fire',
      'Content-Type: multipart/report; report-type=disposition-notification; boundary=b1',
    ],
    body: '--b1\n\nread\n--b1\nContent-Type: message/disposition-notification\n\nDisposition: manual-action; displayed\n--b1--',
  },
  {
    name: 'a report about delivery times',
    headers: ['From: logistics@example.org', 'Subject: Delivery report for November'],
    body: 'All parcels arrived. Contact bob@example.org.',
  },
  {
    name: 'a postmaster who writes about delivery',
    headers: [
      'From: Postmaster <postmaster@example.org>',
      'Subject: Mail delivery problems with your domain',
    ],
    body: 'Please mend your MX record. Our colleague bob@example.org cannot reach you.',
    sender: 'postmaster@example.org',
  },
  {
    name: 'a system administrator who writes',
    headers: ['From: System Administrator <admin@example.org>', 'Subject: Delivery failed twice this week'],
    body: 'The parcels did not come.',
  },
  ...[
    'Mail Delivery Subsystem <bob@human.example>',
    'Mailer-Daemon <bob@human.example>',
    'mailer-daemon@mail.human.example',
    'Mail Delivery <postmaster@sub.human.example>',
  ].flatMap((from) => [
    {
      name: `a person who is called ${from}`,
      headers: [`From: ${from}`, 'Subject: Returned mail: your parcel'],
      body: 'It came back: 550 paid, and olive@example.org waits.',
      sender: 'bob@human.example',
    },
    {
      name: `a person who is called ${from} and attaches a mail`,
      headers: [
        `From: ${from}`,
        'Subject: Undeliverable',
        'Content-Type: multipart/mixed; boundary=b1',
        'Auto-Submitted: no',
      ],
      body: `--b1\n\nYour server rejected this.\n--b1\nContent-Type: message/rfc822\n\nFrom: me@human.example\nMessage-ID: <mine@human.example>\n\nHi\n--b1--`,
      sender: 'bob@human.example',
    },
  ]),
  {
    name: 'a person who is called like a server, from a provider that tells no envelope',
    headers: ['From: Mail Delivery System <bob@human.example>', 'Subject: Returned mail: your parcel'],
    body: 'It came back: 550 paid.',
  },
  {
    name: 'a postmaster who writes',
    headers: ['From: postmaster@example.org', 'Subject: Your SPF record'],
    body: 'Please mend the record of desk.example.',
  },
]
