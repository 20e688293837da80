import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { openWorkspace, type Member } from '../src/workspace'
import { startStack, type Stack } from '../src/stack'
import { measureIdleSockets } from './idle-sockets'
import { openLiveClient, type LiveClient } from './live-client'
import { openLivePage } from './live-page'

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '200' },
    rounds: { type: 'string', default: '100' },
    sockets: { type: 'string', default: '1000' },
  },
})

/** Milliseconds from a commit to the pixel, for 19 of 20 changes. */
const GOAL_MS = 150
/** Megabytes that the idle sockets may add. */
const GOAL_MB = 150
/** Tickets that the page shows at once. */
const TICKETS = 20
/** Milliseconds between two rounds, longer than the pause after an answer. */
const PAUSE_MS = 1_000

const now = () => performance.timeOrigin + performance.now()
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function until(done: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 60_000
  while (!done()) {
    if (Date.now() > end) throw new Error(`Not within a minute: ${what}`)
    await pause(5)
  }
}

function summary(times: number[]) {
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN)
  return { samples: times.length, p50: at(0.5), p95: at(0.95), most: at(1) }
}

/** Opens the clients in turn, a tenth of them staff. */
async function openClients(stack: Stack, workspace: ReturnType<typeof openWorkspace>, count: number) {
  const clients: Record<'agent' | 'customer', LiveClient[]> = { agent: [], customer: [] }
  for (let n = 0; n < count; n += 1) {
    const role = n < count / 10 ? 'agent' : 'customer'
    const user = await workspace.newMember('Lee Live', role)
    clients[role].push(await openLiveClient(stack, await workspace.clientOf(user), user, role))
  }
  await until(
    () => [...clients.agent, ...clients.customer].every(({ isLive }) => isLive()),
    'clients are live',
  )
  return clients
}

/**
 * Milliseconds from each commit until the page has painted it, and until staff and the ticket's customer have its row:
 * of tickets that only this page shows, then of tickets that the pages of all staff show.
 */
async function measureChanges(stack: Stack, count: number, rounds: number) {
  const workspace = openWorkspace(stack)
  const { agent: staff, customer: customers } = await openClients(stack, workspace, count)
  const agent: Member = await workspace.newMember('Paige Page', 'agent')
  const tickets: { id: string; customer: LiveClient }[] = []
  for (const customer of customers.slice(0, TICKETS))
    tickets.push({
      customer,
      id: await workspace.newTicket({ id: customer.userId }, { subject: 'Before', assigned_to: agent.id }),
    })
  const page = await openLivePage(stack, agent.email, '/tickets/assigned', 'Before')
  async function measure(who: 'one page shows it' | 'all staff show it') {
    for (const client of staff) client.shows = who === 'all staff show it'
    const times = { page: [] as number[], staff: [] as number[], customers: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      await pause(PAUSE_MS)
      const ticket = tickets[round % tickets.length]
      if (!ticket) throw new Error('no ticket')
      const arrived: [keyof typeof times, number][] = []
      for (const client of [...staff, ticket.customer])
        client.onTicket = (id) => {
          if (id !== ticket.id) return
          client.onTicket = () => undefined
          arrived.push([client === ticket.customer ? 'customers' : 'staff', now()])
        }
      const text = `Round ${round}, ${who}.`
      const painted = page.whenPainted(text)
      // The page listens before the change is made.
      await pause(50)
      await workspace.db`update public.tickets set subject = ${text} where id = ${ticket.id}`
      const committed = now()
      times.page.push((await painted) - committed)
      await until(() => arrived.length === staff.length + 1, `everybody has round ${round}`)
      for (const [who, time] of arrived) times[who].push(time - committed)
    }
    return {
      [`page: ${who}, commit to pixel, ms`]: summary(times.page),
      [`staff: ${who}, commit to row, ms`]: summary(times.staff),
      [`customers: ${who}, commit to row, ms`]: summary(times.customers),
    }
  }
  const figures = { ...(await measure('one page shows it')), ...(await measure('all staff show it')) }
  await page.close()
  for (const client of [...staff, ...customers]) client.stop()
  await workspace.db.end()
  return figures
}

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')

/**
 * `npm run bench:live -- --clients 200 --rounds 100 --sockets 1000`: starts a backend with the built apps and prints how
 * soon a change is painted by a page beside other clients, and what idle sockets cost.
 */
const loadBefore = loadavg()[0]
const most = Number(values.sockets) + Number(values.clients) + 100
const stack = await startStack({
  static: true,
  env: {
    HELPDESK_REALTIME_LIMITS: `addressSockets=${most},accountSockets=${most},accountChannels=${10 * most},messagesPerSecond=100000`,
  },
})
try {
  const figures = await measureChanges(stack, Number(values.clients), Number(values.rounds))
  console.table(figures)
  for (const [what, { p95 }] of Object.entries(figures))
    if (what.startsWith('page'))
      console.log(
        `${what}: p95 within ${GOAL_MS} beside ${values.clients} clients: ${p95}, ${verdict(p95 <= GOAL_MS)}`,
      )
  const { before, after } = await measureIdleSockets(stack, Number(values.sockets))
  console.log(
    `${values.sockets} idle sockets with a private channel, within ${GOAL_MB} MB: ${after - before} MB (${before} to ${after}), ${verdict(after - before <= GOAL_MB)}`,
  )
  console.log({ cores: cpus().length, loadBefore })
} finally {
  await stack.stop()
}
process.exit()
