import type { User } from '@helpdesk/supabase/auth-client'
import type { Tables } from '@helpdesk/supabase/tables'
import { readPreferences, type Preferences } from './preferences'
import { ROLES, type Role } from './roles'

/** A row of `profiles` with parsed role and preferences. */
export type Profile = Omit<Tables<'profiles'>, 'role' | 'preferences'> & {
  role: Role
  preferences: Preferences
}

/** Parses a row of `profiles`. An unknown role gets the customer's screens (specification section 2.1); the database knows its rights. */
export function toProfile(row: Tables<'profiles'>): Profile {
  return {
    ...row,
    role: ROLES.find((role) => role === row.role) ?? 'customer',
    preferences: readPreferences(row.preferences),
  }
}

/** Whether the name is only the local part of the address, because nobody has entered one. */
export function hasDerivedName({ name, email }: Pick<Profile, 'name' | 'email'>): boolean {
  // the database marks a customer whose name could be the support team's
  return name.replace(/ \(customer\)$/, '').toLowerCase() === email?.split('@')[0]?.toLowerCase()
}

/**
 * Metadata fields of the user to fill from the profile (specification section 4). The copy is for display only; rights
 * come from the profile.
 * @returns `null` when nothing is missing
 */
export function missingMetadata(user: User, profile: Profile): { role?: Role; full_name?: string } | null {
  const metadata: Partial<Record<string, unknown>> = user.user_metadata ?? {}
  const missing: { role?: Role; full_name?: string } = {}
  if (!metadata.role) missing.role = profile.role
  if (!metadata.full_name && profile.name) missing.full_name = profile.name
  return Object.keys(missing).length > 0 ? missing : null
}
