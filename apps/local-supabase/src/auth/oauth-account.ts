import { createHash } from 'node:crypto'
import { HttpError } from '../http/http-error'
import type { AuthContext } from './context'
import type { ConsentProfile } from './consent-code'
import { insertUser } from './create-user'
import { clearTokens } from './one-time-tokens'
import { isBanned, parseUser, userByEmail, userById, type User } from './users'

/** Adds the provider's identity. An unconfirmed account loses its password, which a stranger may have set. */
async function linkIdentity(
  ctx: AuthContext,
  user: User,
  profile: ConsentProfile,
  providerId: string,
): Promise<User> {
  const identity = {
    sub: providerId,
    email: profile.email,
    email_verified: true,
    name: profile.name,
    full_name: profile.name,
  }
  return ctx.gateway.sql.begin(async (tx) => {
    await tx`
      insert into auth.identities (provider, provider_id, user_id, identity_data, last_sign_in_at)
      values (${profile.provider}, ${providerId}, ${user.id}, ${JSON.stringify(identity)}::text::jsonb, now())`
    if (!user.email_confirmed_at) {
      await tx`delete from auth.identities where user_id = ${user.id} and provider = 'email'`
      await tx`update auth.users set encrypted_password = null, confirmation_token = null where id = ${user.id}`
      await clearTokens(tx, user.id)
    }
    const [row] = await tx`
      update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), updated_at = now(),
        raw_app_meta_data = raw_app_meta_data || jsonb_build_object('providers',
          (select jsonb_agg(provider order by created_at) from auth.identities where user_id = ${user.id}))
      where id = ${user.id} returning *`
    return parseUser(row)
  })
}

/** The linked account, else the account with that address, else a new one. */
export async function findOrCreateAccount(ctx: AuthContext, profile: ConsentProfile): Promise<User> {
  const providerId = createHash('sha256')
    .update(`${profile.provider}:${profile.email}`)
    .digest('hex')
    .slice(0, 24)
  const [known] = await ctx.gateway.sql<{ user_id: string }[]>`
    select user_id from auth.identities where provider = ${profile.provider} and provider_id = ${providerId}`
  const linked = known && (await userById(ctx.gateway.sql, known.user_id))
  const existing = linked ?? (await userByEmail(ctx.gateway.sql, profile.email))
  if (existing && isBanned(existing)) throw new HttpError(403, 'user_banned', 'User is banned')
  if (linked) return linked
  if (existing) return linkIdentity(ctx, existing, profile, providerId)
  return insertUser(ctx, {
    email: profile.email,
    passwordHash: null,
    confirmed: true,
    data: { full_name: profile.name, name: profile.name },
    appData: { provider: profile.provider, providers: [profile.provider] },
    identity: { provider: profile.provider, id: providerId },
  })
}
