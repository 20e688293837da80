import postgres from 'postgres'
import { expect, it, vi } from 'vitest'
import { differences } from '../testing/live-client'
import { setUpLiveWorkspace } from '../testing/live-workspace'

const OTHERS = 1_000
const OPEN_MS = 10_000

const { clients, open, started, untilLive } = setUpLiveWorkspace()

it('shows everybody a change whose transaction was open across 1,000 others', async () => {
  const { stack, workspace } = started()
  const { db, newMember, newTicket } = workspace
  const customer = await newMember('Cleo Customer')
  const people = [
    customer,
    await newMember('Ada Agent', 'agent'),
    await newMember('Ben Agent', 'agent'),
    await newMember('Amy Admin', 'admin'),
  ]
  const [late, ...others] = [await newTicket(customer), await newTicket(customer), await newTicket(customer)]
  for (const member of people)
    await open(member, [member === customer ? { customerId: customer.id } : {}], late)
  await untilLive()
  const shown = () =>
    clients.map(({ received }) => received.filter((text) => text.includes(`"${late}"`)).length)

  // Its creation was announced already.
  const before = shown()
  const slow = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} })
  const begun = performance.now()
  await slow.begin(async (tx) => {
    await tx`update public.tickets set status = 'pending' where id = ${late}`
    await tx`insert into public.comments (ticket_id, user_id, content) values (${late}, ${people[1]?.id ?? ''}, 'Late')`
    // Each is a transaction of its own, in one request.
    await db.unsafe(`do $$ begin
      for n in 1 .. ${OTHERS} loop
        update public.tickets set priority = case when n % 4 < 2 then 'low' else 'high' end
        where id = (array['${others.join("', '")}'])[1 + n % 2]::uuid;
        commit;
      end loop;
    end $$`)
    await new Promise((resolve) => setTimeout(resolve, OPEN_MS - (performance.now() - begun)))
    expect(shown()).toEqual(before)
  })
  expect(performance.now() - begun).toBeGreaterThan(OPEN_MS)
  await slow.end()
  const [{ count = '' } = {}] = await db<{ count: string }[]>`
    select count(distinct xid) from private.ticket_changes where ticket_id = any(${others})`
  expect(Number(count)).toBeGreaterThanOrEqual(OTHERS)
  await vi.waitFor(async () => expect((await Promise.all(clients.map(differences))).flat()).toEqual([]), {
    timeout: 10_000,
    interval: 100,
  })
  for (const [n, count] of shown().entries()) expect(count).toBeGreaterThan(before[n] ?? 0)
}, 300_000)
