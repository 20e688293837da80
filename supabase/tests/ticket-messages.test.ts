import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUsers, db, insertComment, insertTicket, type TestUsers } from './support/backend'

interface Messages {
  number: number
  waiting_since: Date | null
  last_message_at: Date
  last_message_by: string
  last_message_preview: string
  version: number
  updated_at: Date
}

describe('message columns of tickets', () => {
  let people: TestUsers
  let ticket: string

  const read = async (id = ticket): Promise<Messages> => {
    const [row] = await db<Messages[]>`
      select number::int, waiting_since, last_message_at, last_message_by, last_message_preview, version, updated_at
      from public.tickets where id = ${id}`
    if (!row) throw new Error('no ticket')
    return row
  }
  const timeOf = async (comment: string) =>
    (await db<{ at: Date }[]>`select created_at as at from public.comments where id = ${comment}`)[0]?.at

  beforeAll(async () => void (people = await createUsers()))
  beforeEach(async () => void (ticket = await insertTicket(people.owner)))

  it('show marks that the editor wrote as references', async () => {
    const { agent } = people
    const text = '5&#0042;3 is &#0095;x&#0095; &#0038;#0042; &#0065;'
    await db`insert into public.comments (ticket_id, user_id, content) values (${ticket}, ${agent.id}, ${text})`
    expect((await read()).last_message_preview).toBe('5*3 is _x_ &#0042; &#0065;')
  })

  it('starts with the description, which waits for an answer', async () => {
    const { owner } = people
    const { data } = await owner.client
      .from('tickets')
      .insert({ subject: 'Smoke', description: 'It smokes\n\n  and   smells. '.padEnd(200, 'x') })
      .select('id, created_at, number')
      .single()
    const messages = await read(String(data?.id))
    expect(messages.waiting_since).toEqual(new Date(String(data?.created_at)))
    expect(messages.last_message_at).toEqual(messages.waiting_since)
    expect(messages.last_message_by).toBe(owner.id)
    expect(messages.last_message_preview).toBe('It smokes and smells. '.padEnd(120, 'x'))
  })

  it('stops waiting at a public answer from staff, and waits again at the next message', async () => {
    const { agent, owner } = people
    const answer = await insertComment(agent, ticket)
    expect(await read()).toMatchObject({
      waiting_since: null,
      last_message_at: await timeOf(answer),
      last_message_by: agent.id,
      last_message_preview: 'a reply',
    })
    const first = await insertComment(owner, ticket)
    const second = await insertComment(owner, ticket)
    expect(await read()).toMatchObject({
      waiting_since: await timeOf(first),
      last_message_at: await timeOf(second),
      last_message_by: owner.id,
    })
  })

  it('waits for an answer to staff who are the requester', async () => {
    await db`update public.tickets set customer_id = ${people.agent.id} where id = ${ticket}`
    await insertComment(people.agent, ticket)
    expect((await read()).waiting_since).not.toBeNull()
    await insertComment(people.otherAgent, ticket)
    expect((await read()).waiting_since).toBeNull()
  })

  it('ignores internal notes', async () => {
    const before = await read()
    const note = await insertComment(people.agent, ticket, true)
    expect(await read()).toEqual(before)
    await db`update public.comments set content = 'another note' where id = ${note}`
    await db`delete from public.comments where id = ${note}`
    expect(await read()).toEqual(before)
  })

  it('shows the new text of an edited comment', async () => {
    const { agent } = people
    const answer = await insertComment(agent, ticket)
    const { error } = await agent.client.from('comments').update({ content: 'New text' }).eq('id', answer)
    expect(error).toBeNull()
    expect(await read()).toMatchObject({ last_message_preview: 'New text', waiting_since: null })
  })

  it('shows the new text of an edited description, until the first comment', async () => {
    const edit = (description: string) =>
      people.owner.client.from('tickets').update({ description }).eq('id', ticket)
    await edit('Smoke from both sides.')
    expect((await read()).last_message_preview).toBe('Smoke from both sides.')
    await insertComment(people.agent, ticket)
    await edit('Smoke from all sides.')
    expect((await read()).last_message_preview).toBe('a reply')
  })

  it('returns to the message before a deleted comment', async () => {
    const { agent, owner } = people
    const start = await read()
    const answer = await insertComment(agent, ticket)
    const thanks = await insertComment(owner, ticket)
    await db`delete from public.comments where id = ${thanks}`
    expect(await read()).toMatchObject({ waiting_since: null, last_message_by: agent.id })
    const { version, updated_at } = await read()
    await agent.client.from('comments').delete().eq('id', answer)
    expect(await read()).toEqual({ ...start, version, updated_at })
  })

  it('follows a new requester', async () => {
    const { agent, otherAgent } = people
    await insertComment(agent, ticket)
    expect((await read()).waiting_since).toBeNull()
    await db`update public.tickets set customer_id = ${agent.id} where id = ${ticket}`
    // The answer is now a message of the requester.
    expect((await read()).waiting_since).not.toBeNull()
    await db`update public.tickets set customer_id = ${otherAgent.id} where id = ${ticket}`
    expect((await read()).waiting_since).toBeNull()
  })

  it('sorts an imported older message before newer ones', async () => {
    const { agent, owner } = people
    const answer = await insertComment(agent, ticket)
    await db`insert into public.comments (ticket_id, user_id, content, created_at)
      values (${ticket}, ${owner.id}, 'imported', now() - interval '1 day')`
    expect(await read()).toMatchObject({ waiting_since: null, last_message_at: await timeOf(answer) })
  })

  it('numbers tickets from 1001, and never reuses a number', async () => {
    const { number } = await read()
    expect(number).toBeGreaterThan(1000)
    await db`delete from public.tickets where id = ${ticket}`
    const next = await read(await insertTicket(people.owner))
    expect(next.number).toBeGreaterThan(number)
    const copy = db`insert into public.tickets (subject, description, created_by, customer_id, number)
      overriding system value values ('Copy', 'The same number.', ${people.owner.id}, ${people.owner.id}, ${next.number})`
    await expect(copy).rejects.toThrow('tickets_number_idx')
  })

  it.each(['number', 'waiting_since', 'last_message_at', 'last_message_by', 'last_message_preview'])(
    'rejects %s from any client',
    async (column) => {
      const before = (await read())[column as keyof Messages]
      const row = { subject: 'Mine', description: 'Ten letters and more.', [column]: before }
      const answers = [await people.owner.client.from('tickets').insert(row)]
      for (const who of [people.owner, people.agent, people.admin])
        answers.push(
          await who.client
            .from('tickets')
            .update({ [column]: before })
            .eq('id', ticket),
        )
      // No grant, or a column that is generated always.
      for (const { error } of answers) expect(['42501', '428C9']).toContain(error?.code)
    },
  )
})
