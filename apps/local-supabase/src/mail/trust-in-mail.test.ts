/** What the sender of a mail chooses (Message-ID, address, reply address), over real SMTP in both directions. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  commentsOf,
  keep,
  settled,
  startMailWorkspace,
  ticketsOf,
  type MailWorkspace,
} from '../test-support/mail-workspace'
import { startMailExchange, type MailExchange } from '../test-support/mail-exchange'

const TIMEOUT = { timeout: 240_000 }
let exchange: MailExchange
let workspace: MailWorkspace
beforeAll(async () => {
  exchange = await startMailExchange()
  workspace = await startMailWorkspace('East', exchange)
}, 240_000)
afterAll(async () => {
  await workspace?.stop()
  await exchange?.close()
})

const newDomain = () => {
  const domain = `${randomUUID().slice(0, 8)}.example`
  exchange.deliverTo(domain, keep)
  return domain
}

it('takes the answer to a forwarded message for the outsider’s, whoever From names', TIMEOUT, async () => {
  const [customer, expert] = [`cora@${newDomain()}`, `eve@${newDomain()}`]
  await exchange.send({ from: customer, to: workspace.address, subject: 'The oven', text: 'It is cold.' })
  await settled(exchange, workspace)
  const [ticket] = await ticketsOf(workspace, customer)
  const args = { ticket_id: ticket?.id ?? '', recipient: expert }
  expect((await workspace.agent.rpc('forward_message', args)).error).toBeNull()
  await settled(exchange, workspace)
  const forward = exchange.carried.find(({ to }) => to === expert)
  const to = forward?.mail.replyTo?.[0]?.address ?? ''
  expect(to).toMatch(/^support\+f\.[0-9a-f]{20}@east\.example$/)
  for (const from of [customer, workspace.agentAddress])
    await exchange.send({ from, to, inReplyTo: forward?.mail.messageId, subject: 'Re', text: 'Refund me.' })
  await settled(exchange, workspace)
  expect(await commentsOf(workspace, ticket?.id ?? '')).toEqual([`Forwarded to ${expert}`])
  const { data } = await workspace.agent.rpc('list_unmatched_mails')
  expect(data).toMatchObject(
    Array(2).fill({ reason: 'forward_answer', forwarded_to: expert, suspected_ticket: { id: ticket?.id } }),
  )
})

it('files a mail with the Message-ID of somebody else’s', TIMEOUT, async () => {
  const messageId = `<${randomUUID()}@shop.example>`
  const senders = [`ann@${newDomain()}`, `mallory@${newDomain()}`]
  for (const from of senders)
    await exchange.send({ from, to: workspace.address, messageId, subject: 'My order', text: `From ${from}` })
  await settled(exchange, workspace)
  const counts = await Promise.all(senders.map(async (from) => (await ticketsOf(workspace, from)).length))
  expect(counts).toEqual([1, 1])
})

it('files an answer whatever Message-IDs others chose before', TIMEOUT, async () => {
  const customer = `nora@${newDomain()}`
  // Mail programs copy the ids of earlier mails as they are. Decoded, it has a character that no database stores.
  const references = `<=?utf-8?q?a=00b?=${randomUUID()}@shop.example>`
  await exchange.send({
    from: customer,
    to: workspace.address,
    subject: 'The lamp',
    text: 'Monday is fine.',
    references,
  })
  await settled(exchange, workspace)
  expect(await ticketsOf(workspace, customer)).toHaveLength(1)
})

it('acknowledges 20 fresh addresses of one domain, and files the mails of all', TIMEOUT, async () => {
  const domain = newDomain()
  for (let n = 0; n < 25; n += 1) {
    await exchange.send({
      from: `p${n}@${domain}`,
      to: workspace.address,
      subject: `Fire ${n}`,
      text: 'Help.',
    })
    // Simultaneous, but no more connections than the workspace takes from one address.
    if (n % 5 === 4) await settled(exchange, workspace)
  }
  const [row] = await workspace.db<{ tickets: number }[]>`
    select count(*)::int as tickets from public.tickets t join public.profiles p on p.id = t.customer_id
    where p.email like ${`%@${domain}`}`
  expect(row).toEqual({ tickets: 25 })
  expect(exchange.carried.filter(({ to }) => to.endsWith(`@${domain}`))).toHaveLength(20)
})
