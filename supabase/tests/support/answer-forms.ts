import { randomUUID } from 'node:crypto'
import type { Mail } from '../../functions/send-notifications/mail'
import { SUPPORT_ADDRESS, type receive } from './mail'

/** What a form of answer knows of the mail that it answers. */
export interface Answered {
  mail: Mail
  /** Message-ID and root in brackets. */
  id: string
  root: string
  reply: string
  /** Also of a mail before. */
  earlier: string
  number: string
}
type Values = Partial<Parameters<typeof receive>[0]>

const bare = (id: string) => id.slice(1, -1)
const unknown = (count: number) =>
  Array.from({ length: count }, (_, n) => `<${n}-${randomUUID()}@mail.example>`)
const otherHost = (id: string) => id.replace(/@.*>/, '@gateway.example>')
const encoded = (id: string) =>
  `=?utf-8?q?${id.replace(/[<>@]/g, (sign) => `=${sign.charCodeAt(0).toString(16).toUpperCase()}`)}?=`
const base64 = (id: string) => `=?us-ascii?B?${Buffer.from(id).toString('base64')}?=`
const fold = (id: string) => `${id.slice(0, 20)}\r\n ${id.slice(20)}`
/** An answer of Outlook has five bytes more for each turn. */
const grown = (index: string, turns: number) =>
  Buffer.concat([Buffer.from(index, 'base64'), Buffer.alloc(5 * turns, 7)]).toString('base64')
export const headers = (...lines: string[]): Values => ({ headers: lines })
const delivered = (name: string, value: string): Values => headers(`${name}: ${value}`)

