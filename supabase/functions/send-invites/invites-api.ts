import { failedStatus, HttpError } from '../_shared/http-error.ts'
import { toRecord, toText } from '../_shared/json.ts'
import type { Invitation, Sender } from './mail.ts'

export interface InviteRow extends Invitation {
  /** Why this address was not invited; null if it was. */
  refusal: { code: string; message: string } | null
}

/** HTTP statuses of the codes that `create_invites` raises. */
const statusOf: Record<string, number> = { admin_required: 403, invite_count: 400 }

/** The Data API with the caller's token: the caller's rights apply. */
export function createInvitesApi(url: string, apikey: string, bearer: string) {
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${url}/rest/v1/${path}`, {
      ...init,
      headers: { apikey, authorization: bearer, 'content-type': 'application/json' },
    })

  async function readFirst(path: string): Promise<Record<string, unknown>> {
    const response = await request(path).catch(() => undefined)
    const rows: unknown = response?.ok ? await response.json().catch(() => []) : []
    return toRecord(Array.isArray(rows) ? rows[0] : undefined)
  }

  return {
    /** @throws HttpError when the database rejects the call; other errors when it is unreachable */
    async createInvites(emails: string[], role: string): Promise<InviteRow[]> {
      const response = await request('rpc/create_invites', {
        method: 'POST',
        body: JSON.stringify({ emails, role }),
      })
      const body: unknown = await response.json().catch(() => undefined)
      if (!response.ok) {
        const { details, message } = toRecord(body)
        const code = toText(details)
        if (response.status === 401) throw new HttpError(401, 'not_authenticated', 'Not authenticated')
        if (code in statusOf) throw new HttpError(statusOf[code] ?? 400, code, toText(message))
        if (response.status === 403) throw new HttpError(403, 'forbidden', 'Failed to send the invites')
        throw new HttpError(failedStatus(response.status), 'invites_failed', 'Failed to send the invites')
      }
      return (Array.isArray(body) ? body : []).map((value: unknown) => {
        const row = toRecord(value)
        const code = toText(row.code)
        return {
          email: toText(row.email),
          role,
          token: toText(row.token),
          expiresAt: toText(row.expires_at),
          refusal: code || !row.token ? { code: code || 'refused', message: toText(row.message) } : null,
        }
      })
    },

    /** Names for the mail; empty when they cannot be read, as the mail works without them. */
    async sender(userId: string): Promise<Sender> {
      const [workspace, profile] = await Promise.all([
        readFirst('workspace_settings?select=workspace_name,accent_color'),
        readFirst(`profiles?select=name&id=eq.${encodeURIComponent(userId)}`),
      ])
      return {
        workspace: toText(workspace.workspace_name),
        name: toText(profile.name),
        accent: toText(workspace.accent_color),
      }
    },
  }
}
