import { slowest } from '@helpdesk/testing/hostile-text'
import { expect, it } from 'vitest'
import { parseIntent } from './intent.ts'

const ticket = '11111111-1111-4111-8111-111111111111'

it.each([
  ['Summarize  the ticket\nabout "VPN"', { kind: 'summary', subject: 'VPN' }],
  ['find tickets about the printer?!', { kind: 'find', text: 'the printer' }],
  [`Please assign ${ticket} to  Ada Agent.`, { kind: 'assign', ticket, name: 'Ada Agent' }],
  [`assign to Ada: ${ticket}`, { kind: 'assign', ticket, name: 'Ada:' }],
])('reads %j', (question, intent) => expect(parseIntent(question)).toEqual(intent))

it('reads hostile text in time', async () => {
  const read = (text: string) =>
    ['', 'find ', 'summary of ', 'tickets about ', `assign ${ticket} `].map((start) =>
      parseIntent(start + text),
    )
  const [name, milliseconds] = await slowest(read, 20_000)
  expect(milliseconds, name).toBeLessThan(400)
}, 60_000)
