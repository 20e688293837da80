import { anonClient, clientAs, createUser, startStack, type Stack } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'

/** A running backend with two customers, two agents and the tickets of the first customer (and one of the other). */
export interface Desk {
  stack: Stack
  anon: SupabaseClient
  customer: SupabaseClient
  other: SupabaseClient
  agent: SupabaseClient
  agent2: SupabaseClient
  customerId: string
  /** The first customer's tickets, in the order of `samples`. */
  ids: string[]
}

export const ticket = (subject: string, more: Record<string, unknown> = {}) => ({
  subject,
  description: 'It stopped working this morning.',
  ...more,
})

const samples = [
  ticket('Printer, second floor', {
    priority: 'high',
    tags: ['printer', 'floor-2'],
    metadata: { browser: 'Firefox' },
  }),
  ticket('Cannot sign in', { priority: 'urgent' }),
  ticket('Invoice (March) is 100% wrong', { priority: 'low' }),
  ticket('Printer toner', { priority: 'normal' }),
]

export async function openDesk(): Promise<Desk> {
  const stack = await startStack()
  const { id: customerId } = await createUser(stack, { email: 'customer@example.com' })
  await createUser(stack, { email: 'other@example.com' })
  await createUser(stack, { email: 'agent@example.com', role: 'agent', name: 'Ada Agent' })
  await createUser(stack, { email: 'agent2@example.com', role: 'agent', name: 'Ben Agent' })
  const customer = await clientAs(stack, 'customer@example.com')
  const other = await clientAs(stack, 'other@example.com')
  const agent = await clientAs(stack, 'agent@example.com')
  const agent2 = await clientAs(stack, 'agent2@example.com')
  const ids: string[] = []
  for (const row of samples) {
    const { data, error } = await customer.from('tickets').insert(row).select('id').single()
    if (error) throw error
    ids.push(data.id)
  }
  await other.from('tickets').insert(ticket('Somebody else’s matter'))
  return { stack, anon: anonClient(stack), customer, other, agent, agent2, customerId, ids }
}
