/** What a program knows of the mail that it answers. */
export interface AnsweredMail {
  /** Address of the reply. */
  to: string
  messageId: string
  subject: string
  text: string
  html: string
}

export interface MailAnswer {
  from: string
  /** The new text, in one line of ASCII. */
  said: string
  answered: AnsweredMail
}

export const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n')
const part = (type: string, body: string) => [
  `Content-Type: ${type}; charset="utf-8"`,
  'Content-Transfer-Encoding: base64',
  '',
  base64(body),
]
const multipart = (type: string, boundary: string, ...parts: string[][]) => [
  `Content-Type: multipart/${type}; boundary="${boundary}"`,
  '',
  ...parts.flatMap((each) => [`--${boundary}`, ...each]),
  `--${boundary}--`,
]
const alternative = (text: string, html: string) =>
  multipart('alternative', 'alt', part('text/plain', text), part('text/html', html))

const marked = (text: string) => text.replace(/^/gm, '> ').replace(/^> $/gm, '>')
const indented = (text: string) => text.replace(/^/gm, '  ')
const address = 'support@localhost'
const escaped = `&lt;<a href="mailto:${address}">${address}</a>&gt;`

const gmailQuote = (html: string) =>
  `<br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Tue, Nov 24, 2026 at 10:12 AM Ada Agent (Helpdesk) ${escaped} wrote:<br></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">${html}</blockquote></div>`
const outlookHeader = (subject: string) =>
  `<b>From:</b> Ada Agent (Helpdesk) &lt;${address}&gt;<br><b>Sent:</b> Tuesday, November 24, 2026 10:12 AM<br><b>To:</b> Paul Post &lt;paul@customer.example&gt;<br><b>Subject:</b> ${subject}`

type Body = (answer: MailAnswer) => string[]

/** The body that each program writes below an answer, after real mails of it. */
const bodies = {
  Gmail: ({ said, answered: { text, html } }) =>
    alternative(
      `${said}\r\n\r\nOn Tue, Nov 24, 2026 at 10:12 AM Ada Agent (Helpdesk) <\r\n${address}> wrote:\r\n\r\n${marked(text)}\r\n`,
      `<div dir="ltr">${said}</div>${gmailQuote(html)}`,
    ),
  Outlook: ({ said, answered: { text, html, subject } }) =>
    alternative(
      `${said}\r\n\r\n________________________________\r\nFrom: Ada Agent (Helpdesk) <${address}>\r\nSent: Tuesday, November 24, 2026 10:12 AM\r\nTo: Paul Post <paul@customer.example>\r\nSubject: ${subject}\r\n\r\n${text}\r\n`,
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style></head><body lang="EN-US"><div class="WordSection1"><p class="MsoNormal">${said}<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm"><p class="MsoNormal">${outlookHeader(subject)}<o:p></o:p></p></div>${html}</div></body></html>`,
    ),
  'Apple Mail': ({ said, answered: { text, html } }) =>
    alternative(
      `${said}\r\n\r\n> On 24 Nov 2026, at 10:12, Ada Agent (Helpdesk) <${address}> wrote:\r\n> \r\n${marked(text)}\r\n`,
      `<html><head></head><body style="overflow-wrap: break-word;">${said}<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 24 Nov 2026, at 10:12, Ada Agent (Helpdesk) &lt;${address}&gt; wrote:</div><br class="Apple-interchange-newline"><div>${html}</div></blockquote></div></body></html>`,
    ),
  Thunderbird: ({ said, answered: { text } }) =>
    part(
      'text/plain; format=flowed',
      `${said}\r\n\r\nAm 24.11.26 um 10:12 schrieb Ada Agent (Helpdesk):\r\n${marked(text)}\r\n\r\n-- \r\nPaul Post\r\nAcme GmbH\r\n`,
    ),
  Yahoo: ({ said, answered: { text, html } }) =>
    alternative(
      ` ${said}\r\n\r\n    On Tuesday, November 24, 2026 at 10:12:13 AM GMT+1, Ada Agent (Helpdesk) <${address}> wrote:  \r\n \r\n ${indented(text)}  `,
      `<html><head></head><body><div class="ydp1yahoo-style-wrap"><div dir="ltr">${said}</div><div><br></div></div><div id="yahoo_quoted_1" class="yahoo_quoted"><div style="font-size:13px"><div>On Tuesday, November 24, 2026 at 10:12:13 AM GMT+1, Ada Agent (Helpdesk) &lt;${address}&gt; wrote: </div><div><br></div><div>${html}</div></div></div></body></html>`,
    ),
  iOS: ({ said, answered: { text, html } }) =>
    alternative(
      `${said}\r\n\r\nSent from my iPhone\r\n\r\n> On 24 Nov 2026, at 10:12, Ada Agent (Helpdesk) <${address}> wrote:\r\n> \r\n> \uFEFF\r\n${marked(text)}\r\n`,
      `<html><head></head><body dir="auto">${said}<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">On 24 Nov 2026, at 10:12, Ada Agent (Helpdesk) &lt;${address}&gt; wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">\uFEFF${html}</div></blockquote></body></html>`,
    ),
  'Outlook on the web, HTML alone': ({ said, answered: { html, subject } }) =>
    part(
      'text/html',
      `<html><head><style type="text/css" style="display:none;">P {margin-top:0;margin-bottom:0;}</style></head><body dir="ltr"><div class="elementToProof" style="font-family:Aptos;font-size:12pt">${said}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri, sans-serif" style="font-size:11pt" color="#000000">${outlookHeader(subject)}</font><div>&nbsp;</div></div>${html}</body></html>`,
    ),
  'Gmail, with a picture in the text': ({ said, answered: { text, html } }) =>
    multipart(
      'related',
      'rel',
      alternative(
        `${said} [image: shot.png]\r\n\r\nOn Tue, Nov 24, 2026 at 10:12 AM Ada Agent (Helpdesk) <\r\n${address}> wrote:\r\n\r\n${marked(text)}\r\n`,
        `<div dir="ltr">${said} <img src="cid:ii_m1x2y3" alt="shot.png" width="1" height="1"></div>${gmailQuote(html)}`,
      ),
      [
        'Content-Type: image/png; name="shot.png"',
        'Content-Disposition: attachment; filename="shot.png"',
        'Content-Transfer-Encoding: base64',
        'X-Attachment-Id: ii_m1x2y3',
        'Content-ID: <ii_m1x2y3>',
        '',
        picture,
      ],
    ),
} satisfies Record<string, Body>

export type MailProgram = keyof typeof bodies

export const mailPrograms = Object.keys(bodies).filter((name): name is MailProgram => name in bodies)

/** An answer as the program sends it: raw, with the answered mail below the new text. */
export const answerOf = (program: MailProgram, answer: MailAnswer): string =>
  [
    `From: Paul Post <${answer.from}>`,
    `To: ${answer.answered.to}`,
    `Subject: Re: ${answer.answered.subject}`,
    `In-Reply-To: ${answer.answered.messageId}`,
    `References: ${answer.answered.messageId}`,
    `Message-ID: <${crypto.randomUUID()}@customer.example>`,
    'Date: Tue, 24 Nov 2026 10:20:00 +0100',
    'MIME-Version: 1.0',
    ...bodies[program](answer),
  ].join('\r\n')
