import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { cast, type Cast, commentBy, db, expectForbidden, type Person, ticketOf } from './support/world'

describe('search_tickets', () => {
  let people: Cast
  const mark = randomUUID().slice(0, 8)
  beforeAll(async () => void (people = await cast()))
  const search = async ({ client }: Person, query: string, more: object = {}) => {
    const { data, error } = await client
      .rpc('search_tickets', { query, ...more })
      .select('id, subject, created_at')
    if (error) throw new Error(error.message)
    return [data].flat()
  }
  const subjects = async (who: Person, query: string, more: object = {}) =>
    (await search(who, query, more)).map((row: { subject: string }) => row.subject).sort()

  it('finds a part of subject or description in any case', async () => {
    const { owner } = people
    await ticketOf(owner, { subject: `Kaputt ${mark}` })
    await owner.client
      .from('tickets')
      .insert({ subject: 'Other', description: `It says ${mark.toUpperCase()} here` })
    expect(await subjects(people.agent, mark)).toEqual([`Kaputt ${mark}`, 'Other'])
    expect(await subjects(owner, `aputt ${mark}`.toUpperCase())).toEqual([`Kaputt ${mark}`])
  })

  it('takes wildcards, quotes and backslashes as letters', async () => {
    const { owner } = people
    for (const subject of [
      `100% ${mark}`,
      `100 ${mark}`,
      `a_b ${mark}`,
      `axb ${mark}`,
      `it's "c\\d" ${mark}`,
    ])
      await ticketOf(owner, { subject })
    expect(await subjects(owner, `100% ${mark}`)).toEqual([`100% ${mark}`])
    expect(await subjects(owner, `a_b ${mark}`)).toEqual([`a_b ${mark}`])
    expect(await subjects(owner, `it's "c\\d" ${mark}`)).toEqual([`it's "c\\d" ${mark}`])
    expect(await subjects(owner, `'; drop table tickets; --`)).toEqual([])
  })

  it('gives a customer their own only, whatever the filter says', async () => {
    const { owner, stranger } = people
    const word = randomUUID()
    await ticketOf(owner, { subject: word })
    expect(await subjects(stranger, word)).toEqual([])
    expect(await subjects(stranger, word, { filter_customer: owner.id })).toEqual([])
    expect(await subjects(owner, word)).toEqual([word])
  })

  it('does not look into notes or replies', async () => {
    const { owner, agent } = people
    const word = randomUUID()
    const note = await commentBy(agent, await ticketOf(owner), true)
    await db`update public.comments set content = ${word} where id = ${note}`
    for (const who of [owner, agent]) expect(await subjects(who, word)).toEqual([])
  })

  it('filters by status, priority, customer, assignee and unassigned', async () => {
    const { owner, stranger, agent } = people
    const word = randomUUID()
    await ticketOf(owner, { subject: `1 ${word}`, status: 'pending', priority: 'high' })
    await ticketOf(owner, { subject: `2 ${word}`, assigned_to: agent.id })
    await ticketOf(stranger, { subject: `3 ${word}` })
    const found = async (more: object) =>
      (await subjects(agent, word, more)).map((subject: string) => subject[0]).join('')
    expect(await found({})).toBe('123')
    expect(await found({ filter_status: 'pending' })).toBe('1')
    expect(await found({ filter_priority: 'high' })).toBe('1')
    expect(await found({ filter_customer: stranger.id })).toBe('3')
    expect(await found({ filter_assignee: agent.id })).toBe('2')
    expect(await found({ unassigned: true })).toBe('13')
    expect(await found({ unassigned: true, filter_customer: owner.id, filter_status: 'open' })).toBe('')
  })

  it('pages by keyset, newest first, without a gap or a double, with and without a text', async () => {
    const { agent } = people
    const owner = people.stranger
    const word = randomUUID()
    for (let n = 0; n < 7; n++) await ticketOf(owner, { subject: `${n} ${word}` })
    for (const query of [word, '']) {
      const ids: string[] = []
      let more: object = { filter_customer: owner.id, max_rows: 3 }
      for (;;) {
        const page = await search(agent, query, more)
        ids.push(...page.map((row: { id: string }) => row.id))
        const last = page.at(-1)
        if (page.length < 3 || !last) break
        more = { ...more, before_created_at: last.created_at, before_id: last.id }
      }
      const all = await db`select id from public.tickets where customer_id = ${owner.id}
        and subject like ${'%' + query} order by created_at desc, id desc`
      expect(ids).toEqual(all.map((row) => row.id))
    }
  })

  it('is not for visitors', async () => {
    expectForbidden(await people.visitor.rpc('search_tickets', { query: 'printer' }))
  })
})
