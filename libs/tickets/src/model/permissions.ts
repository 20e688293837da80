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
type Assigned = Pick<TicketParties, 'assigned_to'>

/** The workspace's rule for agents: `own` is their own tickets and triage of unassigned ones; `all` is every ticket. */
export type AgentsUpdate = 'own' | 'all'

/**
 * True when the user may change everything of the ticket: an admin always, an agent when assigned, a customer when
 * requester. The database enforces these rules; the predicates of this file decide what screens offer.
 */
export function canUpdateTicket(
  actor: Actor,
  ticket: TicketParties,
  agentsUpdate: AgentsUpdate = 'own',
): boolean {
  switch (actor.role) {
    case 'admin':
      return true
    case 'agent':
      return ticket.assigned_to === actor.id || agentsUpdate === 'all'
    case 'customer':
      return ticket.customer_id === actor.id
  }
}

/** True when the user may set status, priority and tags. Staff triage unassigned tickets. */
export const canTriage = (actor: Actor, ticket: Assigned, agentsUpdate: AgentsUpdate = 'own'): boolean =>
  canClaimTickets(actor.role) &&
  (ticket.assigned_to === null || canUpdateTicket(actor, { customer_id: null, ...ticket }, agentsUpdate))

/** True when the user may assign the ticket to anyone. Otherwise see {@link canTakeOver}. */
export const canAssign = canTriage

/** True when the user may take the ticket over from its assignee. */
export const canTakeOver = (actor: Actor, ticket: Assigned): boolean =>
  canClaimTickets(actor.role) && ticket.assigned_to !== null && ticket.assigned_to !== actor.id

/** True for staff. */
export const canClaimTickets = (role: ActorRole | null): boolean => role === 'agent' || role === 'admin'

/** The management panel of the ticket detail is for agents alone. */
export const hasManagementPanel = (role: ActorRole | null): boolean => role === 'agent'

/** The error code of a claim that is refused without a request, or null. */
export function claimRefusal(
  actor: Actor | null,
  ticket: Assigned,
): 'assign_agents_only' | 'already_assigned' | null {
  if (!actor || !canClaimTickets(actor.role)) return 'assign_agents_only'
  return ticket.assigned_to === actor.id ? 'already_assigned' : null
}
