/*
 * Reports about mails that were not delivered, written by hand after the forms in which mail servers send them: RFC 3464, and
 * texts of servers without it. The failed address is olive@example.org, the mail sent@desk.example.
 */
export interface BounceFixture {
  server: string
  headers: string[]
  body: string
  /** Envelope sender; most reports have none. */
  sender?: string
  /** null where the report gives no code. */
  status: string
  permanent: boolean
  /** The report returns neither the mail nor its header. */
  isAnonymous?: boolean
}

const lost = 'olive@example.org'
const returnedHeader =
  'From: support@desk.example\nTo: olive@example.org\nMessage-ID: <sent@desk.example>\nX-Helpdesk-Delivery: 0123456789abcdef0123456789abcdef\nSubject: [#1042] Fire'

interface ReportValues {
  from: string
  subject: string
  /** Text for people. */
  text?: string
  status?: string
  action?: string
  diagnostic?: string
  /** Fields of the recipient in place of the usual ones. */
  fields?: string[]
  /** Type of the returned part; null for none. */
  returned?: string | null
  headers?: string[]
}

/** A `multipart/report` as RFC 3464 describes it. */
function report(server: string, values: ReportValues): BounceFixture {
  const {
    from,
    subject,
    text = 'Your message could not be delivered.',
    status = '5.1.1',
    action = 'failed',
  } = values
  const { diagnostic = 'smtp; 550 5.1.1 user unknown', returned = 'message/rfc822', headers = [] } = values
  const fields = values.fields ?? [
    `Final-Recipient: rfc822; ${lost}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: ${diagnostic}`,
  ]
  return {
    server,
    status,
    permanent: action === 'failed',
    isAnonymous: returned === null,
    headers: [
      `From: ${from}`,
      `Subject: ${subject}`,
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
      ...headers,
    ],
    body: [
      `--b1\nContent-Type: text/plain; charset=us-ascii\n\n${text}\n`,
      `--b1\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.net\nArrival-Date: Tue, 24 Nov 2026 10:12:13 +0000\n\n${fields.join('\n')}\n`,
      ...(returned ? [`--b1\nContent-Type: ${returned}\n\n${returnedHeader}\n\nHello\n`] : []),
      '--b1--\n',
    ].join('\n'),
  }
}

interface TextValues {
  from: string
  subject: string
  text: string
  status?: string
  permanent?: boolean
  headers?: string[]
  type?: string
}

/** A report without RFC 3464. */
const plain = (
  server: string,
  { from, subject, text, status = '', permanent = true, headers = [], type }: TextValues,
): BounceFixture => ({
  server,
  status,
  permanent,
  headers: [`From: ${from}`, `Subject: ${subject}`, ...(type ? [`Content-Type: ${type}`] : []), ...headers],
  body: text,
  sender: '',
})
const copy = `\n------ This is a copy of the message, including all the headers. ------\n\n${returnedHeader}\n\nHello\n`

const daemon = 'Mail Delivery System <MAILER-DAEMON@mx.example.net>'
const exchange = 'Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.org>'

