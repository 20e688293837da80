/** The backend's clock and snoozed tickets: also those that fell due while it was off. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createUser, sql, startStack, type Stack } from '@helpdesk/testing/stack'
import { afterAll, expect, it, vi } from 'vitest'

const folders: string[] = []
const running = new Set<Stack>()
afterAll(async () => {
  for (const stack of running) await stack.stop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

it('wakes a ticket once, after a start and a restart', { timeout: 180_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'helpdesk-woken-'))
  folders.push(folder)
  const start = async () => {
    const stack = await startStack({ dataDir: join(folder, 'data') })
    running.add(stack)
    return { stack, db: sql(stack) }
  }
  const stop = async ({ stack, db }: Awaited<ReturnType<typeof start>>) => {
    await db.end()
    running.delete(stack)
    await stack.stop()
  }

  const first = await start()
  const customer = await createUser(first.stack, { email: 'customer@example.com', name: 'Cora Customer' })
  const agent = await createUser(first.stack, {
    email: 'agent@example.com',
    role: 'agent',
    name: 'Ada Agent',
  })
  const [ticket] = await first.db<{ id: string }[]>`
    insert into public.tickets (subject, description, created_by, customer_id, assigned_to, status, snoozed_until)
    values ('The spare part', 'It comes within the week.', ${customer.id}, ${customer.id}, ${agent.id}, 'in_progress',
      now() + interval '2 seconds') returning id`
  await stop(first)
  // The time comes while nothing runs.
  await new Promise((resolve) => setTimeout(resolve, 2_000))

  const second = await start()
  const told = async ({ db }: typeof second) => [
    ...(await db`select person_id, kind, times from private.notifications where ticket_id = ${ticket?.id ?? ''}`),
  ]
  const once = [{ person_id: agent.id, kind: 'woken', times: 1 }]
  await vi.waitFor(async () => expect(await told(second)).toEqual(once), { timeout: 45_000, interval: 200 })
  // Nobody is told again by the next start, which calls at once.
  await stop(second)
  const third = await start()
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(await told(third)).toEqual(once)
  await stop(third)
})
