import { db } from './backend'

/** The values of a delivery report (RFC 3464) for `receive`; without an id it returns no header of the mail. Anybody can write it. */
export const bounce = (address: string, id: string, action = 'failed', status = '5.1.1', code = '') => ({
  from: 'MAILER-DAEMON@mx.customer.example',
  subject: 'Undelivered Mail Returned to Sender',
  verdict: 'none' as const,
  headers: [
    'Auto-Submitted: auto-replied',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
  ],
  text: [
    ...['--b', 'Content-Type: text/plain', '', `<${address}>: unknown user`],
    ...['--b', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; mx.customer.example', ''],
    ...[`Final-Recipient: rfc822; ${address}`, `Action: ${action}`, `Status: ${status}`],
    'Diagnostic-Code: smtp; 550 5.1.1 unknown user',
    ...(id
      ? [
          '--b',
          'Content-Type: message/rfc822',
          '',
          `Message-ID: <${id}>`,
          ...(code ? [`X-Helpdesk-Delivery: ${code}`] : []),
          'Subject: [#1042] Fire',
          '',
          'Hello',
        ]
      : []),
    '--b--',
  ].join('\r\n'),
})

/** The same as the server of the recipient writes it, which has got the mail: its header has the code. */
export async function genuineBounce(address: string, id: string, action?: string, status?: string) {
  const [sent] = await db<{ report_code: string }[]>`
    select report_code from private.sent_mails where message_id = ${id} and recipient = ${address}`
  return bounce(address, id, action, status, sent?.report_code)
}
