import {
  changedSettings,
  FILE_MB_CEILING,
  FILES_CEILING,
  INVITE_DAYS_CEILING,
  refusedField,
  toWorkspaceForm,
  workspaceFormSchema,
  type WorkspaceForm as Form,
  type WorkspaceSettings,
} from '../model/settings'
import { useUpdateWorkspaceSettings } from '../api/update-workspace-settings'
import { useSchemaForm } from '@helpdesk/auth'
import { failureText } from '@helpdesk/tickets/model/errors'
import { MEDIUM_HINT, priorityLabel, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { Alert, Button, Field, Flex, Input, NativeSelect, Stack, toast } from '@helpdesk/ui'
import { useState } from 'react'
import { settingsTexts as texts } from './texts'

const priorities = TICKET_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) }))
const agentsUpdate = [
  { value: 'own', label: 'Their own tickets and unassigned ones' },
  { value: 'all', label: 'All tickets' },
]

/** Form of the workspace settings. Sends only changed columns. */
export function WorkspaceForm({ settings }: { settings: WorkspaceSettings }) {
  const { mutateAsync: save } = useUpdateWorkspaceSettings()
  const [failure, setFailure] = useState<string | null>(null)
  // The settings that filled the fields, not refetched ones, so that saving does not revert another admin's change.
  const [before, setBefore] = useState(settings)

  async function onValid(form: Form) {
    setFailure(null)
    const change = changedSettings(before, form)
    try {
      if (Object.keys(change).length > 0) {
        const saved = await save(change)
        setBefore(saved)
        reset(toWorkspaceForm(saved))
      }
      toast({ type: 'success', title: texts.saved })
    } catch (error) {
      const refused = refusedField(error)
      if (refused) return refused
      setFailure(failureText(error))
    }
  }

  const { errors, busy, register, reset, formProps } = useSchemaForm({
    schema: workspaceFormSchema,
    initial: toWorkspaceForm(before),
    onValid,
  })

  return (
    <form {...formProps}>
      <Stack gap="5">
        <Field label="Workspace name" error={errors.workspace_name} required>
          <Input autoComplete="off" {...register('workspace_name')} />
        </Field>
        <Field label="Support email" error={errors.support_email} hint={texts.supportHint}>
          <Input type="email" autoComplete="off" {...register('support_email')} />
        </Field>
        <Field
          label="Default priority"
          error={errors.default_priority}
          hint={`${texts.priorityHint} ${MEDIUM_HINT}`}
        >
          <NativeSelect options={priorities} {...register('default_priority')} />
        </Field>
        <Field
          label="Agents may update"
          error={errors.agents_update}
          hint="Agents can always take over a ticket from a colleague."
        >
          <NativeSelect options={agentsUpdate} {...register('agents_update')} />
        </Field>
        <Field
          label="Invites are valid for (days)"
          error={errors.invite_days}
          hint={texts.inviteHint(INVITE_DAYS_CEILING)}
        >
          <Input inputMode="numeric" autoComplete="off" {...register('invite_days')} />
        </Field>
        <Field label="Files per ticket" error={errors.max_files} hint={texts.filesHint(FILES_CEILING)}>
          <Input inputMode="numeric" autoComplete="off" {...register('max_files')} />
        </Field>
        <Field
          label="Maximum file size (MB)"
          error={errors.max_file_mb}
          hint={texts.sizeHint(FILE_MB_CEILING)}
        >
          <Input inputMode="decimal" autoComplete="off" {...register('max_file_mb')} />
        </Field>
        {failure && <Alert title={texts.saveFailed}>{failure}</Alert>}
        <Flex>
          <Button type="submit" variant="solid" loading={busy} loadingText="Saving...">
            Save settings
          </Button>
        </Flex>
      </Stack>
    </form>
  )
}
