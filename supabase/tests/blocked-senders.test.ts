import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, type TestUsers } from './support/backend'
import { personWith, receive } from './support/mail'
import { rolledBack } from './support/rolled-back'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

describe('mails of a blocked domain', () => {
  it('are refused without an answer', async () => {
    const domain = `${randomUUID().slice(0, 8)}.example`
    const { error } = await people.admin.client.from('blocked_senders').insert({ address: `@${domain}` })
    expect(error).toBeNull()
    const refused = { state: 'refused', reason: 'blocked', reply: null }
    expect(await receive({ from: `a@${domain}` })).toMatchObject(refused)
    expect(await personWith(`a@${domain}`)).toBeUndefined()
  })

  it('are refused in every form of the domain', async () => {
    const written = `b\u00fccher-${randomUUID().slice(0, 8)}.example`
    const { hostname } = new URL(`http://${written}/`)
    const { error } = await people.admin.client.from('blocked_senders').insert({ address: `@${written}` })
    expect(error).toBeNull()
    expect(await receive({ from: `a@${hostname}` })).toMatchObject({ state: 'refused', reason: 'blocked' })
    expect((await receive({ from: `a@sub.${hostname}` })).reason).not.toBe('blocked')
  })
})

const [domain, address] = ['@b\u00e4r.example', 'eve@b\u00e4r.example']
it.each([
  [domain, 'eve@xn--br-via.example', true],
  ['@xn--br-via.example', address, true],
  [domain, 'eve@B\u00c4R.example', true],
  [address, 'EVE@xn--br-via.example', true],
  [domain, '"ann@good.example"@b\u00e4r.example', true],
  [domain, '"ann@b\u00e4r.example"@good.example', false],
  [domain, 'eve@bar.example', false],
  [address, 'ann@b\u00e4r.example', false],
])('a block of %s holds for %s: %s', (blocked, from, holds) =>
  rolledBack(async (tx) => {
    await tx`insert into public.blocked_senders (address) values (${blocked})`
    const [row] = await tx`select private.is_blocked_sender(${from}) as holds`
    expect(row).toEqual({ holds })
  }),
)

it.each([
  ['b\u00fccher.example', 'mailer-daemon@xn--bcher-kva.example', true],
  ['b\u00fccher.example', 'mailer-daemon@mx.xn--bcher-kva.example', false],
  ['xn--bcher-kva.example', 'postmaster@b\u00fccher.example', true],
  ['bucher.example', 'postmaster@xn--bcher-kva.example', false],
])('a failure at %s is reported by %s: %s', async (failed, from, isProven) => {
  const mail = { from_address: from, authentication: 'pass' }
  const [row] = await db`
    select private.is_daemon_of(jsonb_populate_record(null::private.mail_messages, ${db.json(mail)}),
      '{"is_null_sender": true}', ${`ann@${failed}`}) as is`
  expect(row).toEqual({ is: isProven })
})

it('an address of a program in any form of a domain of the workspace is its own', () =>
  rolledBack(async (tx) => {
    await tx`insert into public.mail_addresses (address) values ('help@xn--br-via.example')`
    for (const [own, is] of [
      ['noreply@b\u00e4r.example', true],
      ['ann@b\u00e4r.example', false],
    ] as const)
      expect((await tx`select private.is_own_address(${own}) as is`)[0]).toEqual({ is })
  }))

it('finds a blocked address by an index', () =>
  rolledBack(async (tx) => {
    await tx`insert into public.blocked_senders (address) select 'a' || n || '@example.org' from generate_series(1, 5000) n`
    await tx`analyze public.blocked_senders`
    const plan = await tx`explain select from public.blocked_senders b
      where private.ascii_address(b.address) in ('a@example.org', '@example.org')`
    expect(JSON.stringify(plan)).toContain('blocked_senders_ascii_idx')
  }))
