/** Fetches the code of the ticket page ahead, when a reader nears a list. A failed fetch shows where the page is opened. */
export function preloadTicketDetail(): void {
  import('./TicketDetailScreen').catch(() => undefined)
}
