/** The roles of specification section 6; the database enforces their rights. */
export const ROLES = ['customer', 'agent', 'admin'] as const
export type Role = (typeof ROLES)[number]
