import type { Invitation, Sender } from './mail.ts'

export interface InviteRow extends Invitation {
  /** Why this address was not invited; null when it was. */
  refusal: { code: string; message: string } | null
}

/** The database refused the whole call. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message)
  }
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** How the codes of `create_invites` read over HTTP. */
const statusOf: Record<string, number> = { admin_required: 403, invite_count: 400 }

/** The data API with the caller's token, so that the caller's rights apply. */
export function deskOf(url: string, apikey: string, bearer: string) {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${url}/rest/v1/${path}`, {
      ...init,
      headers: { apikey, authorization: bearer, 'content-type': 'application/json' },
    })

  async function first(path: string): Promise<Record<string, unknown>> {
    const response = await ask(path).catch(() => undefined)
    const rows: unknown = response?.ok ? await response.json().catch(() => []) : []
    return record(Array.isArray(rows) ? rows[0] : undefined)
  }

  return {
    /** @throws Refusal; anything else means that the database could not be asked */
    async createInvites(emails: string[], role: string): Promise<InviteRow[]> {
      const response = await ask('rpc/create_invites', {
        method: 'POST',
        body: JSON.stringify({ emails, role }),
      })
      const said: unknown = await response.json().catch(() => undefined)
      if (!response.ok) {
        const { details, message } = record(said)
        const code = text(details)
        if (response.status === 401) throw new Refusal(401, 'not_authenticated', 'Not authenticated')
        if (code in statusOf) throw new Refusal(statusOf[code] ?? 400, code, text(message))
        if (response.status === 403) throw new Refusal(403, 'forbidden', 'Failed to send the invites')
        throw new Refusal(502, 'invites_failed', 'Failed to send the invites')
      }
      return (Array.isArray(said) ? said : []).map((value: unknown) => {
        const row = record(value)
        const code = text(row.code)
        return {
          email: text(row.email),
          role,
          token: text(row.token),
          expiresAt: text(row.expires_at),
          refusal: code || !row.token ? { code: code || 'refused', message: text(row.message) } : null,
        }
      })
    },

    /** Names for the mail. Nothing depends on them: what cannot be read stays empty. */
    async sender(userId: string): Promise<Sender> {
      const [workspace, profile] = await Promise.all([
        first('workspace_settings?select=workspace_name'),
        first(`profiles?select=name&id=eq.${encodeURIComponent(userId)}`),
      ])
      return { workspace: text(workspace.workspace_name), name: text(profile.name) }
    },
  }
}
