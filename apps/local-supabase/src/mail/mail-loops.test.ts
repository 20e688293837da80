/** Programs that answer or return the mails which a workspace really sends: each goes out and comes back by SMTP. */
import { randomUUID } from 'node:crypto'
import type { SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  commentsOf,
  keep,
  reply,
  settled,
  startMailWorkspace,
  ticketsOf,
  type MailWorkspace,
} from '../test-support/mail-workspace'
import { passOn, startMailExchange, type CarriedMail, type MailExchange } from '../test-support/mail-exchange'

let exchange: MailExchange
let workspace: MailWorkspace
beforeAll(async () => {
  exchange = await startMailExchange()
  workspace = await startMailWorkspace('North', exchange)
}, 240_000)
afterAll(async () => {
  await workspace?.stop()
  await exchange?.close()
})

/** Sends a mail, and waits for all that follow. */
async function send(mail: SendMailOptions): Promise<void> {
  await exchange.send(mail)
  await settled(exchange, workspace)
}

const newDomain = () => `${randomUUID().slice(0, 8)}.example`
const mailsTo = (address: string) => exchange.carried.filter(({ to }) => to === address)
const mailsFrom = (address: string) => exchange.carried.filter(({ mail }) => mail.from?.address === address)
const headerOf = ({ mail }: CarriedMail, name: string) =>
  mail.headers.find(({ key }) => key === name)?.value ?? ''
const replyToOf = ({ mail }: CarriedMail) => mail.replyTo?.[0]?.address ?? mail.from?.address ?? ''
const awayNote = (carried: CarriedMail): SendMailOptions => ({
  to: replyToOf(carried),
  subject: `Out of office: ${carried.mail.subject}`,
  inReplyTo: carried.mail.messageId,
  references: carried.mail.messageId,
  text: 'I am away until Monday.',
})
/** Looks like the answer of a person. */
const unmarkedNote = (carried: CarriedMail): SendMailOptions => ({
  ...awayNote(carried),
  subject: `Re: ${carried.mail.subject}`,
})
const marked = { headers: { 'Auto-Submitted': 'auto-replied' } }

/** A delivery report (RFC 3464) that returns the whole mail. */
const bounceOf = ({ from, to, raw }: CarriedMail) =>
  [
    ...[
      `From: MAILER-DAEMON@${to.split('@')[1]}`,
      `To: ${from}`,
      'Subject: Undelivered Mail Returned to Sender',
    ],
    ...[`Message-ID: <${randomUUID()}@mx.example>`, 'MIME-Version: 1.0', 'Auto-Submitted: auto-replied'],
    ...['Content-Type: multipart/report; report-type=delivery-status; boundary=report', '', '--report', ''],
    ...[`<${to}>: user unknown`, '', '--report', 'Content-Type: message/delivery-status', ''],
    ...['Reporting-MTA: dns; mx.example', '', `Final-Recipient: rfc822; ${to}`, 'Action: failed'],
    ...['Status: 5.1.1', 'Diagnostic-Code: smtp; 550 5.1.1 user unknown', ''],
    ...['--report', 'Content-Type: message/rfc822', '', raw, '--report--', ''],
  ].join('\r\n')

/** A program that answers the mails to a customer, who gets an acknowledgement and a reply. */
interface Responder {
  program: string
  answer(carried: CarriedMail): SendMailOptions | undefined
  /** Mails to the customer. */
  received: number
  /** Mails of the program. */
  answers: number
  /** Tickets of the customer, with the one that the customer opened. */
  tickets: number
  /** Whether its mails look like those of a person. */
  isUnmarked?: boolean
}

