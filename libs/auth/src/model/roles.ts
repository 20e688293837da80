/** The roles of specification section 6; the database enforces their rights. */
export const ROLES = ['customer', 'agent', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Whether an unknown value is a role. */
export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value)
}
