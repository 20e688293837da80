export type ActorRole = 'customer' | 'agent' | 'admin'

/** The acting user. */
export interface Actor {
  id: string
  role: ActorRole
}

interface TicketParties {
  customer_id: string | null
  assigned_to: string | null
}

/**
 * True when the user may change the ticket: an admin always, an agent when assigned, a customer when requester. The
 * database enforces it; this only decides what the screen offers.
 */
export function canUpdateTicket(actor: Actor, ticket: TicketParties): boolean {
  switch (actor.role) {
    case 'admin':
      return true
    case 'agent':
      return ticket.assigned_to === actor.id
    case 'customer':
      return ticket.customer_id === actor.id
  }
}

/** True for staff. */
export const canClaimTickets = (role: ActorRole | null): boolean => role === 'agent' || role === 'admin'

/** The management panel of the ticket detail is for agents alone. */
export const hasManagementPanel = (role: ActorRole | null): boolean => role === 'agent'

/** The error code of a claim that is refused without a request, or null. */
export function claimRefusal(
  actor: Actor | null,
  ticket: Pick<TicketParties, 'assigned_to'>,
): 'assign_agents_only' | 'already_assigned' | null {
  if (!actor || !canClaimTickets(actor.role)) return 'assign_agents_only'
  return ticket.assigned_to === actor.id ? 'already_assigned' : null
}