const responders: Responder[] = [
  {
    program: 'a program that follows RFC 3834',
    answer: (carried) =>
      /^(|no)$/.test(headerOf(carried, 'auto-submitted'))
        ? { ...awayNote(carried), ...marked, to: carried.from, envelope: { from: '', to: carried.from } }
        : undefined,
    ...{ received: 2, answers: 1, tickets: 1 },
  },
  {
    program: 'Exchange, which X-Auto-Response-Suppress silences',
    answer: (carried) =>
      /\b(all|oof)\b/i.test(headerOf(carried, 'x-auto-response-suppress'))
        ? undefined
        : { ...awayNote(carried), headers: { 'Auto-Submitted': 'auto-generated' } },
    ...{ received: 2, answers: 0, tickets: 1 },
  },
  {
    program: 'a program that answers everything and marks its answers',
    answer: (carried) => ({ ...awayNote(carried), ...marked }),
    ...{ received: 2, answers: 2, tickets: 1 },
  },
  {
    program: 'an old program that only sets Precedence',
    answer: (carried) => ({ ...awayNote(carried), headers: { Precedence: 'bulk' } }),
    ...{ received: 2, answers: 2, tickets: 1 },
  },
  {
    program: 'a program that only says so in its subjects',
    answer: awayNote,
    ...{ received: 2, answers: 2, tickets: 1 },
  },
  {
    program: 'an unmarked program that keeps the thread',
    answer: unmarkedNote,
    ...{ received: 2, answers: 2, tickets: 1, isUnmarked: true },
  },
  {
    // Two acknowledgements for a subject, beside the customer's.
    program: 'an unmarked program that drops the thread',
    answer: (carried) => ({ to: carried.from, subject: 'I am away', text: 'Until Monday.' }),
    ...{ received: 4, answers: 4, tickets: 5, isUnmarked: true },
  },
  {
    // Ten acknowledgements an hour, with the customer's.
    program: 'an unmarked program that changes its subject each time',
    answer: (carried) => ({ to: carried.from, subject: `Case ${randomUUID()}`, text: 'Opened.' }),
    ...{ received: 11, answers: 11, tickets: 12, isUnmarked: true },
  },
]

it.each(responders)(
  'ends the exchange with $program',
  { timeout: 240_000 },
  async ({ answer, received, answers, tickets, isUnmarked = false }) => {
    const domain = newDomain()
    const from = `paul@${domain}`
    exchange.deliverTo(domain, async (carried) => {
      const mail = answer(carried)
      if (mail) await exchange.send({ from: `Paul Post <${from}>`, ...mail })
    })
    await send({ from, to: workspace.address, subject: 'The printer', text: 'It is on fire.' })
    const [first] = await ticketsOf(workspace, from)
    const ticket = first?.id ?? ''
    await reply(workspace, ticket, 'Which one is it?')
    await settled(exchange, workspace)

    expect(mailsTo(from)).toHaveLength(received)
    expect(mailsFrom(from)).toHaveLength(1 + answers)
    const opened = await ticketsOf(workspace, from)
    expect(opened).toHaveLength(tickets)
    expect(opened[0]).toMatchObject({ id: ticket, status: 'in_progress' })
    if (!isUnmarked) expect(await commentsOf(workspace, ticket)).toEqual(['Which one is it?'])
  },
)

it.each([
  // The customer's and the other's first answer go out.
  { programs: 'say the same', text: () => `I am away until Monday. Case ${Date.now()}.`, sentOn: 2 },
  // Ten of each author in an hour.
  { programs: 'change their words', text: () => `Case ${randomUUID()}`, sentOn: 20 },
])(
  'ends the exchange of two unmarked programs that $programs on one ticket',
  { timeout: 240_000 },
  async ({ text, sentOn }) => {
    const domain = newDomain()
    const [from, other] = [`rita@${domain}`, `gus@${newDomain()}`]
    exchange.deliverTo(domain, keep)
    await send({ from, to: workspace.address, subject: 'The door', text: 'It squeaks.' })
    const [first] = await ticketsOf(workspace, from)
    const ticket = first?.id ?? ''
    const added = await workspace.agent
      .from('ticket_participants')
      .insert({ ticket_id: ticket, address: other })
    expect(added.error).toBeNull()
    for (const address of [from, other])
      exchange.deliverTo(address.split('@')[1] ?? '', (carried) =>
        exchange.send({ ...unmarkedNote(carried), from: address, text: text() }),
      )
    const before = exchange.carried.length
    await reply(workspace, ticket, 'Which one is it?')
    await settled(exchange, workspace)

    const out = exchange.carried.slice(before).filter(({ to }) => [from, other].includes(to))
    // The reply reaches both.
    expect(out).toHaveLength(2 + sentOn)
    const answers = exchange.carried.slice(before).filter(({ to }) => to.startsWith('support+'))
    expect(answers).toHaveLength(out.length)
    // Every answer is filed.
    expect(await commentsOf(workspace, ticket)).toHaveLength(1 + answers.length)
  },
)

