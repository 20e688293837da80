import { createUser, clientAs, serviceClient, sql, startStack, type Stack } from '@helpdesk/testing'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ticket } from './ticket'

let stack: Stack
let db: Sql
beforeAll(async () => {
  stack = await startStack()
  db = sql(stack)
}, 90_000)
afterAll(async () => {
  await db?.end()
  await stack?.stop()
})

describe('behind the API', () => {
  it('defect: jsonb was stored double-encoded', async () => {
    await createUser(stack, { email: 'customer@example.com' })
    const customer = await clientAs(stack, 'customer@example.com')
    const metadata = { browser: 'Firefox' }
    const { error } = await customer.from('tickets').insert(ticket('Metadata', { metadata }))
    expect(error).toBeNull()
    expect(await db`select jsonb_typeof(metadata) as kind from tickets`).toEqual([{ kind: 'object' }])
  })

  it('removes the row of a deleted user', async () => {
    const { id } = await createUser(stack, { email: 'made@example.com' })
    expect((await serviceClient(stack).auth.admin.deleteUser(id)).error).toBeNull()
    expect(await db`select 1 from auth.users where id = ${id}`).toHaveLength(0)
  })

  it('keeps the library’s own system routes shut', async () => {
    for (const path of ['/_system', '/_system/health', '/_system/studio', '/rest/v1/../../_system'])
      expect((await fetch(stack.url + path)).status, path).toBe(404)
  })
})
