import type { AgentStats } from '@helpdesk/tickets/model/rows'

export interface Figure {
  title: string
  value: string
  caption: string
}

const NOTHING_YET = '–'

/** The four cards of section 2.12. Times are minutes, satisfaction is a share of 1; both null before any data. */
export function figuresOf(stats: AgentStats | undefined): Figure[] {
  const { assigned_tickets: assigned, resolved_today: resolved } = stats ?? {}
  const minutes = stats?.average_response_time ?? null
  const satisfaction = stats?.satisfaction_rate ?? null
  return [
    { title: 'Assigned Tickets', value: String(assigned ?? NOTHING_YET), caption: 'Active cases' },
    { title: 'Resolved Today', value: String(resolved ?? NOTHING_YET), caption: 'Completed tickets' },
    {
      title: 'Average Response',
      value: minutes === null ? NOTHING_YET : `${Math.round(minutes)} min`,
      caption: 'Response time',
    },
    {
      title: 'Customer Satisfaction',
      value: satisfaction === null ? NOTHING_YET : `${Math.round(satisfaction * 100)}%`,
      caption: 'Last 30 days',
    },
  ]
}
