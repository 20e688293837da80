/** The three roles; what each may do stands in section 6 of the specification and is enforced by the database. */
export const ROLES = ['customer', 'agent', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Whether a value from outside names a role. */
export function isRole(value: unknown): value is Role {
  return ROLES.some((role) => role === value)
}
