import type { Role } from '../model/roles'

// Each loads its code with the first call: customers download none of it (apps/shell/scripts/bytes.mjs).

/** See `changeUserRole` of ./change-user-role. */
export const changeUserRole = async (userId: string, role: Role): Promise<void> =>
  (await import('./change-user-role')).changeUserRole(userId, role)

/** See `setAvailability` of ./set-availability. */
export const setAvailability = async (isAway: boolean): Promise<void> =>
  (await import('./set-availability')).setAvailability(isAway)
