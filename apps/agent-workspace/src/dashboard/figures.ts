import type { AgentStats } from '@helpdesk/tickets/model/rows'

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
    { title: 'Assigned Tickets', value: String(assigned ?? NO_DATA), caption: 'Active cases' },
    { title: 'Resolved Today', value: String(resolved ?? NO_DATA), caption: 'Completed tickets' },
    {
      title: 'Average Response',
      value: minutes === null ? NO_DATA : `${Math.round(minutes)} min`,
      caption: 'Response time',
    },
    {
      title: 'Customer Satisfaction',
      value: satisfaction === null ? NO_DATA : `${Math.round(satisfaction * 100)}%`,
      caption: 'Last 30 days',
    },
  ]
}
