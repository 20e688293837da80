import { useWorkspaceSettings } from '../api/get-workspace-settings'
import { Box, PageHeader, QueryState, Skeleton, Stack } from '@helpdesk/ui'
import { SettingsNav } from './SettingsNav'
import { WorkspaceForm } from './WorkspaceForm'

/** `/admin/settings/workspace`. */
export function WorkspaceSettings() {
  const query = useWorkspaceSettings()
  return (
    <>
      <PageHeader heading="Workspace" subtitle="What holds for everybody who uses this portal" />
      <SettingsNav />
      <Box maxWidth="28rem">
        <QueryState
          query={query}
          pendingLabel="Loading the settings..."
          errorTitle="The settings could not be loaded"
          pending={
            <Stack gap="5" aria-hidden>
              {[1, 2, 3, 4, 5, 6].map((n) => (
                <Skeleton key={n} height="14" />
              ))}
            </Stack>
          }
        >
          {(settings) => <WorkspaceForm settings={settings} />}
        </QueryState>
      </Box>
    </>
  )
}
