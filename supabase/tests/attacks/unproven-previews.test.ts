/** Lists mark the last message of a ticket when nothing proves who sent it. */
import { beforeAll, expect, it } from 'vitest'
import {
  createUsers,
  db,
  insertComment,
  insertTicket,
  type TestUser,
  type TestUsers,
} from '../support/backend'
import { receive, replyAddress, stranger, withoutHost } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

/** What a list shows of the last message: its first words, and whether it is marked. */
async function shown(ticket: string, who: TestUser) {
  const { data } = await who.client.rpc('list_tickets', { sort_by: 'updated_at', max_rows: 100 })
  const rows = (data ?? []) as {
    id: string
    last_message_preview: string
    last_message_unverified: boolean
  }[]
  const row = rows.find(({ id }) => id === ticket)
  return [row?.last_message_preview, row?.last_message_unverified]
}

it.each([
  ['proves nothing', 'none', undefined, true],
  ['is proven', 'pass', undefined, false],
  ['no host looked at', 'none', withoutHost(), false],
] as const)(
  'a mail that %s is shown as that, to staff and to its requester',
  async (_name, verdict, env, mark) => {
    const ticket = await insertTicket(people.owner)
    const mail = { from: people.owner.email, to: await replyAddress(ticket), verdict, text: 'Send it to me.' }
    const { comment_id } = await receive(mail, {}, env)
    for (const who of [people.agent, people.owner])
      expect(await shown(ticket, who)).toEqual(['Send it to me.', mark])
    await insertComment(people.owner, ticket)
    expect((await shown(ticket, people.agent))[1]).toBe(false)
    // What is computed from the comments says the same.
    await db`delete from public.comments where ticket_id = ${ticket} and id <> ${comment_id}`
    expect(await shown(ticket, people.agent)).toEqual(['Send it to me.', mark])
    await db`delete from public.comments where id = ${comment_id}`
    expect((await shown(ticket, people.agent))[1]).toBe(false)
  },
)

it('a first mail that proves nothing is marked, also after its answers are gone', async () => {
  const { ticket_id } = await receive({ from: stranger(), verdict: 'none', text: 'My first words.' })
  const ticket = ticket_id ?? ''
  expect(await shown(ticket, people.agent)).toEqual(['My first words.', true])
  await people.agent.client.rpc('send_reply', { ticket_id: ticket, content: 'Which invoice?' })
  expect(await shown(ticket, people.agent)).toEqual(['Which invoice?', false])
  await db`delete from public.comments where ticket_id = ${ticket}`
  expect(await shown(ticket, people.agent)).toEqual(['My first words.', true])
})
