import type { Page } from '@playwright/test'

export interface WorkspaceValues {
  workspace_name?: string
  support_email?: string | null
  default_priority?: string
  max_files?: number
  max_file_bytes?: number
  time_zone?: string
  accent_color?: string | null
  logo?: string | null
}

/**
 * Stubs the workspace settings for this page, because the real ones are one row shared by all journeys of a worker.
 * supabase/tests/workspace-settings.test.ts tests that the server applies them.
 */
export async function stubWorkspace(page: Page, values: WorkspaceValues): Promise<void> {
  await page.route('**/rest/v1/workspace_settings*', async (route) => {
    const response = await route.fetch()
    const body: unknown = await response.json()
    const change = (row: unknown) => ({ ...(row as object), ...values })
    await route.fulfill({ response, json: Array.isArray(body) ? body.map(change) : change(body) })
  })
  await page.route('**/rest/v1/rpc/workspace_identity*', async (route) => {
    const { workspace_name = 'Helpdesk', accent_color = null, logo = null } = values
    await route.fulfill({ json: { workspace_name, accent_color, logo } })
  })
  await page.route('**/rest/v1/rpc/support_address*', (route) =>
    route.fulfill({ json: values.support_email ?? null }),
  )
  await page.route('**/rest/v1/rpc/get_ticket_detail*', async (route) => {
    const response = await route.fetch()
    const detail = (await response.json()) as { limits: object }
    const { max_files, max_file_bytes } = values
    const limits = {
      ...detail.limits,
      ...(max_files !== undefined && { max_files }),
      ...(max_file_bytes !== undefined && { max_file_bytes }),
    }
    await route.fulfill({ response, json: { ...detail, limits } })
  })
}
