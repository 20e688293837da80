import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'
import type { Amounts } from '../limits/rules'
import type { MailTemplate } from '../mail/templates'

const templateSchema = z.object({ subject: z.string(), content_path: z.string() })

const fileSchema = z.object({
  auth: z.object({
    jwt_expiry: z.number().default(3600),
    enable_signup: z.boolean().default(true),
    minimum_password_length: z.number().default(8),
    password_requirements: z.string().default(''),
    email: z.object({
      max_frequency: z.string().default('1s'),
      double_confirm_changes: z.boolean().default(true),
      otp_expiry: z.number().default(3600),
      template: z.object({
        confirmation: templateSchema,
        recovery: templateSchema,
        email_change: templateSchema,
        magic_link: templateSchema,
      }),
    }),
  }),
})

export interface AuthConfig {
  /** Target of links and redirects, if not this backend. */
  siteOrigin?: string
  tokenSeconds: number
  linkSeconds: number
  signUpOpen: boolean
  passwordLength: number
  /** A password needs a character of each group. */
  passwordGroups: string[]
  /** A change of the address needs the links of both mailboxes. */
  doubleConfirm: boolean
  /** Minimum pause between two mails for one address. */
  mailPauseMs: number
  templates: Record<TemplateName, MailTemplate>
}

export type TemplateName = 'confirmation' | 'recovery' | 'email_change' | 'magic_link'

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digits = '0123456789'
const requirements: Record<string, string[]> = {
  letters_digits: [lower + upper, digits],
  lower_upper_letters_digits: [lower, upper, digits],
  lower_upper_letters_digits_symbols: [lower, upper, digits, '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~'],
}

function milliseconds(duration: string): number {
  const [, amount = '1', unit = 's'] = /^(\d+)(ms|s|m|h)$/.exec(duration) ?? []
  return Number(amount) * ({ ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[unit] ?? 1000)
}

const amount = z.int().min(1).optional()
const limitsSchema = z.object({
  auth: z
    .object({
      rate_limit: z
        .object({
          sign_in_sign_ups: amount,
          token_refresh: amount,
          token_verifications: amount,
          email_sent: amount,
        })
        .prefault({}),
    })
    .prefault({}),
})

const readConfig = async (supabaseDir: string): Promise<unknown> =>
  parse(await readFile(join(supabaseDir, 'config.toml'), 'utf8').catch(() => ''))

/** `[auth.rate_limit]` of supabase/config.toml. */
export async function readRateLimits(supabaseDir: string): Promise<Amounts> {
  return limitsSchema.parse(await readConfig(supabaseDir)).auth.rate_limit
}

/** The CLI resolves a template's path from the parent folder of `supabase`. */
async function readTemplate(
  supabaseDir: string,
  { subject, content_path }: z.output<typeof templateSchema>,
): Promise<MailTemplate> {
  return { subject, html: await readFile(join(dirname(supabaseDir), content_path), 'utf8') }
}

/**
 * `[auth]` of supabase/config.toml, the file that also configures a hosted project.
 * @param devOrigin - the shell's development server, if it proxies this backend
 */
export async function readAuthConfig(supabaseDir: string, devOrigin?: string): Promise<AuthConfig> {
  const { auth } = fileSchema.parse(await readConfig(supabaseDir))
  const { confirmation, recovery, email_change, magic_link } = auth.email.template
  return {
    siteOrigin: devOrigin,
    tokenSeconds: auth.jwt_expiry,
    linkSeconds: auth.email.otp_expiry,
    signUpOpen: auth.enable_signup,
    passwordLength: auth.minimum_password_length,
    passwordGroups: requirements[auth.password_requirements] ?? [],
    doubleConfirm: auth.email.double_confirm_changes,
    mailPauseMs: milliseconds(auth.email.max_frequency),
    templates: {
      confirmation: await readTemplate(supabaseDir, confirmation),
      recovery: await readTemplate(supabaseDir, recovery),
      email_change: await readTemplate(supabaseDir, email_change),
      magic_link: await readTemplate(supabaseDir, magic_link),
    },
  }
}
