import type { Role } from '@helpdesk/auth'

export const aRole = (role: Role) => (role === 'customer' ? 'a customer' : `an ${role}`)
export const losesAdmin = (role: Role) =>
  `This is your own account. As ${aRole(role)} you lose access to administration immediately, and only another admin can restore it.`
export const adminHint = 'Admins have full access and can invite and deactivate people.'
export const customerHint = 'Their open tickets return to the unassigned queue.'
