/** Two workspaces with a database each, whose sent mails reach each other by SMTP. */
import { randomUUID } from 'node:crypto'
import type { SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  commentsOf,
  keep,
  reply,
  settled,
  startMailWorkspace,
  ticketsOf,
  type MailWorkspace,
} from '../test-support/mail-workspace'
import { passOn, startMailExchange, type MailExchange } from '../test-support/mail-exchange'

const TIMEOUT = { timeout: 240_000 }
const [NORTH, SOUTH] = ['support@north.example', 'support@south.example']

let exchange: MailExchange
let north: MailWorkspace
let south: MailWorkspace
beforeAll(async () => {
  exchange = await startMailExchange()
  north = await startMailWorkspace('North', exchange)
  south = await startMailWorkspace('South', exchange)
}, 240_000)
afterAll(async () => {
  await north?.stop()
  await south?.stop()
  await exchange?.close()
})

/** Waits for all mails that follow from an action. */
async function after(action: Promise<unknown>): Promise<void> {
  await action
  await settled(exchange, north, south)
}
const send = (mail: SendMailOptions) => after(exchange.send(mail))

/** Sender and recipient of the mails between the workspaces since there were so many, without codes of reply addresses. */
const between = (since: number) =>
  exchange.carried
    .slice(since)
    .map(({ from, to }) => [from, to.replace(/\+.*@/, '@')])
    .filter((ends) => ends.every((end) => end === NORTH || end === SOUTH))
const toNorth = [SOUTH, NORTH]
const toSouth = [NORTH, SOUTH]

const countIn = async (workspace: MailWorkspace, ticket: string, text: string) =>
  (await commentsOf(workspace, ticket)).filter((content) => content.includes(text)).length
/** Number of mails that wait for staff. */
const unmatched = async ({ db }: MailWorkspace) =>
  (await db`select 1 from private.mail_messages where state = 'unmatched'`).length

it('get each message of the other once', TIMEOUT, async () => {
  const since = exchange.carried.length
  const opened = await south.agent.rpc('open_ticket_for', {
    requester_email: NORTH,
    subject: 'Delivery',
    description: 'Where is it?',
  })
  expect(opened.error).toBeNull()
  await settled(exchange, north, south)
  const theirs: string = opened.data.ticket.id
  const ours = (await ticketsOf(north, SOUTH)).at(-1)?.id ?? ''
  await after(reply(north, ours, 'It is on its way.'))
  await after(reply(south, theirs, 'Thank you for that.'))
  await after(reply(north, ours, 'You are welcome.'))

  expect(between(since)).toEqual([toNorth, toSouth, toNorth, toSouth])
  expect(await countIn(south, theirs, 'It is on its way.')).toBe(1)
  expect(await countIn(south, theirs, 'You are welcome.')).toBe(1)
  expect(await countIn(north, ours, 'Thank you for that.')).toBe(1)
  expect([await unmatched(north), await unmatched(south)]).toEqual([0, 0])
})

it('answer a person who writes to both once each', TIMEOUT, async () => {
  const domain = `${randomUUID().slice(0, 8)}.example`
  const person = `mia@${domain}`
  exchange.deliverTo(domain, keep)
  await send({ from: person, to: NORTH, cc: SOUTH, subject: 'The meeting', text: 'Who comes?' })
  const since = exchange.carried.length
  const [ours] = await ticketsOf(north, person)
  const [theirs] = await ticketsOf(south, person)
  await after(reply(north, ours?.id ?? '', 'North comes.'))
  await after(reply(south, theirs?.id ?? '', 'South comes too.'))

  expect(between(since)).toEqual([toSouth, toNorth])
  expect(await countIn(south, theirs?.id ?? '', 'North comes.')).toBe(1)
  expect(await countIn(north, ours?.id ?? '', 'South comes too.')).toBe(1)
  // Two acknowledgements and two replies.
  expect(exchange.carried.filter(({ to }) => to === person)).toHaveLength(4)
  expect([await unmatched(north), await unmatched(south)]).toEqual([0, 0])
})

it('do not acknowledge an acknowledgement', TIMEOUT, async () => {
  const since = exchange.carried.length
  await send({ from: SOUTH, to: NORTH, subject: 'An invoice', text: 'For November.' })
  expect(between(since)).toEqual([toNorth, toSouth])
})

it('stop after two acknowledgements where a gateway removes the headers against loops', TIMEOUT, async () => {
  const removed =
    /^(auto-submitted|x-auto-response-suppress|precedence|list-[a-z-]+|in-reply-to|references|reply-to):/i
  const strip = (raw: string) => {
    const end = raw.indexOf('\r\n\r\n')
    const headers = raw.slice(0, end).split(/\r\n(?![ \t])/)
    return headers.filter((line) => !removed.test(line)).join('\r\n') + raw.slice(end)
  }
  // Otherwise the number of one workspace could be that of a ticket of the other.
  await south.db`select setval(pg_get_serial_sequence('public.tickets', 'number'), 70000)`
  for (const { address, stack } of [north, south])
    exchange.deliverTo(address.slice(address.indexOf('@') + 1), (carried) =>
      passOn({ ...carried, raw: strip(carried.raw) }, stack.smtpUrl ?? ''),
    )
  const since = exchange.carried.length
  await send({ from: SOUTH, to: NORTH, subject: 'A question', text: 'When do you open?' })
  // The question, and two acknowledgements of each workspace.
  expect(between(since)).toEqual([toNorth, toSouth, toNorth, toSouth, toNorth])
})
