import { rememberWorkspace } from '@helpdesk/auth'
import { ask, loadData } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { workspaceSettingsSchema, type WorkspaceChange, type WorkspaceSettings } from '../model/settings'
import { adminKeys } from './keys'

/**
 * @returns the settings after the change
 * @throws AppError; NotFoundError for callers who are not admins, 23514 for a value outside the limits
 */
export async function updateWorkspaceSettings(change: Partial<WorkspaceChange>): Promise<WorkspaceSettings> {
  const data = await loadData()
  return ask(
    data.from('workspace_settings').update(change).eq('id', true).select('*').single(),
    workspaceSettingsSchema,
  )
}

/** Saves the settings and updates the page, the header and the forms. */
export function useUpdateWorkspaceSettings() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['save-workspace-settings'],
    subject: () => null,
    mutationFn: updateWorkspaceSettings,
    onSuccess: (saved) => {
      queries.setQueryData(adminKeys.settings(), saved)
      rememberWorkspace(saved)
    },
  })
}
