import { useWorkspaceSettings } from '../api/get-workspace-settings'
import { SettingsSection } from '@helpdesk/auth'
import { GuardUnsaved } from '@helpdesk/tickets/screens/leave/GuardUnsaved'
import { PageHeader, QueryState, Skeleton, Stack } from '@helpdesk/ui'
import { FileTypesForm } from './FileTypesForm'
import { IdentityForm } from './IdentityForm'
import { SettingsNav } from './SettingsNav'
import { WorkspaceForm } from './WorkspaceForm'
import * as texts from './texts'

/** `/admin/settings/workspace`. */
export function WorkspaceSettings() {
  const query = useWorkspaceSettings()
  return (
    <GuardUnsaved>
      <PageHeader heading={texts.workspace} subtitle={texts.subtitle} />
      <SettingsNav />
      <QueryState
        query={query}
        pendingLabel={texts.loading}
        errorTitle={texts.loadFailed}
        pending={
          <Stack gap="5" maxWidth="28rem" aria-hidden>
            {[1, 2, 3, 4, 5, 6].map((n) => (
              <Skeleton key={n} height="14" />
            ))}
          </Stack>
        }
      >
        {(settings) => (
          <>
            <SettingsSection title={texts.general} text={texts.subtitle}>
              <WorkspaceForm settings={settings} />
            </SettingsSection>
            <SettingsSection title={texts.files} text={texts.filesSubtitle}>
              <FileTypesForm settings={settings} />
            </SettingsSection>
            <SettingsSection title={texts.appearance} text={texts.appearanceHint}>
              <IdentityForm settings={settings} />
            </SettingsSection>
          </>
        )}
      </QueryState>
    </GuardUnsaved>
  )
}
