import type { Sql } from 'postgres'
import { StartError } from '../start-error'
import { loadTickets } from '../invented/load'

/**
 * Adds invented tickets to the people of the desk; more people are invented where they are too few.
 * @param log - prints a line after each step
 * @throws StartError when there are no customers and agents yet
 */
export async function addTickets(
  sql: Sql,
  { count, seed }: { count: number; seed: number },
  log: (line: string) => void,
): Promise<void> {
  const [people] = await sql<{ customers: number; agents: number }[]>`
    select count(*) filter (where role = 'customer')::int as customers,
      count(*) filter (where role = 'agent')::int as agents
    from public.profiles`
  if (!people?.customers || !people.agents) {
    throw new StartError(
      'There are no customers and agents yet. Run npm start once with the demo data first.',
    )
  }
  await loadTickets(sql, { count, seed, now: Date.now(), log })
}
