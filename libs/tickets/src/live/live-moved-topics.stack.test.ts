import { expect, it, vi } from 'vitest'
import { differences, type LiveClient } from '../testing/live-client'
import { setUpLiveWorkspace } from '../testing/live-workspace'

const { open, started, untilLive } = setUpLiveWorkspace()

/** What a page got, without the answers to its heartbeats, which come every 25 s whatever happens. */
const heardBy = ({ received }: LiveClient) => received.filter((text) => !text.includes('"phoenix"')).length

/** Until a page that has joined its topics has no question left: the next one would come after 30 s. */
async function untilQuiet(pages: readonly LiveClient[]): Promise<void> {
  const heard = () => pages.map(heardBy)
  for (let before: number[] = []; before.join() !== heard().join();) {
    before = heard()
    // Longer than the answers of a busy machine take.
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
}

it('shows the next change to those who missed that their topics have other names', async () => {
  const { workspace } = started()
  const { db, newMember, newTicket } = workspace
  const customer = await newMember('Cleo Customer')
  const ticket = await newTicket(customer)
  const demoted = [await newMember('Dora Demoted', 'agent'), await newMember('Dan Demoted', 'agent')]
  const agent = await newMember('Ada Agent', 'agent')
  const pages = [
    await open(agent, [{}], ticket),
    await open(customer, [{ customerId: customer.id }], ticket),
  ] as const
  await untilLive()
  await untilQuiet(pages)

  for (const { network } of pages) network.setFaults({ drop: 1 })
  // One after the other, so that the topics that the page knows are older than the former ones.
  for (const { id } of demoted) await db`update public.profiles set role = 'customer' where id = ${id}`
  // As on a hosted project, which does not end a channel then.
  await db`select private.move_topics(${customer.id}, array[private.user_topic(${customer.id})])`
  await vi.waitFor(() => expect(pages.map(({ network }) => network.counts.dropped)).toEqual([1, 2]), 10_000)
  for (const { network } of pages) network.setFaults({})
  const heard = pages.map(heardBy)
  await untilQuiet(pages)
  expect(pages.map(heardBy)).toEqual(heard)

  await db`update public.tickets set priority = 'urgent' where id = ${ticket}`
  await vi.waitFor(async () => expect((await Promise.all(pages.map(differences))).flat()).toEqual([]), {
    timeout: 10_000,
    interval: 100,
  })
}, 60_000)
