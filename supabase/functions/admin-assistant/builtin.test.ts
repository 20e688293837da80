import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertComment, db, createUser, insertTicket, type TestUser } from '../../tests/support/backend'
import { escapeMarkdown } from './builtin-texts.ts'
import { parseIntent } from './intent.ts'
import { readAnswer, ask as call, environment, tokenOf } from './test-helpers.ts'

const ID = '00000000-0000-4000-8000-0000000000a1'

describe('intentOf', () => {
  it.each([
    ['How many tickets are there?', { kind: 'counts' }],
    ['Queue overview please', { kind: 'counts' }],
    ['What are the oldest unassigned tickets?', { kind: 'unassigned' }],
    ['Which tickets are urgent?', { kind: 'priority', priority: 'urgent' }],
    ['How many urgent tickets?', { kind: 'priority', priority: 'urgent' }],
    ['How are the agents doing?', { kind: 'agents' }],
    ['Find tickets about invoices.', { kind: 'find', text: 'invoices' }],
    ['search for "red printer" now', { kind: 'find', text: 'red printer' }],
    [`Summarize ${ID}`, { kind: 'summary', ticket: ID }],
    [`${ID.toUpperCase()}?`, { kind: 'summary', ticket: ID }],
    ['Summarise the ticket “Printer is offline”', { kind: 'summary', subject: 'Printer is offline' }],
    [`Set ${ID} to high`, { kind: 'change', ticket: ID, field: 'priority', value: 'high' }],
    [`please mark ${ID} as on hold`, { kind: 'change', ticket: ID, field: 'status', value: 'on_hold' }],
    [`Assign ${ID} to Ada Agent.`, { kind: 'assign', ticket: ID, name: 'Ada Agent' }],
    [`Unassign ${ID}`, { kind: 'assign', ticket: ID, name: 'nobody' }],
    ['Hello there', { kind: 'help' }],
    ['x'.repeat(1000), { kind: 'help' }],
  ])('%.60s', (text, intent) => expect(parseIntent(text)).toEqual(intent))
})

describe('plain', () => {
  it('escapes Markdown', () => {
    expect(escapeMarkdown('[a](https://evil.example) ![x](y) <b> `c` | **d**\n# e')).toBe(
      '\\[a\\]\\(https:\u200b//evil.example\\) \\!\\[x\\]\\(y\\) \\<b\\> \\`c\\` \\| \\*\\*d\\*\\* \\# e',
    )
  })
})

describe('answerByRules', () => {
  let owner: TestUser
  let agent: TestUser
  let token = ''
  beforeAll(async () => {
    const [one, two, admin] = await Promise.all([
      createUser('customer', 'Olive Owner'),
      createUser('agent', 'Zoe Zebra'),
      createUser('admin', 'Amy Admin'),
    ])
    owner = one
    agent = two
    token = await tokenOf(admin)
    // The figures list only the hundred oldest agents, and other files create more.
    await db`update public.profiles set created_at = '2020-01-01' where id = ${agent.id}`
  })
  beforeEach(async () => {
    await db`delete from private.assistant_turns`
  })
  const ask = async (text: string) => readAnswer(await call(text, { env: environment(), token }))

  it.each(['How many tickets are there?', 'oldest unassigned', 'agent figures', 'Hello'])(
    'states that no model is configured: %s',
    async (text) => {
      const { status, reply } = await ask(text)
      expect(status).toBe(200)
      expect(reply).toContain('No AI model is configured.')
    },
  )

  it('counts active tickets by status and priority', async () => {
    await db`update public.tickets set status = 'closed' where status <> 'closed'`
    await insertTicket(owner, { priority: 'urgent' })
    await insertTicket(owner, { priority: 'urgent', assigned_to: agent.id, status: 'in_progress' })
    const { reply } = await ask('How many tickets are there?')
    expect(reply).toContain('There are **2 active tickets**, 1 of them unassigned.')
    expect(reply).toContain('| in progress | 1 |')
    expect(reply).toContain('| urgent | 2 |')
  })

  it('lists unassigned tickets oldest first, lists urgent ones, and finds by text', async () => {
    await db`update public.tickets set status = 'closed' where status <> 'closed'`
    const [young, old] = [
      await insertTicket(owner, { subject: 'Young one' }),
      await insertTicket(owner, { subject: 'Old [one](x)' }),
    ]
    await db`update public.tickets set created_at = now() - interval '3 days' where id = ${old}`
    const { reply } = await ask('What are the oldest unassigned tickets?')
    const lines = reply?.split('\n').filter((line) => line.startsWith('- ')) ?? []
    expect(lines).toEqual([
      `- [Old \\[one\\]\\(x\\)](/tickets/${old}): normal, open, unassigned, created 3 days ago`,
      `- [Young one](/tickets/${young}): normal, open, unassigned, created 0 minutes ago`,
    ])
    expect((await ask('Which tickets are urgent?')).reply).toContain(
      'No active ticket has the priority urgent.',
    )
    expect((await ask('Find tickets about young')).reply).toContain(`/tickets/${young}`)
    expect((await ask('Find tickets about qwertyuiop')).reply).toContain('I found no ticket about')
  })

  it('summarizes a ticket and its thread', async () => {
    const id = await insertTicket(owner, { subject: 'The kettle sings' })
    await insertComment(agent, id, true)
    for (const text of [`Summarize ${id}`, 'Summarize the ticket "kettle sings"']) {
      const { reply } = await ask(text)
      expect(reply).toContain('From Olive Owner')
      expect(reply).toContain('0 comments, 1 internal note')
      expect(reply).toContain('Last note, by Zoe Zebra')
    }
    expect((await ask(`Summarize ${ID}`)).reply).toContain('I found no such ticket.')
  })

  it('creates a proposal without changing the ticket', async () => {
    const id = await insertTicket(owner, { priority: 'normal' })
    const { proposals, reply } = await ask(`Set ${id} to high`)
    expect(proposals).toMatchObject([{ kind: 'priority', from_label: 'normal', to_label: 'high' }])
    expect(reply).toContain('Nothing changes until you choose Apply.')
    expect((await ask(`Assign ${id} to zoe`)).proposals).toMatchObject([
      { from_label: 'Nobody', to_label: 'Zoe Zebra' },
    ])
    expect((await ask(`Assign ${id} to the Pope`)).reply).toContain('I know no agent named the Pope.')
    expect((await ask(`Set ${ID} to high`)).reply).toContain('Ticket not found')
    expect((await db`select priority, assigned_to from public.tickets where id = ${id}`)[0]).toEqual({
      priority: 'normal',
      assigned_to: null,
    })
  })
})
