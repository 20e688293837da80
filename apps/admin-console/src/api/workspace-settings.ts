import { rememberWorkspace } from '@helpdesk/auth'
import { ask, loadData } from '@helpdesk/supabase'
import { useCommand, useQuery, useQueryClient } from '@helpdesk/ui/query'
import { workspaceSettingsSchema, type WorkspaceChange, type WorkspaceSettings } from '../model/settings'
import { adminKeys } from './keys'

/** What is set for the whole workspace. @throws AppError */
export async function getWorkspaceSettings(): Promise<WorkspaceSettings> {
  const data = await loadData()
  return ask(data.from('workspace_settings').select('*').single(), workspaceSettingsSchema)
}

/** Changes them. @throws AppError; NotFoundError for anyone but an admin, 23514 for what no workspace may set */
export async function updateWorkspaceSettings(change: Partial<WorkspaceChange>): Promise<WorkspaceSettings> {
  const data = await loadData()
  return ask(
    data.from('workspace_settings').update(change).eq('id', true).select('*').single(),
    workspaceSettingsSchema,
  )
}

export const useWorkspaceSettings = () =>
  useQuery({ queryKey: adminKeys.settings(), queryFn: getWorkspaceSettings })

/** Saves the settings; the answer is what the page, its header and its forms show from then on. */
export function useSaveWorkspaceSettings() {
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
