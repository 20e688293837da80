import { beforeAll, describe, expect, it } from 'vitest'
import { type Answered, forms, headers } from './support/answer-forms'
import { createUsers, db, insertTicket, type TestUsers } from './support/backend'
import {
  SUPPORT_ADDRESS,
  numberOf,
  receive,
  recordSent,
  replyAddress,
  stranger,
  withoutHost,
} from './support/mail'
import { sendOf, toCustomers, toStaff } from './support/sent-kinds'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

/** A ticket of the owner to whom the workspace has sent two mails. */
async function answered(): Promise<Answered & { ticket: string }> {
  const ticket = await insertTicket(people.owner, { assigned_to: people.agent.id })
  const [earlier, mail] = [
    await sendOf('received', ticket, people.owner.email),
    await sendOf('reply', ticket, people.owner.email),
  ]
  const [root = ''] = mail.references ?? []
  const [reply, number] = [await replyAddress(ticket), await numberOf(ticket)]
  return { ticket, mail, id: mail.messageId, root, reply, earlier: earlier.messageId, number }
}

it('finds the ticket by all forms of answers', async () => {
  const { ticket, ...known } = await answered()
  const wrong: string[] = []
  for (const [name, form] of forms) {
    const mail = await receive({ from: people.owner.email, ...form(known) }, { to: [SUPPORT_ADDRESS] })
    if (mail.ticket_id !== ticket || mail.state !== 'accepted')
      wrong.push(`${name}: ${mail.state} ${mail.reason}`)
  }
  for (const kind of toCustomers) {
    const { messageId } = await sendOf(kind, ticket, people.owner.email)
    const mail = await receive({ from: people.owner.email, ...headers(`In-Reply-To: ${messageId}`) })
    if (mail.ticket_id !== ticket || mail.state !== 'accepted') wrong.push(`to the customer: ${kind}`)
  }
  for (const kind of toStaff) {
    const { messageId } = await sendOf(kind, ticket, people.agent.email)
    const mail = await receive({ from: people.agent.email, ...headers(`In-Reply-To: ${messageId}`) })
    if (mail.ticket_id !== ticket || mail.state !== 'accepted') wrong.push(`to staff: ${kind}`)
  }
  const total = forms.length + toCustomers.length + toStaff.length
  console.log(`Found: ${total - wrong.length} of ${total} forms`)
  expect(wrong).toEqual([])
}, 120_000)

it('gives a stranger the ticket by no form', async () => {
  const { ticket, ...known } = await answered()
  const entered: string[] = []
  for (const [name, form] of forms) {
    const mail = await receive({ from: stranger(), ...form(known) }, { to: [SUPPORT_ADDRESS] })
    if (mail.ticket_id === ticket) entered.push(name)
  }
  expect(entered).toEqual([])
}, 120_000)

describe('a root id', () => {
  it.each([
    ['none', { state: 'unmatched', reason: 'foreign_ticket', ticket_id: null }],
    ['fail', { state: 'unmatched', reason: 'authentication_failed', ticket_id: null }],
  ] as const)(
    'alone files nothing of a sender whose check ends with %s: links show it',
    async (verdict, expected) => {
      const { ticket, mail, root } = await answered()
      for (const line of [`References: ${root}`, `Thread-Index: ${mail.headers['Thread-Index']}`])
        expect(await receive({ from: people.owner.email, verdict, ...headers(line) })).toMatchObject({
          ...expected,
          suspected_ticket_id: ticket,
        })
    },
  )

  it('is enough where no host is configured', async () => {
    const { ticket, root } = await answered()
    const values = { from: people.owner.email, verdict: null, ...headers(`References: ${root}`) }
    expect(await receive(values, {}, withoutHost())).toMatchObject({ state: 'accepted', ticket_id: ticket })
  })

  it('is not enough there once an outsider knows it from a forward', async () => {
    const { ticket, root } = await answered()
    await sendOf('forward', ticket, stranger())
    const answer = headers(`References: ${root}`)
    const forged = await receive({ from: people.owner.email, verdict: null, ...answer }, {}, withoutHost())
    expect(forged.ticket_id).not.toBe(ticket)
    expect(forged.suspected_ticket_id).toBe(ticket)
    expect(await receive({ from: people.owner.email, ...answer })).toMatchObject({
      state: 'accepted',
      ticket_id: ticket,
    })
  })

  it('of notes makes the answer of staff a note, when a provider changed the id of the mail', async () => {
    const { ticket } = await answered()
    const { references = [] } = await sendOf('mention', ticket, people.agent.email)
    await receive({
      from: people.agent.email,
      ...headers(`References: ${references.join(' ')} <0102@ses.example>`),
    })
    const [said] = await db`select is_internal from public.comments where ticket_id = ${ticket}`
    expect(said).toEqual({ is_internal: true })
  })

  it('has no Thread-Index beside it in mails to outsiders and about notes', async () => {
    const { ticket } = await answered()
    for (const kind of ['forward', 'mention'] as const)
      expect((await sendOf(kind, ticket, people.agent.email)).headers).not.toHaveProperty('Thread-Index')
  })
})