export const bounces: BounceFixture[] = [
  report('Postfix, unknown user', {
    from: daemon,
    subject: 'Undelivered Mail Returned to Sender',
    text: `This is the mail system at host mx.example.net.\n\n<${lost}>: host mail.example.org said: 550 5.1.1 <${lost}>: Recipient address rejected: User unknown (in reply to RCPT TO command)`,
  }),
  report('Postfix, no such host', {
    from: daemon,
    subject: 'Undelivered Mail Returned to Sender',
    status: '5.4.4',
    diagnostic: 'X-Postfix; Host or domain name not found. Name service error for name=example.org',
  }),
  report('Postfix, delayed', {
    from: daemon,
    subject: 'Delayed Mail (still being retried)',
    status: '4.4.1',
    action: 'delayed',
    diagnostic: 'X-Postfix; connect to mail.example.org: Connection timed out',
    returned: 'text/rfc822-headers',
  }),
  report('Postfix, expired', {
    from: daemon,
    subject: 'Undelivered Mail Returned to Sender',
    status: '4.4.1',
    diagnostic: 'X-Postfix; connect to mail.example.org[192.0.2.1]:25: Connection refused',
  }),
  report('Postfix, rejected content', {
    from: daemon,
    subject: 'Undelivered Mail Returned to Sender',
    status: '5.7.1',
    diagnostic: 'smtp; 554 5.7.1 Message rejected as spam',
  }),
  report('Postfix, forwarded', {
    from: daemon,
    subject: 'Undelivered Mail Returned to Sender',
    fields: [
      `Original-Recipient: rfc822;${lost}`,
      'Final-Recipient: rfc822;olive@forward.example',
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 unknown',
    ],
  }),
  report('Sendmail', {
    from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.net>',
    subject: 'Returned mail: see transcript for details',
    text: `   ----- The following addresses had permanent fatal errors -----\n<${lost}>\n    (reason: 550 5.1.1 User unknown)`,
    headers: ['Auto-Submitted: auto-generated (failure)'],
  }),
  report('Sendmail, warning', {
    from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.net>',
    subject: 'Warning: could not send message for past 4 hours',
    status: '4.4.7',
    action: 'delayed',
    diagnostic: 'smtp; 451 4.4.1 reply: read error',
  }),
  report('Gmail, unknown user', {
    from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
    subject: 'Delivery Status Notification (Failure)',
    headers: [`X-Failed-Recipients: ${lost}`],
    diagnostic: 'smtp; 550-5.1.1 The email account that you tried to reach does not exist.',
  }),
  report('Gmail, full mailbox', {
    from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
    subject: 'Delivery Status Notification (Failure)',
    status: '5.2.2',
    diagnostic: "smtp; 552-5.2.2 The recipient's inbox is out of storage space",
  }),
  report('Gmail, delayed', {
    from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
    subject: 'Delivery Status Notification (Delay)',
    status: '4.4.1',
    action: 'delayed',
    diagnostic: 'smtp; The recipient server did not accept our requests to connect.',
  }),
  report('Exchange Online, unknown user', {
    from: exchange,
    subject: 'Undeliverable: [#1042] Fire',
    status: '5.1.10',
    diagnostic: 'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
  }),
  report('Exchange Online, access denied', {
    from: 'postmaster@example.onmicrosoft.com',
    subject: 'Undeliverable: [#1042] Fire',
    status: '5.4.1',
    diagnostic: 'smtp;550 5.4.1 Recipient address rejected: Access denied.',
  }),
  report('Exchange Online, full mailbox', {
    from: exchange,
    subject: 'Undeliverable: [#1042] Fire',
    status: '5.2.2',
    diagnostic: 'smtp;554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException',
  }),
  report('Exchange Online, delayed', {
    from: exchange,
    subject: 'Delivery delayed:[#1042] Fire',
    status: '4.4.7',
    action: 'delayed',
    diagnostic: 'smtp;450 4.4.316 Connection refused',
  }),
  report('Exchange, German', {
    from: 'postmaster@example.de',
    subject: 'Unzustellbar: [#1042] Feuer',
    text: 'Ihre Nachricht konnte nicht zugestellt werden.',
  }),
  report('Exchange, French', {
    from: 'postmaster@example.fr',
    subject: 'Non remis : [#1042] Feu',
    text: "Votre message n'a pas été remis.",
  }),
  report('Exchange, Spanish', {
    from: 'postmaster@example.es',
    subject: 'No se puede entregar: [#1042] Fuego',
    text: 'No se pudo entregar el mensaje.',
  }),
  report('Exchange 2003', {
    from: 'System Administrator <postmaster@example.org>',
    subject: 'Undeliverable: [#1042] Fire',
    fields: [
      `Final-Recipient: RFC822;${lost}`,
      'Action: failed',
      'Status: 5.1.1',
      'X-Display-Name: Olive Owner',
    ],
    text: 'Your message did not reach some or all of the intended recipients.\n\nThe e-mail account does not exist at the organization this message was sent to.',
  }),
  report('Yahoo', {
    from: 'MAILER-DAEMON@yahoo.com',
    subject: 'Failure Notice',
    status: '5.0.0',
    diagnostic: `smtp; 554 delivery error: dd This user doesn't have a yahoo.com account (${lost})`,
  }),
  report('Amazon SES', {
    from: 'MAILER-DAEMON@amazonses.com',
    subject: 'Delivery Status Notification (Failure)',
    text: `An error occurred while trying to deliver the mail to the following recipients:\n${lost}`,
    diagnostic: 'smtp; 550 5.1.1 user unknown',
  }),
  report('SendGrid', {
    from: 'MAILER-DAEMON@sendgrid.net',
    subject: 'Delivery Status Notification (Failure)',
    diagnostic: 'smtp; 550 5.1.1 The email account that you tried to reach does not exist.',
  }),
  report('Mimecast', {
    from: '<postmaster@mimecast.example>',
    subject: '[Postmaster] Email Delivery Failure',
    status: '5.0.0',
    diagnostic: 'smtp; 550 Invalid Recipient - https://community.example',
  }),
  report('Zoho', {
    from: 'mailer-daemon@mail.zoho.example',
    subject: 'Undelivered Mail Returned to Sender',
    diagnostic: 'smtp; 550 5.1.1 mailbox not found',
  }),
  report('Domino', {
    from: '<postmaster@notes.example>',
    subject: 'DELIVERY FAILURE: User olive (olive@example.org) not listed in Domino Directory',
    diagnostic: `X-Notes; User olive (${lost}) not listed in Domino Directory`,
  }),
  report('Exim with RFC 3464', {
    from: 'Mail Delivery System <Mailer-Daemon@mx.example.net>',
    subject: 'Mail delivery failed: returning message to sender',
    headers: [`X-Failed-Recipients: ${lost}`],
    status: '5.0.0',
    diagnostic: 'smtp; 550 No such user here',
  }),
  report('OpenSMTPD', {
    from: 'Mailer Daemon <MAILER-DAEMON@mx.example.net>',
    subject: 'Delivery status notification: error',
    status: '5.0.0',
    fields: [`Final-Recipient: rfc822; ${lost}`, 'Action: failed', 'Status: 5.0.0'],
  }),
  report('iCloud', {
    from: 'Mail Delivery System <mailer-daemon@icloud.example>',
    subject: 'Undeliverable: [#1042] Fire',
    diagnostic: 'smtp; 550 5.1.1 <olive@example.org>: user does not exist',
  }),
  report('GMX', {
    from: 'GMX Mailer Daemon <mailer-daemon@gmx.example>',
    subject: 'Mail delivery failed: returning message to sender',
    diagnostic: 'smtp; 550 5.1.1 Requested action not taken: mailbox unavailable',
  }),
  report('internationalised (RFC 6533)', {
    from: daemon,
    subject: 'Undelivered Mail Returned to Sender',
    fields: [
      `Final-Recipient: utf-8; ${lost}`,
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 unknown',
    ],
    returned: 'message/global-headers',
  }),
  report('folded fields', {
    from: daemon,
    subject: 'Undelivered Mail Returned to Sender',
    fields: [
      `Final-Recipient: rfc822;\n ${lost}`,
      'Action:\n failed',
      'Status: 5.1.1 (bad destination mailbox address)',
      'Diagnostic-Code: smtp;\n 550 5.1.1\n user unknown',
    ],
  }),
  report('without the returned mail', {
    from: daemon,
    subject: 'Undelivered Mail Returned to Sender',
    returned: null,
  }),
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
  {
    name: 'a postmaster who writes',
    headers: ['From: postmaster@example.org', 'Subject: Your SPF record'],
    body: 'Please mend the record of desk.example.',
  },
]
