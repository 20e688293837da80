import { startFakeModel } from '@helpdesk/testing/fake-model'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { insertComment, db, createUser, insertTicket, type TestUser } from '../../tests/support/backend'
import { readAnswer, ask as call, environment, readEvents, KEY, tokenOf } from './test-helpers.ts'

type Model = Awaited<ReturnType<typeof startFakeModel>>
let model: Model
let owner: TestUser
let admin: TestUser
let token = ''
let ticket = ''

beforeAll(async () => {
  model = await startFakeModel(() => ({ text: 'Hello' }))
  ;[owner, admin] = await Promise.all([
    createUser('customer', 'Olive Owner'),
    createUser('admin', 'Amy Admin'),
  ])
  token = await tokenOf(admin)
  ticket = await insertTicket(owner, { subject: 'The teleporter hums', priority: 'normal' })
})
afterAll(() => model.stop())
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await db`delete from private.assistant_turns`
})
const ask = (text: unknown, options: Partial<Parameters<typeof call>[1]> = {}) =>
  call(text, { env: environment(model.url), token, ...options })
const stream = (text: string, options: Partial<Parameters<typeof call>[1]> = {}) =>
  ask(text, { accept: 'text/event-stream', ...options })

describe('authorization', () => {
  it('rejects callers without a session', async () => {
    expect(await readAnswer(await ask('Hi', { token: undefined }))).toMatchObject({
      status: 401,
      error: 'Not authenticated',
    })
    expect((await ask('Hi', { token: 'forged.to.ken' })).status).toBe(401)
  })

  it('rejects customers and agents without calling the model', async () => {
    model.play(() => ({ text: 'never' }))
    for (const role of ['customer', 'agent'] as const) {
      const refused = await ask('Hi', { token: await tokenOf(await createUser(role, 'Nosy Person')) })
      expect(await readAnswer(refused)).toMatchObject({
        status: 403,
        error: 'Must be logged in as an admin to use the assistant',
      })
    }
    expect(model.calls).toHaveLength(0)
  })

  it('allows an admin 20 questions a minute, then answers with the seconds to wait', async () => {
    await db`insert into private.assistant_turns (admin_id) select ${admin.id}::uuid from generate_series(1, 20)`
    const refused = await ask('Hi')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await readAnswer(refused)).toMatchObject({
      status: 429,
      error: expect.stringMatching(/^Too many questions. Please try again in \d+ seconds?\.$/),
    })
  })
})

describe('input', () => {
  it.each([
    ['an empty text', '', 'Message cannot be empty'],
    ['blanks', ' \n ', 'Message cannot be empty'],
    ['1,001 characters', 'x'.repeat(1001), 'Message cannot exceed 1000 characters'],
    ['a number', 7, 'messages and newUserMessage are expected'],
  ])('rejects %s as the question', async (_, text, error) => {
    expect(await readAnswer(await ask(text))).toMatchObject({ status: 400, error })
  })

  it('rejects a history with invalid messages', async () => {
    const entry = (content: unknown) => [{ role: 'user', content, timestamp: '2026-01-05T10:00:00Z' }]
    for (const messages of [
      entry(''),
      entry('x'.repeat(10_001)),
      [{ role: 'system', content: 'x', timestamp: 1 }],
      'x',
    ])
      expect((await ask('Hi', { messages })).status).toBe(400)
    expect((await ask('Hi', { messages: entry('x'.repeat(10_000)) })).status).toBe(200)
  })
})

describe('with a model', () => {
  it('answers { reply } as JSON, and sends the history and the key to the provider', async () => {
    model.play(() => ({ text: ['Hel', 'lo'] }))
    const messages = [
      { role: 'user', content: 'First', timestamp: '2026-01-05T10:00:00Z' },
      { role: 'assistant', content: 'Second', timestamp: 1767607200000 },
    ]
    expect(await (await ask('Third', { messages })).json()).toEqual({ reply: 'Hello' })
    expect(model.calls[0]).toMatchObject({ authorization: `Bearer ${KEY}`, question: 'Third' })
    expect(model.calls[0]?.body).toMatchObject({ model: 'test-model', stream: true, max_tokens: 4000 })
    expect(model.calls[0]?.body.messages.slice(1).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
    ])
  })

  it('streams the parts, then the whole reply', async () => {
    model.play(() => ({ text: ['Hel', 'lo'] }))
    expect(await readEvents(await stream('Hi'))).toEqual([
      { type: 'delta', data: { text: 'Hel' } },
      { type: 'delta', data: { text: 'lo' } },
      { type: 'done', data: { reply: 'Hello', proposals: [] } },
    ])
  })

  it('runs tools with the caller’s rights and fences user text', async () => {
    await insertComment(owner, ticket)
    model.play(({ toolResults }) =>
      toolResults.length === 0
        ? {
            tools: [
              { name: 'search_tickets', args: { query: 'teleporter' } },
              { name: 'read_ticket', args: { ticket_id: ticket } },
              { name: 'queue_figures', args: {} },
              { name: 'agent_figures', args: {} },
            ],
          }
        : { text: 'It hums.' },
    )
    const events = await readEvents(await stream('What about the teleporter?'))
    expect(events.filter(({ type }) => type === 'working')).toHaveLength(4)
    expect(events.at(-1)?.data.reply).toBe('It hums.')
    const [found, read, queue, agents] = model.calls[1]?.toolResults ?? []
    const mark = /\[\[data ([\w-]+)\]\]The teleporter hums\[\[end \1\]\]/.exec(found ?? '')?.[1]
    expect(mark).toBeTruthy()
    expect(String(model.calls[0]?.body.messages[0]?.content)).toContain(`[[data ${mark}]]`)
    expect(read).toContain(`[[data ${mark}]]a reply[[end ${mark}]]`)
    expect(queue).toContain('"active"')
    expect(agents).toContain('Amy Admin')
  })

  it('returns a proposal without changing the ticket', async () => {
    model.play(({ toolResults }) =>
      toolResults.length === 0
        ? {
            tools: [
              {
                name: 'propose_change',
                args: { ticket_id: ticket, kind: 'priority', value: 'urgent', reason: 'It hums' },
              },
            ],
          }
        : { text: '' },
    )
    const events = await readEvents(await stream('Make it urgent'))
    expect(events.find(({ type }) => type === 'proposal')?.data.proposal).toMatchObject({
      kind: 'priority',
      ticket_subject: 'The teleporter hums',
      from_label: 'normal',
      to_label: 'urgent',
      reason: 'It hums',
    })
    expect(events.at(-1)).toMatchObject({
      type: 'done',
      data: { reply: 'I have prepared this for you to decide on.', proposals: [{ kind: 'priority' }] },
    })
    expect((await db`select priority from public.tickets where id = ${ticket}`)[0]?.priority).toBe('normal')
  })

  it('returns invalid tool calls to the model as errors, and stops after eight rounds', async () => {
    model.play(({ index }) => {
      if (index === 0) return { tools: [{ name: 'read_ticket', args: { ticket_id: 'x' } }] }
      if (index === 1) return { tools: [{ name: 'drop_tables', args: {} }] }
      if (index === 2) return { tools: [{ name: 'search_tickets', args: '{"query": ' }] }
      return { tools: [{ name: 'queue_figures', args: {} }] }
    })
    expect(await readAnswer(await ask('Hi'))).toMatchObject({ status: 502, code: 'model_unreadable' })
    expect(model.calls).toHaveLength(8)
  })
})
