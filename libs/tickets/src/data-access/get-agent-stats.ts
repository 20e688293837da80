import { useRole } from '@helpdesk/auth'
import { loadData } from '@helpdesk/supabase'
import { useQuery } from '@tanstack/react-query'
import { canClaimTickets, type ActorRole } from '../model/permissions'
import { agentStatsSchema, type AgentStats } from '../model/rows'
import { ask } from './ask'
import { ticketKeys } from './keys'
import { ticketError } from './ticket-error'

/** The caller's own figures. @throws AppError `dashboard_agents_only` for anyone but staff */
export async function getAgentStats(role: ActorRole | null): Promise<AgentStats> {
  if (!canClaimTickets(role)) throw ticketError('dashboard_agents_only')
  const data = await loadData()
  return ask(data.rpc('get_agent_performance_stats').single(), agentStatsSchema)
}

export function useAgentStats() {
  const role = useRole()
  return useQuery({ queryKey: ticketKeys.agentStats(), queryFn: () => getAgentStats(role) })
}
