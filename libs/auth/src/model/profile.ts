import type { Tables, User } from '@helpdesk/supabase'
import * as z from 'zod/mini'
import { readPreferences, type Preferences } from './preferences'
import { ROLES, type Role } from './roles'

/** A row of `profiles`, with the role narrowed to the three that exist. */
export type Profile = Omit<Tables<'profiles'>, 'role' | 'preferences'> & {
  role: Role
  preferences: Preferences
}

const roleSchema = z.enum(ROLES)

/**
 * Narrows a row of `profiles`.
 * @throws when the role is none of the three.
 */
export function toProfile(row: Tables<'profiles'>): Profile {
  return { ...row, role: z.parse(roleSchema, row.role), preferences: readPreferences(row.preferences) }
}

/**
 * What is missing in the user's metadata and can be filled from the profile (section 4). The copy is for
 * display only; rights always come from the profile.
 * @returns the fields to write, or `null` when nothing is missing.
 */
export function missingMetadata(user: User, profile: Profile): { role?: Role; full_name?: string } | null {
  const metadata: Partial<Record<string, unknown>> = user.user_metadata ?? {}
  const missing: { role?: Role; full_name?: string } = {}
  if (!metadata.role) missing.role = profile.role
  if (!metadata.full_name && profile.name) missing.full_name = profile.name
  return Object.keys(missing).length > 0 ? missing : null
}
