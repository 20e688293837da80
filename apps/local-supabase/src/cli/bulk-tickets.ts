import { loadTickets } from '../synthetic/load'
import { withConnection } from '../postgres/pool'
import { StartError } from '../start-error'

/**
 * Adds synthetic tickets to the people of the desk; synthetic people join them where they are too few.
 * @param log - prints a line after each step
 * @throws StartError when there are no customers and agents yet
 */
export function addTickets(
  url: string,
  { count, seed }: { count: number; seed: number },
  log: (line: string) => void,
): Promise<void> {
  return withConnection(url, async (sql) => {
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
  })
}
