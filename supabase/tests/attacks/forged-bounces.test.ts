/** A Message-ID is known to everybody who got an answer: a delivery report needs more to silence an address. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from '../support/backend'
import { bounce, genuineBounce } from '../support/bounce'
import { receive, recordSent, stranger } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const isSilenced = async (address: string) =>
  (await db`select from public.undeliverable_addresses where address = ${address}`).length > 0
const failuresOf = (ticket: string) => db<{ address: string; reason: string }[]>`
  select address, reason from private.delivery_failures where ticket_id = ${ticket}`

/** A mail of the workspace to a new customer. */
async function sent(address = stranger()) {
  const ticket = await insertTicket(people.owner)
  return { ticket, address, id: await recordSent(ticket, address) }
}
const silence = (address: string) =>
  db`insert into public.undeliverable_addresses (address, status) values (${address}, '5.1.1')`
const daemonAt = (domain: string) => ({ from: `MAILER-DAEMON@${domain}`, verdict: 'pass' as const })
const domainOf = (address: string) => address.slice(address.indexOf('@') + 1)

describe('a forged report with the Message-ID of a mail', () => {
  it.each([
    ['of nobody', {}],
    ['of the mail server of its author', daemonAt('evil.example')],
    ['of a domain that ends like the recipient', 'suffix'],
    ['of a host below the domain of the recipient', 'host'],
    ['of a host below the domain of the workspace', daemonAt('customer.localhost')],
    ['of a colleague of the recipient', 'colleague'],
    ['of a colleague whose address is like that of Exchange', 'exchange'],
  ] as const)('in the name %s silences nobody and shows none of its words', async (_name, values) => {
    const { ticket, address, id } = await sent()
    const named =
      values === 'suffix'
        ? daemonAt(`evil${domainOf(address)}`)
        : values === 'host'
          ? daemonAt(`mx.${domainOf(address)}`)
          : values === 'colleague'
            ? { ...daemonAt(''), from: `bob@${domainOf(address)}` }
            : values === 'exchange'
              ? { ...daemonAt(''), from: `microsoftexchange${'a1'.repeat(16)}@${domainOf(address)}` }
              : values
    const report = await receive({ ...bounce(address, id), ...named }, { from: '' })
    expect(report).toMatchObject({ state: 'bounce', ticket_id: ticket })
    expect(await isSilenced(address)).toBe(false)
    // Staff see that it may not have arrived, once.
    await receive({ ...bounce(address, id), ...named }, { from: '' })
    const reason = 'an unconfirmed report says so. The address still gets emails.'
    expect([...(await failuresOf(ticket))]).toEqual([{ address, reason }])
  })

  it.each([
    ['an unknown code', async () => randomUUID().replaceAll('-', '')],
    [
      'the code of a mail to its author',
      async () => (await genuineBounce(...authorArguments(await sent()))).text.match(/Delivery: (\w+)/)?.[1],
    ],
  ])('and %s counts for nothing', async (_name, codeOf) => {
    const { ticket, address, id } = await sent()
    const report = await receive(bounce(address, id, 'failed', '5.1.1', await codeOf()), { from: '' })
    expect(report).toMatchObject({ reason: 'unknown_bounce', ticket_id: null })
    expect(await isSilenced(address)).toBe(false)
    expect([...(await failuresOf(ticket))]).toEqual([])
  })

  it('is no proof without the null sender of reports', async () => {
    const { address, id } = await sent()
    await receive({ ...bounce(address, id), ...daemonAt(domainOf(address)) }, { from: 'a@evil.example' })
    expect(await isSilenced(address)).toBe(false)
  })
})
const authorArguments = ({ address, id }: { address: string; id: string }) => [address, id] as const

describe('a genuine report', () => {
  it.each([
    ['returns the code', (address: string, id: string) => genuineBounce(address, id)],
    [
      'comes from the mail server of the recipient',
      async (address: string, id: string) => ({
        ...bounce(address, id),
        ...daemonAt(domainOf(address)),
      }),
    ],
    [
      'comes from the mail server of the workspace',
      async (address: string, id: string) => ({ ...bounce(address, id), ...daemonAt('localhost') }),
    ],
    [
      'returns the code and a Message-ID of the provider',
      async (address: string, id: string) => ({
        ...(await genuineBounce(address, id)),
        text: (await genuineBounce(address, id)).text.replace(id, 'other@provider.example'),
      }),
    ],
  ])('%s and counts', async (_name, reportOf) => {
    const { ticket, address, id } = await sent()
    await receive(await reportOf(address, id), { from: '' })
    expect(await isSilenced(address)).toBe(true)
    expect([...(await failuresOf(ticket))]).toEqual([{ address, reason: '550 5.1.1 unknown user' }])
  })

  it('counts after a forged answer of the recipient', async () => {
    const { ticket, address, id } = await sent()
    await db`insert into public.ticket_participants (ticket_id, address, source) values (${ticket}, ${address}, 'staff')`
    await receive({ from: address, verdict: 'none', headers: [`References: <${id}>`] })
    await receive(await genuineBounce(address, id), { from: '' })
    expect(await isSilenced(address)).toBe(true)
    expect(await failuresOf(ticket)).toHaveLength(1)
  })

  it('counts after a forged one', async () => {
    const { ticket, address, id } = await sent()
    await receive(bounce(address, id), { from: '' })
    await receive(await genuineBounce(address, id), { from: '' })
    expect(await isSilenced(address)).toBe(true)
    expect(await failuresOf(ticket)).toHaveLength(2)
  })
})

it('counts for nothing once the recipient has answered the mail', async () => {
  const { ticket, id } = await sent(people.owner.email)
  await receive({ from: people.owner.email, headers: [`In-Reply-To: <${id}>`] })
  const report = await receive(await genuineBounce(people.owner.email, id), { from: '' })
  expect(report).toMatchObject({ reason: 'unknown_bounce', ticket_id: null })
  expect(await isSilenced(people.owner.email)).toBe(false)
  expect([...(await failuresOf(ticket))]).toEqual([])
})

describe('a silenced address gets mails again', () => {
  it('by a proven mail that waits for staff', async () => {
    const address = stranger()
    const ticket = await insertTicket(people.owner)
    for (const [verdict, silenced] of [
      ['none', true],
      ['pass', false],
    ] as const) {
      await silence(address).catch(() => undefined)
      await receive({
        from: address,
        verdict,
        headers: [`In-Reply-To: <${await recordSent(ticket, people.owner.email)}>`],
      })
      expect(await isSilenced(address), verdict).toBe(silenced)
    }
  })

  it('by a sign-in', async () => {
    const { email, id } = people.otherCustomer
    await silence(email)
    await db`update auth.users set updated_at = now() where id = ${id}`
    expect(await isSilenced(email)).toBe(true)
    await db`update auth.users set last_sign_in_at = now() where id = ${id}`
    expect(await isSilenced(email)).toBe(false)
  })

  it('by an agent, and not by a customer', async () => {
    const address = stranger()
    await silence(address)
    const lift = (client: TestUsers['agent']['client']) =>
      client.from('undeliverable_addresses').delete().eq('address', address)
    await lift(people.owner.client)
    expect(await isSilenced(address)).toBe(true)
    await lift(people.agent.client)
    expect(await isSilenced(address)).toBe(false)
  })
})
