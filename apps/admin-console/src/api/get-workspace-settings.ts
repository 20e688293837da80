import { ask, loadData } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { workspaceSettingsSchema, type WorkspaceSettings } from '../model/settings'
import { adminKeys } from './keys'

/** @throws AppError */
export async function getWorkspaceSettings(): Promise<WorkspaceSettings> {
  const data = await loadData()
  return ask(data.from('workspace_settings').select('*').single(), workspaceSettingsSchema)
}

export const useWorkspaceSettings = () =>
  useQuery({ queryKey: adminKeys.settings(), queryFn: getWorkspaceSettings })