describe('a reply address in a header', () => {
  it('for notes makes the answer of staff a note, also in another domain', async () => {
    await db`insert into public.mail_addresses (address, kind) values ('notes@localhost', 'note') on conflict do nothing`
    const ticket = await insertTicket(people.owner)
    const [note, reply] = [await replyAddress(ticket, 'note'), await replyAddress(ticket)]
    for (const to of [note, note.replace('@localhost', '@gateway.example'), `${reply}, ${note}`])
      await receive({ from: people.agent.email, to }, { to: [SUPPORT_ADDRESS] })
    const said = await db`select is_internal from public.comments where ticket_id = ${ticket}`
    expect([...said]).toEqual(Array(3).fill({ is_internal: true }))
  })

  it('of a forward makes the mail the answer of its outsider, whatever else is named', async () => {
    const { ticket, reply, id } = await answered()
    const expert = stranger()
    const { replyTo } = await sendOf('forward', ticket, expert)
    const to = `${reply}, ${replyTo?.address ?? ''}`
    const mail = await receive(
      { from: people.owner.email, to, ...headers(`In-Reply-To: ${id}`) },
      { to: [SUPPORT_ADDRESS] },
    )
    expect(mail).toMatchObject({ state: 'unmatched', reason: 'forward_answer', forwarded_to: expert })
  })

  it('with a wrong code names nothing, and does not hide the references', async () => {
    const { ticket, reply, id } = await answered()
    const to = reply.replace(/\.(.)/, (_, digit: string) => `.${digit === 'a' ? 'b' : 'a'}`)
    const mail = await receive(
      { from: people.owner.email, to, ...headers(`In-Reply-To: ${id}`) },
      { to: [SUPPORT_ADDRESS] },
    )
    expect(mail).toMatchObject({ state: 'accepted', via: 'references', ticket_id: ticket })
  })

  it('in a quoted text counts for nothing: people paste the texts of other tickets', async () => {
    const { ticket, reply } = await answered()
    const text = `New question.\r\n\r\nOn Tue, Helpdesk <${reply}> wrote:\r\n> Done.`
    expect((await receive({ from: people.owner.email, text })).ticket_id).not.toBe(ticket)
  })

  it('files a mail once that came to the plain and the reply address', async () => {
    const { ticket, reply } = await answered()
    await receive({ from: people.owner.email, to: `${SUPPORT_ADDRESS}, ${reply}` })
    const said = await db`select 1 from public.comments where ticket_id = ${ticket}`
    expect(said).toHaveLength(1)
  })
})

describe('a Message-ID of another ticket', () => {
  it('loses against the nearer one', async () => {
    const [one, two] = [await answered(), await answered()]
    const mail = await receive({
      from: people.owner.email,
      ...headers(`References: ${one.id} ${await recordSentId(two.ticket)}`),
    })
    expect(mail.ticket_id).toBe(two.ticket)
  })
})

const recordSentId = async (ticket: string) => `<${await recordSent(ticket, people.owner.email)}>`
