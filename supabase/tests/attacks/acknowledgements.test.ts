/** The sender chooses the address that gets an automatic answer: limits hold for domains and for the workspace. */
import { randomUUID } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createUsers, db, insertComment, type TestUsers } from '../support/backend'
import { receive } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

const newDomain = () => `${randomUUID().slice(0, 8)}.example`
const address = (domain: string) => `${randomUUID().slice(0, 8)}@${domain}`
const reply = async (from: string, verdict: 'pass' | 'none' = 'pass') =>
  (await receive({ from, verdict, subject: `Fire ${randomUUID()}` })).reply
/** Mails that were answered a moment ago. */
const answered = (count: number, domain: string, budget = 'stranger') => db`
  insert into private.mail_messages (message_id, recipient, from_address, authentication, state, received_at, reply, reply_budget)
  select gen_random_uuid(), 'support@localhost', 'p' || n || '@' || replace(${domain}, '*', n::text), 'pass', 'accepted',
    now() - n * interval '1 second', 'acknowledgement', ${budget}
  from generate_series(1, ${count}::int) n`
let people: TestUsers
beforeAll(async () => void (people = await createUsers()))
// What earlier tests had answered.
beforeEach(async () => {
  await db`update private.mail_messages set reply_budget = null where reply_budget is not null`
})
afterEach(async () => {
  await db`delete from private.mail_messages where message_id not like '%@%'`
})

it('answers 20 fresh addresses of a domain within an hour, subdomains included', async () => {
  const domain = newDomain()
  const replies = []
  for (let turn = 0; turn < 24; turn += 1)
    replies.push(await reply(address(turn % 2 ? `${randomUUID().slice(0, 8)}.${domain}` : domain)))
  expect(replies.slice(0, 20)).toEqual(Array(20).fill('acknowledgement'))
  expect(replies.slice(20)).toEqual([null, null, null, null])
  // The mails themselves are filed, and other domains are answered.
  const [row] =
    await db`select count(*)::int as tickets from public.tickets t join public.profiles p on p.id = t.customer_id
    where p.email like ${`%${domain}`}`
  expect(row).toEqual({ tickets: 24 })
  expect(await reply(address(newDomain()))).toBe('acknowledgement')
})

it('answers ten mails of a mailbox within an hour, whatever the tags of its address', async () => {
  const [name, domain] = address(newDomain()).split('@')
  const replies = []
  for (let tag = 0; tag < 12; tag += 1) replies.push(await reply(`${name}+${tag}@${domain}`))
  expect(replies.filter(Boolean)).toHaveLength(10)
})

it('counts mails that prove nothing on their own, so that forged ones silence nobody', async () => {
  const domain = newDomain()
  await answered(20, domain, 'stranger, unproven')
  expect(await reply(address(domain), 'none')).toBeNull()
  expect(await reply(address(domain))).toBe('acknowledgement')
})

it('answers a proven mail of a mailbox whose ten answers forged ones used up, and not the other way round', async () => {
  const from = address(newDomain())
  for (const verdict of ['none', 'pass'] as const) {
    const replies = []
    for (let turn = 0; turn < 12; turn += 1) replies.push(await reply(from, verdict))
    expect(replies.filter(Boolean), verdict).toHaveLength(10)
  }
  const other = address(newDomain())
  for (let turn = 0; turn < 10; turn += 1) await reply(other)
  expect(await reply(other, 'none')).toBeNull()
})

it('answers 200 addresses of a free mail provider', async () => {
  await answered(199, 'gmail.com')
  expect(await reply(address('gmail.com'))).toBe('acknowledgement')
  expect(await reply(address('gmail.com'))).toBeNull()
})

it('answers 500 mails of strangers in all', async () => {
  await answered(500, 'd*.example')
  expect(await reply(address(newDomain()))).toBeNull()
  expect(await reply(address(newDomain()), 'none')).toBe('acknowledgement')
})

it('leaves answers to others, however many providers strangers write from', async () => {
  await answered(200, 'gmail.com')
  await answered(119, 'outlook.com')
  expect(await reply(address('outlook.com'))).toBe('acknowledgement')
  expect(await reply(address('outlook.com'))).toBeNull()
  await answered(72, 'gmx.de')
  expect(await reply(address('gmx.de'))).toBeNull()
  const domain = newDomain()
  await answered(10, domain)
  expect(await reply(address(domain))).toBeNull()
  expect(await reply(address(newDomain()))).toBe('acknowledgement')
})

it('answers people whom the workspace knows when strangers have used up theirs', async () => {
  const from = address(newDomain())
  const { ticket_id: ticket } = await receive({ from })
  await answered(500, 'd*.example')
  expect(await reply(from)).toBeNull()
  // A confirmed account.
  expect(await reply(people.owner.email)).toBe('acknowledgement')
  await insertComment(people.agent, ticket ?? '')
  expect(await reply(from)).toBe('acknowledgement')
  await answered(500, 'd*.example', 'known')
  expect(await reply(from)).toBeNull()
})

it('counts both forms of a domain in other scripts', async () => {
  const label = randomUUID().slice(0, 8)
  await answered(20, domainToASCII(`b\u00fccher-${label}.example`))
  expect(await reply(address(`b\u00fccher-${label}.example`))).toBeNull()
  expect(await reply(address(`B\u00dcCHER-${label}.EXAMPLE`))).toBeNull()
})

it('counts a mailbox of Gmail without its dots', async () => {
  const replies = []
  for (let dots = 0; dots < 12; dots += 1) {
    const name = 'jonathandoexx'
    replies.push(await reply(`${name.slice(0, dots + 1)}.${name.slice(dots + 1)}@gmail.com`))
  }
  expect(replies.filter(Boolean)).toHaveLength(10)
})

it.each([
  'b\u00fccher.example',
  '\u4ed6\u4eec\u4e3a\u4ec0\u4e48\u4e0d\u8bf4\u4e2d\u6587.example',
  'a.\u00f1and\u00fa-\u00e9.example',
  '\u0645\u062b\u0627\u0644.\u{1f600}x.example',
  'Example.COM',
])('writes %s as DNS does', async (domain) => {
  const [row] = await db`select private.ascii_domain(${domain}) as ascii`
  expect(row).toEqual({ ascii: domainToASCII(domain) })
})

it.each([
  ['ann@example.com', 'example.com'],
  ['ann@a.b.example.com', 'example.com'],
  ['ann@mail.example.co.uk', 'example.co.uk'],
  ['ann@example.com.au', 'example.com.au'],
  ['ann@x.de', 'x.de'],
  ['ann@localhost', 'localhost'],
  ['', ''],
])('counts %s for %s', async (from, domain) => {
  expect([...(await db`select private.mail_domain(${from}) as domain`)]).toEqual([{ domain }])
})
