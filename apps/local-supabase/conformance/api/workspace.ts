import { anonClient } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import { ticket } from '../ticket'
import { openProject, type TestProject, type Project } from './project'

/** Two customers, two agents and the tickets of the first customer (and one of the other). */
export interface Workspace {
  target: TestProject
  project: Project
  anon: SupabaseClient
  customer: SupabaseClient
  other: SupabaseClient
  agent: SupabaseClient
  agent2: SupabaseClient
  customerId: string
  otherId: string
  /** The first customer's tickets, in the order of `samples`. */
  ids: string[]
}

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

export async function openWorkspace(): Promise<Workspace> {
  const target = await openProject()
  const { project } = target
  const mine = await target.createPerson('customer')
  const theirs = await target.createPerson('customer')
  const [customer, other, agent, agent2] = [
    await target.signIn(mine),
    await target.signIn(theirs),
    await target.signIn(await target.createPerson('agent', 'Ada Agent')),
    await target.signIn(await target.createPerson('agent', 'Ben Agent')),
  ]
  const ids: string[] = []
  for (const row of samples) {
    const { data, error } = await customer.from('tickets').insert(row).select('id').single()
    if (error) throw error
    ids.push(data.id)
  }
  await other.from('tickets').insert(ticket('Somebody else’s matter'))
  const people = { customerId: mine.id, otherId: theirs.id }
  return { target, project, anon: anonClient(project), customer, other, agent, agent2, ...people, ids }
}
