/** Loads the code of the ticket page ahead of time. A failure is ignored, because opening the page loads it again. */
export function preloadTicketDetail(): void {
  import('./TicketDetailScreen').catch(() => undefined)
}
