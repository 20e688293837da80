import { useRole } from '@helpdesk/auth'
import { ask, loadData } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { canClaimTickets, type ActorRole } from '@helpdesk/tickets/model/permissions'
import { agentStatsSchema, type AgentStats } from '@helpdesk/tickets/model/rows'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { agentsOnly, ticketError } from '@helpdesk/tickets/api/ticket-error'

/** Reads the caller's own figures. @throws AppError `dashboard_agents_only` unless the caller is staff */
export async function getAgentStats(role: ActorRole | null): Promise<AgentStats> {
  if (!canClaimTickets(role)) throw ticketError('dashboard_agents_only')
  const data = await loadData()
  const request = data.rpc('get_agent_performance_stats').single()
  return ask(request, agentStatsSchema).catch(agentsOnly('dashboard_agents_only'))
}

export function useAgentStats() {
  const role = useRole()
  return useQuery({ queryKey: ticketKeys.agentStats(), queryFn: () => getAgentStats(role) })
}
