import { clientAs, createUser, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ticket } from './ticket'
import { newMachine, statuses, times } from './machine'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ env: { HELPDESK_RATE_LIMITS: 'uploads=4,functions=4,posts=3' } })
}, 90_000)
afterAll(() => stack?.stop())
const machine = () => newMachine(stack)

/** Creates an account per request, so that no limit of an account applies. */
const tokens = (name: string, count: number): Promise<string[]> =>
  times(count, async (n) => {
    await createUser(stack, { email: `${name}${n}@example.com` })
    const client = await clientAs(stack, `${name}${n}@example.com`)
    return (await client.auth.getSession()).data.session?.access_token ?? ''
  })

describe('one address with many accounts', () => {
  const upload = '/storage/v1/object/ticket-attachments/00000000-0000-4000-8000-000000000001/a.txt'
  it.each([
    ['uploads', 4, 'POST', upload, 'text'],
    ['calls of functions', 4, 'POST', '/functions/v1/update-user-role', {}],
    ['questions to the assistant', 4, 'POST', '/functions/v1/admin-assistant', { newUserMessage: 'Hello?' }],
    ['tickets', 3, 'POST', '/rest/v1/tickets', ticket('Flood')],
    ['tickets by another spelling', 3, 'POST', '/rest/v1/%74icket%73', ticket('Flood')],
    ['tickets by another verb', 3, 'PUT', '/rest/v1/tickets?id=eq.1', ticket('Flood')],
    ['comments', 3, 'POST', '/rest/v1/comments', { content: 'Flood' }],
    ['replies', 3, 'POST', '/rest/v1/rpc/send_reply', { content: 'Flood' }],
  ] as const)(
    'is limited to a number of %s, unlike another address',
    async (what, limit, method, path, body) => {
      const people = await tokens(what.replaceAll(' ', '-'), limit + 1)
      const busy = machine()
      const answers = await times(limit + 1, (n) => busy(method, path, body, people[n]))
      expect(statuses(answers.slice(0, limit))).not.toContain(429)
      expect(answers[limit]?.status).toBe(429)
      expect(answers[limit]?.wait).toBeGreaterThan(0)
      expect((await machine()(method, path, body, people[0])).status).not.toBe(429)
    },
  )
})
