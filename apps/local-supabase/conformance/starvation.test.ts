import { clientAs, createUser, sql, startStack, type Stack } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ticket } from './ticket'

let stack: Stack
const customers: SupabaseClient[] = []
let admin: SupabaseClient
beforeAll(async () => {
  stack = await startStack()
  await createUser(stack, { email: 'admin@example.com', role: 'admin' })
  admin = await clientAs(stack, 'admin@example.com')
  for (const name of ['one', 'two', 'three']) {
    await createUser(stack, { email: `${name}@example.com` })
    customers.push(await clientAs(stack, `${name}@example.com`))
  }
  await customers[0]?.from('tickets').insert(ticket('Held up'))
}, 90_000)
afterAll(() => stack?.stop())

/** Blocks every statement that reads the table during the work. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const db = sql(stack)
  try {
    await db.begin(async (tx) => {
      await tx`lock table ${tx(table)} in access exclusive mode`
      await work()
    })
  } finally {
    await db.end()
  }
}

/** Records the order in which work ends. */
function record() {
  const order: string[] = []
  const note = <T>(name: string, work: PromiseLike<T>) =>
    Promise.resolve(work).then((result) => {
      order.push(name)
      return result
    })
  return { order, note }
}

const crowd = (work: (client: SupabaseClient) => PromiseLike<unknown>) =>
  customers.flatMap((client) => Array.from({ length: 6 }, () => Promise.resolve(work(client))))

describe('slow requests of three customers', () => {
  it.each([
    ['tables', (client: SupabaseClient) => client.from('tickets').select('id')],
    ['functions', (client: SupabaseClient) => client.rpc('list_tickets', { max_rows: 50 })],
  ])(
    'do not block an admin: %s',
    async (_what, slow) => {
      const { order, note } = record()
      let held: Promise<unknown>[] = []
      await whileLocked('public.tickets', async () => {
        held = crowd((client) => note('customer', slow(client)))
        const { error } = await note('admin', admin.from('workspace_settings').select('*').single())
        expect(error).toBeNull()
        expect(order).toEqual(['admin'])
      })
      await Promise.all(held)
    },
    30_000,
  )

  it('do not block files and sign-in', async () => {
    const { order, note } = record()
    let held: Promise<unknown>[] = []
    await whileLocked('storage.objects', async () => {
      held = crowd((client) => note('customer', client.storage.from('ticket-attachments').list('x')))
      await note('sign-in', clientAs(stack, 'admin@example.com'))
      await note('admin', admin.storage.listBuckets())
      expect(order).toEqual(['sign-in', 'admin'])
    })
    await Promise.all(held)
  }, 30_000)
})

describe('a statement that takes too long', () => {
  it('is cancelled earlier for a customer than for staff', async () => {
    const { order, note } = record()
    let staff: PromiseLike<unknown> | undefined
    await whileLocked('public.comments', async () => {
      staff = note('staff', admin.from('comments').select('id'))
      const [customer] = customers
      const late = await note('customer', Promise.resolve(customer?.from('comments').select('id')))
      expect(late?.error?.code).toBe('57014')
      expect(order).toEqual(['customer'])
    })
    expect(await staff).toMatchObject({ error: null })
  }, 60_000)
})
