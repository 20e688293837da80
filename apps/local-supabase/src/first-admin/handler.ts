import type { AuthContext } from '../auth/context'
import { insertUser } from '../auth/create-user'
import { checkPassword, hashPassword, passwordMatches } from '../auth/passwords'
import { newRecoveryToken } from '../auth/recover'
import { userByEmail, type User } from '../auth/users'
import { errorCode } from '../error-code'
import { html, redirect } from '../http/respond'
import type { Handler } from '../http/types'
import { HttpError } from '../http/http-error'
import { readSetupForm, type SetupField, type SetupForm } from './form'
import { hasAdmin, type SetupLink } from './link'
import { setupGonePage, setupPage, type SetupState } from './page'

class SetupRefused extends Error {
  constructor(
    message: string,
    readonly field?: SetupField,
  ) {
    super(message)
  }
}

/** A refusal of the database with a message for people. */
const isRefusal = (error: unknown): error is Error => error instanceof Error && errorCode(error) === 'P0001'

/** Takes turns with those who sign in. */
const SOURCE = 'the first admin'

/** Imported rows reference the account, which cannot be deleted. */
const isReferenced = (error: unknown) => ['23503', '23001'].includes(errorCode(error))

/** The confirmed account of the address, whose password the form has, or a new one. */
async function accountOf(ctx: AuthContext, { name, email, password }: SetupForm): Promise<User> {
  const { sql } = ctx.gateway
  const existing = await userByEmail(sql, email)
  if (existing?.email_confirmed_at) {
    if (await passwordMatches(password, existing.encrypted_password, SOURCE)) return existing
    throw new SetupRefused('An account with this email already exists: enter its password', 'password')
  }
  // A stranger may have registered the unconfirmed address.
  if (existing)
    await sql`delete from auth.users where id = ${existing.id} and email_confirmed_at is null`.catch(
      (error: unknown) => {
        if (!isReferenced(error)) throw error
        throw new SetupRefused('Imported records belong to this email: use another one', 'email')
      },
    )
  const passwordHash = await hashPassword(password, SOURCE)
  return insertUser(ctx, { email, passwordHash, confirmed: true, data: { full_name: name } })
}

/** @returns the token of a link that signs the admin in */
async function makeAdmin(ctx: AuthContext, form: SetupForm): Promise<string> {
  checkPassword(form.password, ctx.config)
  const account = await accountOf(ctx, form)
  await ctx.gateway.sql`select private.make_first_admin(${form.email})`
  return (await newRecoveryToken(ctx, account)).token
}

/** `/setup`: creates the first admin for the holder of the link printed at the start, and signs them in to the portal. */
export function createFirstAdmin(ctx: AuthContext, link: SetupLink, portalUrl: string): Handler {
  const gone = () => html(setupGonePage(`${portalUrl}/auth/login`), 410)
  // Browsers check every redirect after a form against `form-action`.
  const shown = (state: SetupState, status?: number) =>
    html(setupPage(state), status, `'self' ${new URL(portalUrl).origin}`)

  async function submit(request: Request): Promise<Response> {
    const form = await request.formData().catch(() => {
      throw new HttpError(400, 'bad_form', 'The form could not be read')
    })
    const field = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value : ''
    }
    const token = field('token')
    if ((await hasAdmin(ctx.gateway.sql)) || !link.accepts(token)) return gone()
    const entries = {
      name: field('name'),
      email: field('email'),
      password: field('password'),
      confirm: field('confirm'),
    }
    const retry = (errors: Partial<Record<SetupField, string>>, failure?: string) =>
      shown(
        {
          token,
          values: { name: entries.name, email: entries.email },
          errors,
          ...(failure ? { failure } : {}),
        },
        422,
      )
    const read = readSetupForm(entries)
    if ('errors' in read) return retry(read.errors)
    if (!link.take(token)) return gone()
    try {
      const signIn = { type: 'magiclink', token_hash: await makeAdmin(ctx, read.values) }
      return redirect(`${portalUrl}/auth/callback?${new URLSearchParams(signIn)}`)
    } catch (error) {
      link.release()
      if (error instanceof SetupRefused && error.field) return retry({ [error.field]: error.message })
      if (error instanceof HttpError || isRefusal(error)) return retry({}, error.message)
      throw error
    }
  }

  return async (request, url) => {
    if (url.pathname !== '/setup') return undefined
    if (request.method === 'POST') return submit(request)
    if (request.method !== 'GET') throw new HttpError(405, 'method_not_allowed', 'Method not allowed')
    const token = url.searchParams.get('token') ?? ''
    if ((await hasAdmin(ctx.gateway.sql)) || !link.accepts(token)) return gone()
    return shown({ token, values: {}, errors: {} })
  }
}
