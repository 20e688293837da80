import type { AgentStats } from '../api/get-agent-stats'
import * as texts from './texts'

export interface Figure {
  title: string
  value: string
  caption: string
}

const NO_DATA = '–'

/** The four cards (specification, section 2.12). Times are in minutes, satisfaction is 0 to 1; both may be null. */
export function figuresOf(stats: AgentStats | undefined): Figure[] {
  const { assigned_tickets: assigned, resolved_today: resolved } = stats ?? {}
  const minutes = stats?.average_response_time ?? null
  const satisfaction = stats?.satisfaction_rate ?? null
  return [
    { title: texts.assignedTickets, value: String(assigned ?? NO_DATA), caption: texts.activeCases },
    { title: texts.resolvedToday, value: String(resolved ?? NO_DATA), caption: texts.completed },
    {
      title: texts.averageResponse,
      value: minutes === null ? NO_DATA : texts.minutes(Math.round(minutes)),
      caption: texts.responseTime,
    },
    {
      title: texts.satisfaction,
      value: satisfaction === null ? NO_DATA : `${Math.round(satisfaction * 100)}%`,
      caption: texts.last30Days,
    },
  ]
}
