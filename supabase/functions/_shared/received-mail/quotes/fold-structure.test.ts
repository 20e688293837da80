import { expect, it } from 'vitest'
import { parseMail } from '../parse.ts'

const typed = ['Order 4711', 'Please call me', 'Ann']
/** How editors write lines. */
const answers = [
  typed.map((line) => `<div>${line}</div>`).join(''),
  typed.join('<br>'),
  typed.map((line) => `<p class="MsoNormal">${line}</p>`).join(''),
]
const message = '<div>Hi Ann</div><div>we changed your plan</div>'
const quote = (attributes: string, inside = message) => `<blockquote ${attributes}>${inside}</blockquote>`

const by = 'Bob &lt;<a href="mailto:bob@example.com">bob@example.com</a>&gt;'
/** The first is of no language: the structure has to do. */
const attributions = [
  `Kelo dum 3 Apr 2012 16:19 ${by} sonat:`,
  `On Tue, Apr 3, 2012 at 4:19 PM ${by} wrote:`,
  `Am Di., 3. Apr. 2012 um 16:19 Uhr schrieb ${by}:`,
  `Le mar. 3 avr. 2012 à 16:19, ${by} a écrit :`,
  `вт, 3 апр. 2012 г. в 16:19, ${by}:`,
  `2012年4月3日(火) 16:19 ${by}:`,
]

const withAttribution: Record<string, (answer: string, attribution: string) => string> = {
  Gmail: (answer, a) =>
    `<div dir="ltr">${answer}</div><div class="gmail_quote"><div class="gmail_attr">${a}<br></div>${quote('class="gmail_quote"')}</div>`,
  'Gmail, newer': (answer, a) =>
    `<div>${answer}</div><br><div class="gmail_quote gmail_quote_container"><div class="gmail_attr">${a}<br></div>${quote('class="gmail_quote"')}</div>`,
  'Gmail, below the quote': (answer, a) =>
    `<div><div class="gmail_quote"><div class="gmail_attr">${a}</div>${quote('class="gmail_quote"')}</div>${answer}</div>`,
  'Apple Mail': (answer, a) =>
    `<body>${answer}<div><br>${quote('type="cite"', `<div>${a}</div><br class="Apple-interchange-newline">${message}`)}</div></body>`,
  'Apple Mail, without an empty line': (answer, a) =>
    `<body>${answer}<div>${quote('type="cite"', `<div>${a}</div>${message}`)}</div></body>`,
  iOS: (answer, a) =>
    `<body dir="auto">${answer}<div dir="ltr"><br>${quote('type="cite"', `${a}<br><br>`)}</div>${quote('type="cite"')}</body>`,
  Thunderbird: (answer, a) =>
    `<body>${answer}<div class="moz-cite-prefix">${a}<br></div>${quote('type="cite" cite="mid:a@b"')}</body>`,
  'Thunderbird, below the quote': (answer, a) =>
    `<body><div class="moz-cite-prefix">${a}</div>${quote('type="cite" cite="mid:a@b"')}${answer}</body>`,
  Yahoo: (answer, a) =>
    `<div>${answer}</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>\n<div>${a}</div><div><br></div>${message}</div></div>`,
  Proton: (answer, a) =>
    `${answer}<div class="protonmail_quote">${a}<br>${quote('class="protonmail_quote" type="cite"')}</div>`,
  Roundcube: (answer, a) => `<body>${answer}<p id="reply-intro">${a}</p>${quote('type="cite"')}</body>`,
  Zoho: (answer, a) =>
    `<div>${answer}</div><div class="zmail_extra"><div>---- ${a.slice(0, -1)} ----</div>${quote('')}</div>`,
  Tuta: (answer, a) =>
    `<div>${answer}</div><div class="tutanota_quote">${a}<br>${quote('class="tutanota_quote"')}</div>`,
  Spark: (answer, a) =>
    `<div name="messageBodySection">${answer}</div><div name="messageReplySection">${a}<br>${quote('type="cite" class="spark_quote"')}</div>`,
}

/** The first are of no language. */
const fields = [
  ['Qa', 'Qo', 'Qi', 'Qu'],
  ['From', 'Sent', 'To', 'Subject'],
  ['Von', 'Gesendet', 'An', 'Betreff'],
  ['差出人', '送信日時', '宛先', '件名'],
]
const values = ['Bob &lt;bob@example.com&gt;', 'Tuesday, April 3, 2012 4:19 PM', 'Ann', 'Your order']

const withFields: Record<string, (answer: string, block: string) => string> = {
  'Outlook on the web': (answer, block) =>
    `<div>${answer}</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">${block}<div>&nbsp;</div></div>${message}`,
  'Outlook on the web, without a rule': (answer, block) =>
    `<div>${answer}</div><div id="divRplyFwdMsg">${block}</div>${message}`,
  Hotmail: (answer, block) => `<div>${answer}<hr id="stopSpelling">${block}<br><br>${message}</div>`,
  GMX: (answer, block) =>
    `<div>${answer}<div name="quote" style="margin:10px 5px"><div>${block}</div><div name="quoted-content">${message}</div></div></div>`,
  'Outlook for phones': (answer, block) =>
    `<div>${answer}</div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/a">Outlook for iOS</a></div><div id="mail-editor-reference-message-container"><p>${block}</p>${message}</div>`,
}

const contentOf = async (html: string) => {
  const raw = new TextEncoder().encode(
    `From: ann@example.com\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`,
  )
  return (await parseMail(raw, {})).content.replace(/\n+/g, '\n')
}

it.each(Object.entries(withAttribution))(
  'folds what the structure shows, in any language: %s',
  async (_program, html) => {
    for (const attribution of attributions)
      for (const answer of answers) expect(await contentOf(html(answer, attribution))).toBe(typed.join('\n'))
  },
)

it.each(Object.entries(withFields))(
  'folds fields below a mark, in any language: %s',
  async (_program, html) => {
    for (const names of fields)
      for (const answer of answers) {
        const block = names.map((name, n) => `<b>${name}:</b> ${values[n]}`).join('<br>')
        expect(await contentOf(html(answer, block))).toBe(typed.join('\n'))
      }
  },
)
