import { z } from '@helpdesk/supabase'

/** Whom an invite can make of somebody (section 6). */
export const INVITE_ROLES = ['agent', 'admin'] as const
export type InviteRole = (typeof INVITE_ROLES)[number]

export const INVITE_STATES = ['pending', 'accepted', 'expired', 'revoked'] as const
export type InviteState = (typeof INVITE_STATES)[number]

export const isInviteState = (value: unknown): value is InviteState =>
  INVITE_STATES.some((state) => state === value)

/** A row of `list_invites`; never with its token. */
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

/** What `send-invites` answers for one address. With a link and without `ok` the invite holds, but its mail did not go out. */
export const inviteResultSchema = z.object({
  email: z.string(),
  ok: z.boolean(),
  link: z.optional(z.string()),
  code: z.nullable(z.string()),
  message: z.nullable(z.string()),
})
export type InviteResult = z.output<typeof inviteResultSchema>

/** Addresses at once; the database's limit. */
export const MAX_INVITES = 100

/** Invites that somebody can still do something with: a new one replaces them. */
export const canSendAgain = ({ state }: Pick<Invite, 'state'>): boolean => state !== 'accepted'

/** Only an open door can be closed. */
export const canRevoke = ({ state }: Pick<Invite, 'state'>): boolean => state === 'pending'

/** How a list of results reads in one line, such as `2 invited, 1 not`. */
export function summaryOf(results: readonly InviteResult[]): string {
  const mailed = results.filter(({ ok }) => ok).length
  const unmailed = results.filter(({ ok, link }) => !ok && link).length
  const refused = results.length - mailed - unmailed
  const parts = [
    mailed > 0 && `${mailed} invited`,
    unmailed > 0 && `${unmailed} invited without a mail`,
    refused > 0 && `${refused} not invited`,
  ]
  return parts.filter(Boolean).join(', ')
}
