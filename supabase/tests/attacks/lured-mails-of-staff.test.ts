/** Mails of staff, and those in the name of the workspace, that carry the marks of a ticket. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { db, insertTicket } from '../support/backend'
import {
  commentsOf,
  numberOf,
  receive,
  recordSent,
  replyAddress,
  stranger,
  SUPPORT_ADDRESS,
} from '../support/mail'
import { createLures } from './support/lures'
import { resetAfterAll } from './support/reset'

resetAfterAll()

const { people, answering, lure, byRoot, bySent, withDesk } = createLures()

it('a mail of staff to the workspace alone becomes a note, whatever ticket it names', async () => {
  const { author, ticket } = await lure()
  const from = people().agent.email
  const number = await numberOf(ticket)
  const send = (subject: string, values: object = {}) =>
    receive({ from, subject: `${subject} [#${number}] Your account`, ...values }, { to: [SUPPORT_ADDRESS] })
  await send('Fwd:')
  await send('WG: AW:', { to: `${SUPPORT_ADDRESS}, ${from}`, ...byRoot(ticket) })
  await send('Re: Fwd:')
  await send('Fwd:', { to: `${SUPPORT_ADDRESS}, ${author}` })
  const comments = await commentsOf(ticket)
  expect(comments.map(({ is_internal }) => is_internal)).toEqual([true, true, true, false])
})

it('a mail of staff to a colleague, with the workspace in copy, becomes a note on the ticket that it names', async () => {
  const { agent, otherAgent } = people()
  const { author, ticket } = await lure()
  const values = { from: agent.email, body: 'Is this one honest?', ...(await bySent(ticket, author)) }
  const inside = await receive(
    { ...values, to: `${otherAgent.email}, ${SUPPORT_ADDRESS}` },
    { to: [SUPPORT_ADDRESS] },
  )
  expect(inside).toMatchObject({ state: 'accepted', ticket_id: ticket })
  expect((await commentsOf(ticket)).at(-1)).toMatchObject({ is_internal: true })
  // They asked for it: the stranger is addressed, or the reply address is.
  await receive({ ...values, to: `${author}, ${SUPPORT_ADDRESS}` }, { to: [SUPPORT_ADDRESS] })
  expect((await commentsOf(ticket)).at(-1)).toMatchObject({ is_internal: false })
  const reply = await replyAddress(ticket)
  await receive({ ...values, to: `${reply}, ${otherAgent.email}` }, { to: [reply] })
  expect((await commentsOf(ticket)).at(-1)).toMatchObject({ is_internal: false })
})

/** What leads to the notes of somebody's ticket: their root, and a mail about one. */
const marksOfNotes = [
  ['the root of notes', async (ticket: string) => `note.${ticket}@desk.example`],
  [
    'a mail about a note',
    async (ticket: string) => {
      const sent = await recordSent(ticket, people().agent.email)
      await db`update private.sent_mails set is_internal = true where message_id = ${sent}`
      return sent
    },
  ],
] as const

it.each(marksOfNotes)(
  '%s that a stranger writes into a mail makes no note of what staff answer to all',
  async (_name, markOf) => {
    const [author, id] = [stranger(), `${randomUUID()}@mail.example`]
    const mark = await markOf(await insertTicket(people().owner))
    const { ticket_id } = await receive({ from: author })
    const to = await replyAddress(ticket_id ?? '')
    await receive({ from: author, to, id, text: 'Any news?', headers: [answering(mark)] })
    await withDesk(people().agent.email, author, {
      headers: [`In-Reply-To: <${id}>`, answering(mark, id)],
    })
    expect(await commentsOf(ticket_id ?? '')).toMatchObject([{ is_internal: false }, { is_internal: false }])
  },
)

it('a Message-ID in the form of the root of notes makes no note of what staff answer to all', async () => {
  const author = stranger()
  const id = `note.${await insertTicket(people().owner)}@mail.example`
  const { ticket_id } = await receive({ from: author, id })
  await withDesk(people().agent.email, author, { headers: [answering(id)] })
  expect(await commentsOf(ticket_id ?? '')).toMatchObject([{ is_internal: false }])
})

describe('a mail in the name of the workspace', () => {
  it.each([
    ['that proves nothing puts nobody in copy', 'none', 0],
    ['of its own form puts the visitor in copy', 'pass', 1],
  ] as const)(
    '%s when staff add it to a ticket, and they see whom it names',
    async (_name, verdict, copies) => {
      const ticket = await insertTicket(people().owner)
      const visitor = stranger()
      const mail = await receive({
        ...{ from: SUPPORT_ADDRESS, verdict, headers: [`Reply-To: ${visitor}`] },
        subject: `Re: [#${await numberOf(ticket)}] Fire`,
      })
      expect(mail).toMatchObject({ reason: 'own_address', suspected_ticket_id: ticket })
      const { data } = await people().agent.client.rpc('list_unmatched_mails')
      expect(data.find(({ id }: { id: string }) => id === mail.id)).toMatchObject({ said_author: visitor })
      const added = await people().agent.client.rpc('attach_unmatched_mail', {
        mail_id: mail.id,
        ticket_id: ticket,
      })
      expect(added.error).toBeNull()
      expect(
        await db`select 1 from public.ticket_participants where ticket_id = ${ticket} and address = ${visitor}`,
      ).toHaveLength(copies)
      expect(await commentsOf(ticket)).toHaveLength(1)
    },
  )
})
