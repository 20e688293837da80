import { countText, durationText, NO_FIGURE, percentText } from '../model/figures'
import type { AdminDashboard } from '../model/dashboard'

interface FigureCard {
  title: string
  value: string
  caption: string
}

/** The four cards (specification, section 2.16); placeholders while the figures load. */
export function cardsOf(figures: AdminDashboard | undefined): FigureCard[] {
  return [
    {
      title: 'Total Users',
      value: figures ? countText(figures.total_users) : NO_FIGURE,
      caption: 'Active accounts',
    },
    {
      title: 'Active Tickets',
      value: figures ? countText(figures.active_tickets) : NO_FIGURE,
      caption: figures ? `${countText(figures.unassigned_tickets)} unassigned` : 'Unassigned',
    },
    {
      title: 'Response Time',
      value: durationText(figures?.response_minutes ?? null),
      caption: 'Average, last 30 days',
    },
    {
      title: 'Resolution Rate',
      value: percentText(figures?.resolution_rate ?? null),
      caption: 'Tickets from the last 30 days',
    },
  ]
}
