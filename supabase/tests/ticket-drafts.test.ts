import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  insertComment,
  db,
  expectForbidden,
  expectError,
  expectRows,
  type TestUser,
  insertTicket,
} from './support/backend'

describe('ticket_drafts', () => {
  let people: TestUsers
  let ticket: string
  beforeAll(async () => {
    people = await createUsers()
    ticket = await insertTicket(people.owner)
  })
  const save = ({ client }: Pick<TestUser, 'client'>, kind: string, content: string | null, on = ticket) =>
    client.rpc('save_draft', { ticket_id: on, kind, content })
  const drafts = async ({ client }: TestUser) => {
    const { data, error } = await client.rpc('get_ticket_detail', { ticket_id: ticket })
    expect(error).toBeNull()
    return data.staff.drafts
  }

  it('save a comment and a note per person, and appear with the ticket', async () => {
    const { agent, otherAgent } = people
    expect((await save(agent, 'comment', 'Dear Olive,\n')).error).toBeNull()
    expect((await save(agent, 'note', 'call her')).error).toBeNull()
    expect((await save(otherAgent, 'note', 'mine')).error).toBeNull()
    expect((await save(agent, 'comment', 'Dear Olive,\nplease')).error).toBeNull()
    expect(await drafts(agent)).toEqual({ comment: 'Dear Olive,\nplease', note: 'call her' })
    expect(await drafts(otherAgent)).toEqual({ comment: null, note: 'mine' })
    expect(await drafts(people.admin)).toEqual({ comment: null, note: null })
  })

  it('belong to one device until another takes them over, and name its files', async () => {
    const { agent } = people
    const on = await insertTicket(people.owner)
    const [office, home] = [randomUUID(), randomUUID()]
    const saveOn = (device: string, content: string, files: string[]) =>
      agent.client.rpc('save_draft', { ticket_id: on, kind: 'comment', content, device, files })
    const stored = async () => {
      const { data } = await agent.client
        .from('ticket_drafts')
        .select('content,device,files')
        .eq('ticket_id', on)
      return data
    }
    const file = (name: string, device: string) => ({ name, device })
    expect((await saveOn(office, 'See the invoice', ['invoice.pdf'])).error).toBeNull()
    expectError(await saveOn(home, 'From home', []), 'draft_elsewhere')
    expect(await stored()).toEqual([
      { content: 'See the invoice', device: office, files: [file('invoice.pdf', office)] },
    ])

    const taken = await agent.client.rpc('take_draft', { ticket_id: on, kind: 'comment', device: home })
    expect(taken.data).toMatchObject([{ content: 'See the invoice', device: home }])
    expect((await saveOn(home, 'See both', ['photo.png'])).error).toBeNull()
    expect(await stored()).toEqual([
      { content: 'See both', device: home, files: [file('invoice.pdf', office), file('photo.png', home)] },
    ])
    const { data } = await agent.client.rpc('get_ticket_detail', { ticket_id: on })
    expect(data.staff.drafts.places.comment).toMatchObject({ device: home })

    // A page of before devices had drafts writes the text only.
    expect((await save(agent, 'comment', 'See them', on)).error).toBeNull()
    expect(await stored()).toMatchObject([{ content: 'See them', device: home, files: [{}, {}] }])
    expect((await saveOn(home, ' ', [])).error).toBeNull()
    expect(await stored()).toEqual([])
    expect((await saveOn(office, '', ['invoice.pdf'])).error).toBeNull()
    expect(await stored()).toEqual([{ content: '', device: office, files: [file('invoice.pdf', office)] }])
  })

  it('are taken over by their author only', async () => {
    const { agent, otherAgent, owner } = people
    const on = await insertTicket(owner)
    await save(agent, 'comment', 'mine', on)
    for (const { client } of [otherAgent, owner]) {
      const { data } = await client.rpc('take_draft', {
        ticket_id: on,
        kind: 'comment',
        device: randomUUID(),
      })
      expect(data).toEqual([])
    }
    const { data } = await agent.client.from('ticket_drafts').select('device').eq('ticket_id', on)
    expect(data).toEqual([{ device: null }])
  })

  it('are not affected by changes of the ticket', async () => {
    const { agent, otherAgent, owner } = people
    await insertComment(otherAgent, ticket)
    await db`update public.tickets set status = 'closed', assigned_to = ${otherAgent.id} where id = ${ticket}`
    await owner.client.from('tickets').update({ status: 'open' }).eq('id', ticket)
    expect(await drafts(agent)).toEqual({ comment: 'Dear Olive,\nplease', note: 'call her' })
  })

  it('are deleted by a blank text', async () => {
    const { agent } = people
    for (const blank of [' \n\t', '', null]) {
      await save(agent, 'note', 'again')
      expect((await save(agent, 'note', blank)).error).toBeNull()
      expect(await drafts(agent)).toEqual({ comment: 'Dear Olive,\nplease', note: null })
    }
  })

  it('are read by their author only and written by the function only', async () => {
    const { agent, otherAgent, admin, owner, visitor } = people
    const own = await agent.client.from('ticket_drafts').select('kind, updated_at').eq('ticket_id', ticket)
    expectRows(own, 1)
    for (const who of [otherAgent, admin, owner])
      expectRows(await who.client.from('ticket_drafts').select('*').eq('user_id', agent.id), 0)
    expectForbidden(await visitor.from('ticket_drafts').select('*'))
    const row = { ticket_id: ticket, kind: 'comment', content: 'x' }
    expectForbidden(await agent.client.from('ticket_drafts').insert(row))
    expectForbidden(await agent.client.from('ticket_drafts').update({ content: 'x' }).eq('ticket_id', ticket))
    expectForbidden(await agent.client.from('ticket_drafts').delete().eq('ticket_id', ticket))
  })

  it('accept from customers only comments on their own tickets', async () => {
    const { owner, otherCustomer, visitor } = people
    expect((await save(owner, 'comment', 'Still broken')).error).toBeNull()
    expectRows(await owner.client.from('ticket_drafts').select('*'), 1)
    expectError(await save(owner, 'note', 'psst'), 'ticket_not_found')
    expectError(await save(otherCustomer, 'comment', 'hm'), 'ticket_not_found')
    expectForbidden(await save({ client: visitor }, 'comment', 'hm'))
    const detail = await owner.client.rpc('get_ticket_detail', { ticket_id: ticket })
    expect(detail.data.staff).toBeNull()
  })

  it('reject long texts, unknown kinds and missing tickets', async () => {
    const { agent } = people
    expect((await save(agent, 'comment', 'x'.repeat(100_000))).error).toBeNull()
    expect((await save(agent, 'comment', 'x'.repeat(100_001))).error?.code).toBe('23514')
    expect((await save(agent, 'poem', 'x')).error?.code).toBe('23514')
    expectError(await save(agent, 'comment', 'x', randomUUID()), 'ticket_not_found')
  })

  it('are deleted with their ticket', async () => {
    const { admin, agent, owner } = people
    const gone = await insertTicket(owner)
    await save(agent, 'comment', 'x', gone)
    expect((await admin.client.from('tickets').delete().eq('id', gone)).error).toBeNull()
    expect([...(await db`select 1 from public.ticket_drafts where ticket_id = ${gone}`)]).toEqual([])
  })
})
