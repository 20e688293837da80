import { lost, report, type BounceFixture } from './bounce-builders.fixtures.ts'

const daemon = 'Mail Delivery System <MAILER-DAEMON@mx.example.net>'
const exchange = 'Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.org>'

/** Reports as RFC 3464 describes them, as mail servers send them. */
export const standardReports: BounceFixture[] = [
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
]
