/** Whoever forges the first mail of somebody, and is in its copy, reads nothing that the person writes later. */
import { beforeAll, expect, it } from 'vitest'
import { createUsers, db, type TestUsers } from '../support/backend'
import { receive, stranger } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const reply = async (ticket: string, content: string) =>
  expect((await people.agent.client.rpc('send_reply', { ticket_id: ticket, content })).error).toBeNull()

/** The earlier messages in the last mail of a kind, oldest first. */
async function historyOf(ticket: string, kind: string): Promise<string[]> {
  const [mail] = await db<{ history: { text: string }[] }[]>`
    select private.mail_contents(o, 'desk.example') -> 'history' as history from public.notification_outbox o
    where o.ticket_id = ${ticket} and o.kind = ${kind} order by o.created_at desc limit 1`
  return (mail?.history ?? []).map(({ text }) => text).reverse()
}

it.each([
  ['unproven', 'none', ['Which invoice?']],
  ['proven', 'pass', ['My invoice is wrong.', 'Which invoice?', 'Number 4711.']],
] as const)(
  'mails to those in copy of an %s first mail tell what they may read',
  async (_name, verdict, told) => {
    const requester = stranger()
    const headers = [`Cc: ${stranger()}`]
    const first = await receive({ from: requester, verdict, headers, text: 'My invoice is wrong.' })
    const ticket = first.ticket_id ?? ''
    await reply(ticket, 'Which invoice?')
    // In the portal, where nobody sees who is in copy.
    await db`
    insert into public.comments (ticket_id, user_id, content)
    select id, customer_id, 'Number 4711.' from public.tickets where id = ${ticket}`
    await reply(ticket, 'Thank you.')
    expect(await historyOf(ticket, 'copy')).toEqual(told)
    expect(await historyOf(ticket, 'reply')).toEqual([
      'My invoice is wrong.',
      'Which invoice?',
      'Number 4711.',
    ])
  },
)
