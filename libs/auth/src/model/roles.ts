/** The roles of specification section 6; the database enforces their rights. */
export const ROLES = ['customer', 'agent', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Whether the role works on other people's tickets; null while it is unknown. */
export const isStaff = (role: string | null | undefined): boolean => role === 'agent' || role === 'admin'
