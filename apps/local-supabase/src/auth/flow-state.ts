import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AuthContext } from './context'
import type { LinkType, Pkce } from './mail-links'

interface NewFlow {
  pkce: Pkce
  provider: string
  method: LinkType | 'oauth'
  /** Hash of the mail's token. */
  linkHash?: string
  /** Redirect target after the provider's response. */
  referrer?: string
}

/** Lifetime of a sign-in through a provider. */
const OAUTH_SECONDS = 15 * 60
/** Lifetime of a code. */
export const CODE_SECONDS = 300

/** Creates a flow that ends with a code, and deletes expired flows, since most are abandoned. */
export async function createFlow(ctx: AuthContext, flow: NewFlow): Promise<string> {
  const { code_challenge, code_challenge_method } = flow.pkce
  const how = code_challenge_method?.toLowerCase() === 'plain' ? 'plain' : 's256'
  const id = randomUUID()
  const oauthSeconds = OAUTH_SECONDS + CODE_SECONDS
  const mailSeconds = ctx.config.linkSeconds + CODE_SECONDS
  await ctx.gateway.sql`
    delete from auth.flow_state where created_at < now() - make_interval(
      secs => case when authentication_method = 'oauth' then ${oauthSeconds}::int else ${mailSeconds}::int end)`
  await ctx.gateway.sql`
    insert into auth.flow_state (id, code_challenge, code_challenge_method, provider_type, authentication_method,
      invite_token, referrer)
    values (${id}, ${code_challenge ?? null}, ${how}, ${flow.provider}, ${flow.method}, ${flow.linkHash ?? null},
      ${flow.referrer ?? null})`
  return id
}

/** Defect 6: stores the challenge under the hash of the link's token, for which `/verify` issues a code. */
export async function storeChallenge(
  ctx: AuthContext,
  pkce: Pkce,
  linkHash: string,
  method: LinkType,
): Promise<void> {
  if (pkce.code_challenge) await createFlow(ctx, { pkce, provider: 'email', method, linkHash })
}

export interface Flow {
  id: string
  referrer: string
  code_challenge: string | null
}

/** Finds a pending flow of the provider. */
export async function findOAuthFlow(
  ctx: AuthContext,
  state: string,
  provider: string,
): Promise<Flow | undefined> {
  if (!z.guid().safeParse(state).success) return undefined
  const [flow] = await ctx.gateway.sql<Flow[]>`
    select id, referrer, code_challenge from auth.flow_state
    where id = ${state} and provider_type = ${provider} and authentication_method = 'oauth'
      and user_id is null and created_at > now() - make_interval(secs => ${OAUTH_SECONDS})`
  return flow
}