/** One line for each program or host that writes answers in this way. */
export const forms: [string, (answered: Answered) => Values][] = [
  ['In-Reply-To alone', ({ id }) => headers(`In-Reply-To: ${id}`)],
  ['References alone', ({ id }) => headers(`References: ${id}`)],
  ['both', ({ id, root }) => headers(`In-Reply-To: ${id}`, `References: ${root} ${id}`)],
  ['In-Reply-To without brackets', ({ id }) => headers(`In-Reply-To: ${bare(id)}`)],
  ['References without brackets', ({ id, earlier }) => headers(`References: ${bare(earlier)} ${bare(id)}`)],
  ['References with commas', ({ id }) => headers(`References: ${[...unknown(1), id].join(',')}`)],
  ['References without blanks', ({ id }) => headers(`References: ${[...unknown(2), id].join('')}`)],
  ['References by tabs', ({ id }) => headers(`References: ${[...unknown(2), id].join('\t')}`)],
  ['References in folded lines', ({ id }) => headers(`References: ${[...unknown(3), id].join('\r\n ')}`)],
  ['In-Reply-To on the next line', ({ id }) => headers(`In-Reply-To:\r\n\t${id}`)],
  ['an id folded within', ({ id }) => headers(`References: ${fold(id)}`)],
  ['an id with blanks in its brackets', ({ id }) => headers(`In-Reply-To: < ${bare(id)} >`)],
  ['a comment behind', ({ id }) => headers(`In-Reply-To: ${id} (Ada's message of "Tue, 24 Nov 2026")`)],
  ['a comment before', ({ id }) => headers(`In-Reply-To: (Ada's message) ${id}`)],
  ['a comment without an end before', ({ id }) => headers(`In-Reply-To: (Ada's message :-( ${id}`)],
  ['a phrase before', ({ id }) => headers(`In-Reply-To: Your message of Tue ${id}`)],
  [
    'a phrase with an address before',
    ({ id }) => headers(`In-Reply-To: Message from Ada <${SUPPORT_ADDRESS}> of Tue ${id}`),
  ],
  ['a quoted phrase without an end', ({ id }) => headers(`In-Reply-To: "Your message ${id}`)],
  ['a quoted id', ({ id }) => headers(`In-Reply-To: "${id}"`)],
  ['an escaped id', ({ id }) => headers(`In-Reply-To: &lt;${bare(id)}&gt;`)],
  ['an encoded id', ({ id }) => headers(`In-Reply-To: ${encoded(id)}`)],
  ['an id in base64', ({ id }) => headers(`References: ${base64(id)}`)],
  ['two lines of References', ({ id }) => headers(`References: ${unknown(1).join('')}`, `References: ${id}`)],
  [
    'two lines of In-Reply-To',
    ({ id }) => headers(`In-Reply-To: ${unknown(1).join('')}`, `In-Reply-To: ${id}`),
  ],
  [
    'all ids in In-Reply-To',
    ({ id, earlier }) => headers(`In-Reply-To: ${[...unknown(1), earlier, id].join(' ')}`),
  ],
  ['names of headers in upper case', ({ id }) => headers(`REFERENCES: ${id}`)],
  ['ids in upper case', ({ id }) => headers(`References: ${id.toUpperCase()}`)],
  ['ids with another host', ({ id }) => headers(`In-Reply-To: ${otherHost(id)}`)],
  ['an unknown In-Reply-To', ({ id }) => headers(`In-Reply-To: ${unknown(1).join('')}`, `References: ${id}`)],
  ['an empty In-Reply-To', ({ id }) => headers('In-Reply-To:', `References: ${id}`)],
  ['newer mails of others', ({ id }) => headers(`References: ${[id, ...unknown(20)].join(' ')}`)],
  [
    '150 references, ours the oldest',
    ({ id }) => headers(`References: ${[id, ...unknown(149)].join('\r\n ')}`),
  ],
  [
    '150 references, ours the newest',
    ({ id }) => headers(`References: ${[...unknown(149), id].join('\r\n ')}`),
  ],
  [
    '400 references, ours the newest',
    ({ id }) => headers(`References: ${[...unknown(399), id].join('\r\n ')}`),
  ],
  [
    '400 references, ours the root',
    ({ root }) => headers(`References: ${[root, ...unknown(399)].join('\r\n ')}`),
  ],
  [
    '2,000 references, ours the root',
    ({ root }) => headers(`References: ${[root, ...unknown(1_999)].join('\r\n ')}`),
  ],
  ['the mail before alone', ({ earlier }) => headers(`References: ${earlier}`)],
  ['the root alone in References', ({ root }) => headers(`References: ${root}`)],
  ['the root alone in In-Reply-To', ({ root }) => headers(`In-Reply-To: ${root}`)],
  [
    'the root and the id of a provider',
    ({ root }) =>
      headers(
        `In-Reply-To: <0102-000@eu-west-1.amazonses.com>`,
        `References: ${root} <0102-000@eu-west-1.amazonses.com>`,
      ),
  ],
  ['the root with another host', ({ root }) => headers(`References: ${otherHost(root)}`)],
  [
    'Thread-Index alone',
    ({ mail }) => delivered('Thread-Index', grown(mail.headers['Thread-Index'] ?? '', 1)),
  ],
  [
    'Thread-Index after many turns, folded',
    ({ mail }) =>
      delivered('Thread-Index', grown(mail.headers['Thread-Index'] ?? '', 30).replace(/.{60}/g, '$&\r\n ')),
  ],
  ['the reply address', ({ reply }) => ({ to: reply })],
  ['the reply address with a name', ({ reply }) => ({ to: `"Helpdesk" <${reply}>` })],
  ['the reply address in upper case', ({ reply }) => ({ to: reply.toUpperCase() })],
  ...['To', 'Cc'].map((name): [string, (answered: Answered) => Values] => [
    `the reply address in ${name}, and the envelope's plain address`,
    ({ reply }) =>
      name === 'To' ? { to: reply } : { to: 'ada@company.example', headers: [`Cc: Helpdesk <${reply}>`] },
  ]),
  ['the reply address in another domain', ({ reply }) => ({ to: reply.replace(/@.*/, '@gateway.example') })],
  [
    'the reply address among others',
    ({ reply }) => ({ to: `bob@partner.example, "Post, Paul" <paul@partner.example>, ${reply}` }),
  ],
  ...[
    'Delivered-To',
    'X-Original-To',
    'X-Envelope-To',
    'Envelope-To',
    'X-Forwarded-To',
    'X-Delivered-To',
  ].map((name): [string, (answered: Answered) => Values] => [
    `the reply address in ${name}`,
    ({ reply }) => ({
      to: 'hello@company.example',
      headers: [`${name}: ${name.startsWith('X-E') ? `<${reply}>` : reply}`],
    }),
  ]),
  [
    'Delivered-To twice',
    ({ reply }) => headers(`Delivered-To: box@gateway.example`, `Delivered-To: ${reply}`),
  ],
  ['the number in the subject', ({ number }) => ({ subject: `Re: [#${number}] Fire` })],
  [
    'the number behind a prefix of another language',
    ({ number }) => ({ subject: `回复：[#${number}] Fire` }),
  ],
  ['the number within the subject', ({ number }) => ({ subject: `WG: AW: Still burning [#${number}]` })],
]
