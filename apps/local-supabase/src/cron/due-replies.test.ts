/** Replies that waited when the backend died are sent by the next one, once. */
import { rm } from 'node:fs/promises'
import { clientAs, createUser, newDataFolder, sql, startStack } from '@helpdesk/testing'
import { expect, it, vi } from 'vitest'

it('sends a reply whose time came while the backend was down', async () => {
  const dataDir = await newDataFolder()
  const first = await startStack({ dataDir })
  await createUser(first, { email: 'cora@example.com', name: 'Cora Customer' })
  await createUser(first, { email: 'ada@example.com', role: 'agent', name: 'Ada Agent' })
  const customer = await clientAs(first, 'cora@example.com')
  const agent = await clientAs(first, 'ada@example.com')
  const row = { subject: 'Fire', description: 'Smoke comes out of the left side.' }
  const { data: ticket } = await customer.from('tickets').insert(row).select('id').single()
  const before = sql(first)
  await before`update public.workspace_settings set undo_send_seconds = 2`
  const { error } = await agent.rpc('queue_reply', { ticket_id: ticket?.id, content: 'Water is on its way' })
  expect(error).toBeNull()
  await before.end()
  await first.kill()

  const second = await startStack({ dataDir })
  const db = sql(second)
  try {
    const replies = () =>
      db`select is_internal, send_at from public.comments where content = 'Water is on its way'`
    const sent = [{ is_internal: false, send_at: null }]
    await vi.waitFor(async () => expect([...(await replies())]).toEqual(sent), {
      timeout: 40_000,
      interval: 100,
    })
    const mails =
      await db`select from public.notification_outbox where kind = 'reply' and ticket_id = ${ticket?.id}`
    expect(mails).toHaveLength(1)
  } finally {
    await db.end()
    await second.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 120_000)
