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

export const lost = 'olive@example.org'
export const returnedHeader =
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
export function report(server: string, values: ReportValues): BounceFixture {
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
export const plain = (
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
export const copy = `\n------ This is a copy of the message, including all the headers. ------\n\n${returnedHeader}\n\nHello\n`