it('adds no automatic answer of an agent to the ticket', { timeout: 240_000 }, async () => {
  const domain = newDomain()
  const from = `nora@${domain}`
  exchange.deliverTo(domain, keep)
  await send({ from, to: workspace.address, subject: 'The scanner', text: 'It is slow.' })
  const [first] = await ticketsOf(workspace, from)
  const ticket = first?.id ?? ''
  await reply(workspace, ticket, 'Which one is it?')
  await settled(exchange, workspace)
  const answered = mailsTo(from).at(-1)
  if (!answered) throw new Error('The customer got no mail')
  const to = replyToOf(answered)

  const away = workspace.agentAddress
  const staff = away.slice(away.indexOf('@') + 1)
  exchange.deliverTo(staff, (carried) => exchange.send({ ...awayNote(carried), ...marked, from: away }))
  await send({ from, to, inReplyTo: answered.mail.messageId, subject: 'Re', text: 'The left one.' })
  exchange.deliverTo(staff, keep)

  expect(mailsFrom(away).map((sent) => sent.to)).toEqual([to])
  expect(await commentsOf(workspace, ticket)).toEqual(['Which one is it?', 'The left one.'])
  expect(mailsTo(from)).toHaveLength(2)
})

it.each([
  ['unchanged', (raw: string) => raw],
  [
    'with a new Message-ID',
    (raw: string) => raw.replace(/^Message-ID: <.*>/im, `Message-ID: <${randomUUID()}@redirect.example>`),
  ],
])('ignores its own mails that a mailbox redirects to it %s', { timeout: 240_000 }, async (_name, change) => {
  const domain = newDomain()
  const from = `rita@${domain}`
  exchange.deliverTo(domain, (carried) =>
    passOn({ ...carried, to: workspace.address, raw: change(carried.raw) }, workspace.stack.smtpUrl ?? ''),
  )
  await send({ from, to: workspace.address, subject: `The lamp of ${domain}`, text: 'It is dark.' })
  const [first] = await ticketsOf(workspace, from)
  await reply(workspace, first?.id ?? '', 'Which one is it?')
  await settled(exchange, workspace)

  expect(mailsTo(from)).toHaveLength(2)
  const returned = await workspace.db`
    select state, reason from private.mail_messages
    where from_address = ${workspace.address} and subject like ${`%${domain}`}`
  const ignored = { state: 'ignored', reason: 'own_message' }
  expect([...returned]).toEqual([ignored, ignored])
  expect(await commentsOf(workspace, first?.id ?? '')).toEqual(['Which one is it?'])
})

it(
  'shows the bounce of its own mail on the ticket, and mails the address no more',
  { timeout: 240_000 },
  async () => {
    const domain = newDomain()
    const from = `olaf@${domain}`
    exchange.deliverTo(domain, keep)
    await send({ from, to: workspace.address, subject: 'The fan', text: 'It hums.' })
    const [first] = await ticketsOf(workspace, from)
    const ticket = first?.id ?? ''
    // Accepted at first, as by a server in front of the one with the mailboxes.
    exchange.deliverTo(domain, (carried) =>
      exchange.send({ envelope: { from: '', to: carried.from }, raw: bounceOf(carried) }),
    )
    await reply(workspace, ticket, 'Since when?')
    await settled(exchange, workspace)
    const { data } = await workspace.agent.rpc('ticket_mails', { ticket_id: ticket })
    expect(data.failures).toMatchObject([
      { address: from, status: '5.1.1', reason: '550 5.1.1 user unknown' },
    ])

    await reply(workspace, ticket, 'Are you there?')
    await settled(exchange, workspace)
    // The acknowledgement and the first reply.
    expect(mailsTo(from)).toHaveLength(2)
    expect(await ticketsOf(workspace, `mailer-daemon@${domain}`)).toHaveLength(0)
  },
)
