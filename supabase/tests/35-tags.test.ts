import { beforeAll, describe, expect, it } from 'vitest'
import { cast, type Cast, db, expectForbidden, expectRefusal, ticketOf } from './support/world'

let people: Cast
beforeAll(async () => {
  people = await cast()
})
const tagged = async (tags: string[]) => {
  const id = await ticketOf(people.owner)
  await db`update public.tickets set tags = ${tags} where id = ${id}`
  return id
}
const tagsOf = async (id: string) =>
  (await db`select tags from public.ticket_tags where ticket_id = ${id}`)[0]?.tags as string[]
const change = (tag: string, new_tag?: string) => people.admin.client.rpc('change_tag', { tag, new_tag })

describe('tags', () => {
  it('are renamed on every ticket, once on a ticket that has the new name', async () => {
    const one = await tagged(['t-old', 'other'])
    const both = await tagged(['t-old', 't-new'])
    expect((await change('t-old', 't-new')).data).toBe(2)
    expect(await tagsOf(one)).toEqual(['t-new', 'other'])
    expect(await tagsOf(both)).toEqual(['t-new'])
    const { data } = await people.admin.client.rpc('count_tags')
    expect(data).toContainEqual({ tag: 't-new', tickets: 2 })
    const [row] = await db`select action, to_value from public.audit_log where target_label = 't-old'`
    expect(row).toEqual({ action: 'tag_renamed', to_value: { tag: 't-new', tickets: 2 } })
  })

  it('are removed everywhere', async () => {
    const id = await tagged(['t-gone', 'stays'])
    expect((await change('t-gone')).data).toBe(1)
    expect(await tagsOf(id)).toEqual(['stays'])
  })

  it('are changed by admins alone, to a name that can be one', async () => {
    const id = await tagged(['t-kept'])
    for (const who of ['agent', 'owner'] as const) {
      expectRefusal(await people[who].client.rpc('change_tag', { tag: 't-kept' }), 'admin_required')
      expectRefusal(await people[who].client.rpc('count_tags'), 'admin_required')
    }
    expectForbidden(await people.visitor.rpc('change_tag', { tag: 't-kept' }))
    expectRefusal(await change('t-kept', 'x'.repeat(41)), 'tag_invalid')
    expectRefusal(await change(' '), 'tag_invalid')
    expect(await tagsOf(id)).toEqual(['t-kept'])
  })
})
