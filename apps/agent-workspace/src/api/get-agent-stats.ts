import { useRole } from '@helpdesk/auth'
import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { canClaimTickets, type ActorRole } from '@helpdesk/tickets/model/permissions'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { agentsOnly, ticketError } from '@helpdesk/tickets/api/ticket-error'

/** The agent's own figures: response time in minutes, satisfaction from 0 to 1. */
const agentStatsSchema = z.object({
  assigned_tickets: z.number(),
  resolved_today: z.number(),
  average_response_time: z.nullable(z.number()),
  satisfaction_rate: z.nullable(z.number()),
})
export type AgentStats = z.infer<typeof agentStatsSchema>

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
