import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from './support/backend'

let people: TestUsers
let ticket: string
beforeAll(async () => {
  people = await createUsers()
  ticket = await insertTicket(people.owner)
})

const reply = (content: string, more: object = {}) =>
  people.agent.client.rpc('send_reply', { ticket_id: ticket, content, request_id: randomUUID(), ...more })
const later = (content: string) =>
  people.agent.client.rpc('queue_reply', {
    ticket_id: ticket,
    content,
    request_id: randomUUID(),
    send_at: new Date(Date.now() + 3_600_000).toISOString(),
  })

describe('a placeholder of a macro', () => {
  it.each([
    'Hi {{customer.first_name}},',
    'Hi {{ Customer.Name|there }},',
    'See {{ticket.nr}}',
    '{{ask:Which device?}}',
    '`code` and {{agent.name}} and `code`',
  ])('is never sent: %s', async (content) => {
    const [, placeholder] = /(\{\{.*\}\})/.exec(content) ?? []
    for (const { error } of [await reply(content), await later(content)])
      expect(error).toMatchObject({ details: 'placeholder_unfilled', hint: placeholder })
    const [row] =
      await db`select count(*)::int as n from public.comments where ticket_id = ${ticket} and content = ${content}`
    expect(row?.n).toBe(0)
  })

  it.each([
    'Hi {{ user.email }}, {% if customer %}',
    'Write `{{customer.first_name}}` into the template',
    '```\n{{ticket.number}}\n```\nas above',
    '{{customer}} {customer.name} {{\ncustomer.name}}',
  ])('is not what a person wrote: %s', async (content) => {
    expect((await reply(content)).error).toBeNull()
    expect((await later(content)).error).toBeNull()
  })

  it('may stand in a note', async () => {
    expect((await reply('Ask {{customer.name}}', { is_internal: true })).error).toBeNull()
  })

  it('is refused to others for their own reason', async () => {
    const { error } = await people.owner.client.rpc('send_reply', {
      ticket_id: ticket,
      content: '{{agent.name}}',
    })
    expect(error?.details).toBe('agent_required')
  })
})

it('is found without backtracking in long texts', async () => {
  const texts = [
    '{{'.repeat(5_000),
    '`'.repeat(9_999),
    '```'.repeat(3_333),
    `{{customer.${'a'.repeat(9_900)}`,
  ]
  for (const text of texts) {
    const start = performance.now()
    await db`select private.unfilled_placeholder(${text})`
    expect(performance.now() - start).toBeLessThan(1_000)
  }
})
