import { countText, durationText, NO_FIGURE, percentText } from '../model/figures'
import type { AdminDashboard } from '../model/dashboard'
import * as texts from './texts'

interface FigureCard {
  title: string
  value: string
  caption: string
}

/** The four cards (specification, section 2.16); placeholders while the figures load. */
export function cardsOf(figures: AdminDashboard | undefined): FigureCard[] {
  return [
    {
      title: texts.totalUsers,
      value: figures ? countText(figures.total_users) : NO_FIGURE,
      caption: texts.activeAccounts,
    },
    {
      title: texts.activeTickets,
      value: figures ? countText(figures.active_tickets) : NO_FIGURE,
      caption: figures ? ticketsCaption(figures) : texts.unassigned,
    },
    {
      title: texts.responseTime,
      value: durationText(figures?.response_minutes ?? null),
      caption: texts.responseTimeText,
    },
    {
      title: texts.resolutionRate,
      value: percentText(figures?.resolution_rate ?? null),
      caption: texts.resolutionRateText,
    },
  ]
}

function ticketsCaption({
  unassigned_tickets: unassigned,
  snoozed_tickets: snoozed,
}: AdminDashboard): string {
  const text = texts.unassignedCount(countText(unassigned))
  return snoozed ? texts.andSnoozed(text, countText(snoozed)) : text
}
