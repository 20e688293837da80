import {
  changedSettings,
  EMAIL_MAX,
  FILE_MB_CEILING,
  FILES_CEILING,
  INVITE_DAYS_CEILING,
  WORKSPACE_NAME_MAX,
  refusedField,
  toWorkspaceForm,
  workspaceFormSchema,
  type WorkspaceForm as Form,
  type WorkspaceSettings,
} from '../model/settings'
import { useUpdateWorkspaceSettings } from '../api/update-workspace-settings'
import { useSchemaForm } from '@helpdesk/auth'
import { timeZoneOptions } from './time-zones'
import { failureText } from '@helpdesk/tickets/model/errors'
import { MEDIUM_HINT, priorityLabel, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { Alert, Button, Field, Flex, Input, NativeSelect, Stack, toast } from '@helpdesk/ui'
import { useState } from 'react'
import * as texts from './texts'

const priorities = TICKET_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) }))
const agentsUpdate = [
  { value: 'own', label: texts.ownTickets },
  { value: 'all', label: texts.everyTicket },
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
        <Field label={texts.name} error={errors.workspace_name} required>
          <Input autoComplete="off" maxLength={WORKSPACE_NAME_MAX} {...register('workspace_name')} />
        </Field>
        <Field label={texts.supportEmail} error={errors.support_email} hint={texts.supportHint}>
          <Input type="email" autoComplete="off" maxLength={EMAIL_MAX} {...register('support_email')} />
        </Field>
        <Field
          label={texts.ticketPrefix}
          error={errors.ticket_prefix}
          hint={texts.ticketPrefixHint(before.ticket_prefix)}
          required
        >
          <Input autoComplete="off" {...register('ticket_prefix')} />
        </Field>
        <Field label={texts.timeZone} error={errors.time_zone} hint={texts.timeZoneHint}>
          <NativeSelect options={timeZoneOptions(before.time_zone)} {...register('time_zone')} />
        </Field>
        <Field
          label={texts.defaultPriority}
          error={errors.default_priority}
          hint={`${texts.priorityHint} ${MEDIUM_HINT}`}
        >
          <NativeSelect options={priorities} {...register('default_priority')} />
        </Field>
        <Field label={texts.agentsUpdate} error={errors.agents_update} hint={texts.agentsUpdateHint}>
          <NativeSelect options={agentsUpdate} {...register('agents_update')} />
        </Field>
        <Field
          label={texts.inviteDays}
          error={errors.invite_days}
          hint={texts.inviteHint(INVITE_DAYS_CEILING)}
        >
          <Input inputMode="numeric" autoComplete="off" {...register('invite_days')} />
        </Field>
        <Field label={texts.maxFiles} error={errors.max_files} hint={texts.filesHint(FILES_CEILING)}>
          <Input inputMode="numeric" autoComplete="off" {...register('max_files')} />
        </Field>
        <Field label={texts.maxFileSize} error={errors.max_file_mb} hint={texts.sizeHint(FILE_MB_CEILING)}>
          <Input inputMode="decimal" autoComplete="off" {...register('max_file_mb')} />
        </Field>
        {failure && <Alert title={texts.saveFailed}>{failure}</Alert>}
        <Flex>
          <Button type="submit" variant="solid" loading={busy} loadingText={texts.saving}>
            {texts.save}
          </Button>
        </Flex>
      </Stack>
    </form>
  )
}
