/** The sender chooses the address that gets an automatic answer: limits hold for domains and for the desk. */
import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { db } from '../support/backend'
import { receive } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

const newDomain = () => `${randomUUID().slice(0, 8)}.example`
const address = (domain: string) => `${randomUUID().slice(0, 8)}@${domain}`
const reply = async (from: string, verdict: 'pass' | 'none' = 'pass') =>
  (await receive({ from, verdict, subject: `Fire ${randomUUID()}` })).reply
/** Mails that were answered a moment ago. */
const answered = (count: number, domain: string, authentication = 'pass') => db`
  insert into private.mail_messages (message_id, recipient, from_address, authentication, state, received_at, reply)
  select gen_random_uuid(), 'support@localhost', 'p' || n || '@' || replace(${domain}, '*', n::text), ${authentication}, 'accepted',
    now() - n * interval '1 second', 'acknowledgement'
  from generate_series(1, ${count}::int) n`
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
  await answered(20, domain, 'none')
  expect(await reply(address(domain), 'none')).toBeNull()
  expect(await reply(address(domain))).toBe('acknowledgement')
})

it('answers 200 addresses of a free mail provider', async () => {
  await answered(199, 'gmail.com')
  expect(await reply(address('gmail.com'))).toBe('acknowledgement')
  expect(await reply(address('gmail.com'))).toBeNull()
})

it('answers 500 mails in all', async () => {
  const [row] = await db<{ count: number }[]>`select count(*)::int from private.mail_messages
    where reply is not null and authentication = 'pass' and received_at > now() - interval '1 hour'`
  await answered(500 - (row?.count ?? 0), 'd*.example')
  expect(await reply(address(newDomain()))).toBeNull()
  expect(await reply(address(newDomain()), 'none')).toBe('acknowledgement')
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
