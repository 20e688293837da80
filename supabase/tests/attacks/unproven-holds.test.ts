/** A forged mail of a customer stops no reply of staff. It is filed, and staff see it. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { db, insertTicket } from '../support/backend'
import { receive, replyAddress, stranger, withoutHost } from '../support/mail'
import { createWaitingReplies, ripen, sendDue, stored } from '../support/waiting-replies'
import { resetAfterAll } from './support/reset'

resetAfterAll()

const { people, mine, queued } = createWaitingReplies()

/** A mail to the ticket in the name of its requester. */
const write = async (ticket: string, verdict: 'pass' | 'none', env?: ReturnType<typeof withoutHost>) => {
  const mail = await receive(
    {
      from: people().owner.email,
      to: await replyAddress(ticket),
      verdict,
      text: `Never mind ${randomUUID()}`,
    },
    {},
    env,
  )
  expect(mail).toMatchObject({ ticket_id: ticket, state: 'accepted' })
}

it.each([
  ['proves nothing', 'none', undefined, { is_internal: false, held_for: null }],
  ['is proven', 'pass', undefined, { is_internal: true, held_for: 'customer_wrote' }],
  ['no host looked at', 'none', withoutHost(), { is_internal: true, held_for: 'customer_wrote' }],
] as const)(
  'a mail that %s decides whether a scheduled reply is sent',
  async (_name, verdict, env, expected) => {
    const ticket = await mine()
    const reply = await queued(ticket, { send_at: new Date(Date.now() + 3_600_000).toISOString() })
    await write(ticket, verdict, env)
    await ripen(reply)
    await sendDue()
    expect(await stored(reply)).toMatchObject(expected)
  },
)

it('a waiting mail that staff add to a ticket holds a scheduled reply, as they vouch for it', async () => {
  const ticket = await mine()
  const reply = await queued(ticket, { send_at: new Date(Date.now() + 3_600_000).toISOString() })
  const mail = await receive({ from: stranger(), to: await replyAddress(ticket), verdict: 'none' })
  expect(mail.state).toBe('unmatched')
  const { error } = await people().otherAgent.client.rpc('attach_unmatched_mail', {
    mail_id: mail.id,
    ticket_id: ticket,
  })
  expect(error).toBeNull()
  await ripen(reply)
  await sendDue()
  expect(await stored(reply)).toMatchObject({ held_for: 'customer_wrote' })
})

it.each([
  ['proves nothing', 'none', [true, null]],
  ['is proven', 'pass', [false, 'customer_wrote']],
] as const)(
  'a mail that %s decides whether a reply to all incidents goes out',
  async (_name, verdict, expected) => {
    const { owner, agent } = people()
    const [problem, incident] = [await insertTicket(owner), await insertTicket(owner)]
    await db`select private.add_ticket_link(${incident}, ${problem}, 'incident')`
    const { data } = await agent.client.rpc('preview_incident_reply', { problem })
    const rows = (data as { tickets: { id: string; messages: number }[] }).tickets
    const { messages } = rows.find(({ id }) => id === incident) ?? { messages: -1 }
    await write(incident, verdict)
    const answer = await agent.client.rpc('reply_to_incidents', {
      problem,
      ticket_ids: [incident],
      seen: [messages],
      contents: ['It works again.'],
      request_id: randomUUID(),
    })
    const [result] = (answer.data as { results: { ok: boolean; code: string | null }[] }).results
    expect([result?.ok, result?.code]).toEqual(expected)
  },
)
