import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectRows,
  type TestUser,
} from './support/backend'

const everything = {
  theme: 'dark',
  time_format: '24h',
  notify_reply: false,
  notify_status: true,
  notify_assigned: false,
}

describe('preferences', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  const save = ({ client }: TestUser, preferences: unknown, of: TestUser) =>
    client.from('profiles').update({ preferences }).eq('id', of.id).select('preferences')

  it('start empty and are saved per user', async () => {
    const { owner, agent, admin } = people
    for (const who of [owner, agent, admin]) {
      const before = await who.client.from('profiles').select('preferences').eq('id', who.id).single()
      expect(before.data).toEqual({ preferences: {} })
      expect((await save(who, everything, who)).data).toEqual([{ preferences: everything }])
    }
  })

  it('cannot be changed by somebody else', async () => {
    const { owner, otherCustomer, agent, admin, visitor } = people
    for (const who of [owner, agent, admin]) expectRows(await save(who, everything, otherCustomer), 0)
    expectForbidden(await visitor.from('profiles').update({ preferences: {} }).eq('id', otherCustomer.id))
    const [row] = await db`select preferences from public.profiles where id = ${otherCustomer.id}`
    expect(row).toEqual({ preferences: {} })
  })

  it.each([
    [{ theme: 'system' }],
    [{ theme: 'light' }],
    [{ time_format: 'auto' }],
    [{ time_format: '12h' }],
    [{ composer: 'plain' }],
    [{ density: 'comfortable' }],
    [{ density: 'compact' }],
    [
      {
        columns: { unassigned: [{ id: 'subject' }, { id: 'created', width: 120 }], all: [{ id: 'subject' }] },
      },
    ],
    [{ notify_status: false }],
    [{ notify_unassigned: true, app_unassigned: true, app_followed: false }],
    [{}],
  ])('accepts %o', async (value) => {
    expect((await save(people.owner, value, people.owner)).data).toEqual([{ preferences: value }])
  })

  it.each([
    [{ theme: 'sepia' }],
    [{ theme: null }],
    [{ time_format: '25h' }],
    [{ composer: 'word' }],
    [{ composer: null }],
    [{ density: 'tiny' }],
    [{ density: null }],
    [{ columns: [{ id: 'subject' }] }],
    [{ columns: null }],
    [{ columns: { other: [{ id: 'subject' }] } }],
    [{ columns: { all: [] } }],
    [{ columns: { all: [{ id: 'status' }] } }],
    [{ columns: { all: [{ id: 'subject' }, { id: 'subject' }] } }],
    [{ columns: { all: [{ id: 'subject' }, { id: 'secret' }] } }],
    [{ columns: { all: [{ id: 'subject' }, 'status'] } }],
    [{ columns: { all: [{ id: 'subject', width: 39 }] } }],
    [{ columns: { all: [{ id: 'subject', width: 481 }] } }],
    [{ columns: { all: [{ id: 'subject', width: 99.5 }] } }],
    [{ columns: { all: [{ id: 'subject', width: '99' }] } }],
    [{ columns: { all: [{ id: 'subject', width: null }] } }],
    [{ columns: { all: [{ id: 'subject', color: 'red' }] } }],
    [{ notify_reply: 'yes' }],
    [{ notify_status: null }],
    [{ notify_assigned: 1 }],
    [{ app_mention: 'no' }],
    [{ app_mention: null }],
    [{ app_theme: true }],
    [{ role: 'admin' }],
    [{ theme: 'dark', note: 'x'.repeat(10) }],
    [['theme']],
    [7],
  ])('rejects %o', async (value) => {
    expect((await save(people.owner, value, people.owner)).error?.code).toBe('23514')
  })

  it('rejects null', async () => {
    expect((await save(people.owner, null, people.owner)).error).not.toBeNull()
  })
})
