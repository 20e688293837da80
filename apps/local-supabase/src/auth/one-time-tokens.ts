import { randomUUID } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'

export type TokenType =
  'confirmation_token' | 'recovery_token' | 'email_change_token_new' | 'email_change_token_current'

/** Types of link and the tokens that they redeem. */
export const tokensOf = new Map<string, readonly TokenType[]>(
  Object.entries({
    email: ['confirmation_token', 'recovery_token'],
    signup: ['confirmation_token'],
    invite: ['confirmation_token'],
    recovery: ['recovery_token'],
    magiclink: ['recovery_token'],
    email_change: ['email_change_token_current', 'email_change_token_new'],
  } satisfies Record<string, readonly TokenType[]>),
)

export interface OneTimeToken {
  userId: string
  type: TokenType
  hash: string
  /** The address that gets the token. */
  relatesTo: string
}

/** Stores a token in place of the former one of its type. */
export async function storeToken(sql: Sql | TransactionSql, token: OneTimeToken): Promise<void> {
  await sql`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
    values (${randomUUID()}, ${token.userId}, ${token.type}, ${token.hash}, ${token.relatesTo.toLowerCase()})
    on conflict (user_id, token_type) do update
    set id = excluded.id, token_hash = excluded.token_hash, relates_to = excluded.relates_to, updated_at = now()`
}

/** Deletes every token of a user, as GoTrue does whenever one is redeemed or the password changes. */
export async function clearTokens(sql: Sql | TransactionSql, userId: string): Promise<void> {
  await sql`delete from auth.one_time_tokens where user_id = ${userId}`
}

/**
 * Takes a token that is not expired, in one statement so that it works once.
 * @param email of the account, or the address that it changes to; any when undefined
 */
export async function takeToken(
  sql: TransactionSql,
  types: readonly TokenType[],
  hash: string,
  { email, seconds }: { email: string | undefined; seconds: number },
): Promise<{ userId: string; type: TokenType } | undefined> {
  const named = email === undefined ? sql`` : sql`and ${email} in (u.email, u.email_change)`
  const [token] = await sql<{ user_id: string; token_type: TokenType }[]>`
    delete from auth.one_time_tokens t using auth.users u
    where t.user_id = u.id and t.token_hash = ${hash} and t.token_type::text = any (${[...types]}) ${named}
      and case
        when t.token_type = 'confirmation_token' then u.confirmation_sent_at
        when t.token_type = 'recovery_token' then u.recovery_sent_at
        else u.email_change_sent_at
      end > now() - make_interval(secs => ${seconds})
    returning t.user_id, t.token_type`
  return token && { userId: token.user_id, type: token.token_type }
}
