import { z } from '@helpdesk/supabase'
import * as texts from './invite-texts'

/** Roles that an invite can give (section 6). */
export const INVITE_ROLES = ['agent', 'admin'] as const
export type InviteRole = (typeof INVITE_ROLES)[number]

export const INVITE_STATES = ['pending', 'accepted', 'expired', 'revoked'] as const
export type InviteState = (typeof INVITE_STATES)[number]

export const isInviteState = (value: unknown): value is InviteState =>
  INVITE_STATES.some((state) => state === value)

/** Row of `list_invites`, without the token. */
export const inviteSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(INVITE_ROLES),
  state: z.enum(INVITE_STATES),
  created_by_name: z.nullable(z.string()),
  created_at: z.string(),
  expires_at: z.string(),
  used_at: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
})
export type Invite = z.output<typeof inviteSchema>

/** Result of `send-invites` for one address. A link without `ok` means that the invite is valid but was not mailed. */
export const inviteResultSchema = z.object({
  email: z.string(),
  ok: z.boolean(),
  link: z.optional(z.string()),
  code: z.nullable(z.string()),
})
export interface InviteResult extends z.output<typeof inviteResultSchema> {
  /** Why the address was not invited, or not mailed. */
  message: string | null
}

/** The words for the code of one address. @param role the role of the invites */
export const refusalText = (code: string | null, role: InviteRole): string | null =>
  code && (code === 'email_exists' ? texts.hasRole[role] : (texts.refusals[code] ?? texts.refusedUnknown))

/** The database's limit of addresses per request. */
export const MAX_INVITES = 100

/** A new invite replaces the previous one, whatever its state, until it is accepted. */
export const canSendAgain = ({ state }: Pick<Invite, 'state'>): boolean => state !== 'accepted'

export const canRevoke = ({ state }: Pick<Invite, 'state'>): boolean => state === 'pending'

/** Summary of the results, such as `2 invited, 1 not invited`. */
export function summaryOf(results: readonly InviteResult[]): string {
  const mailed = results.filter(({ ok }) => ok).length
  const unmailed = results.filter(({ ok, link }) => !ok && link).length
  const refused = results.length - mailed - unmailed
  const parts = [
    mailed > 0 && texts.mailed(mailed),
    unmailed > 0 && texts.unmailed(unmailed),
    refused > 0 && texts.refused(refused),
  ]
  return parts.filter(Boolean).join(', ')
}
