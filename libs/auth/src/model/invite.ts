import * as z from 'zod/mini'
import * as texts from './texts'

/** An invite token is a version-4 UUID. */
const inviteTokenSchema = z.uuidv4()

/** A row of `verify_invite`. Only agents and admins are invited. */
const inviteResultSchema = z.object({
  is_valid: z.literal(true),
  invite_email: z.string().check(z.minLength(1)),
  invite_role: z.enum(['agent', 'admin']),
})

/** A verified invite. */
export interface Invite {
  email: string
  role: 'agent' | 'admin'
}

/** Toast texts of specification section 2.5. */
export const INVITE_TEXTS = {
  title: texts.inviteInvalid,
  malformed: texts.inviteMalformed,
  refused: texts.inviteRefused,
} as const

/** Whether `token` has the format of an invite token, valid or not. */
export function isInviteToken(token: unknown): token is string {
  return z.safeParse(inviteTokenSchema, token).success
}

/**
 * Reads the first row of `verify_invite`.
 * @returns `null` when the invite is invalid, or has no email or an unknown role
 */
export function readInvite(rows: unknown): Invite | null {
  const first: unknown = Array.isArray(rows) ? rows[0] : undefined
  const parsed = z.safeParse(inviteResultSchema, first)
  return parsed.success ? { email: parsed.data.invite_email, role: parsed.data.invite_role } : null
}
