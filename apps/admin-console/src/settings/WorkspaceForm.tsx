import {
  changedSettings,
  refusedField,
  toWorkspaceForm,
  workspaceFields,
  workspaceFormSchema,
  type WorkspaceForm as Form,
  type WorkspaceSettings,
} from '../model/settings'
import { useUpdateWorkspaceSettings } from '../api/update-workspace-settings'
import { useSchemaForm } from '@helpdesk/auth'
import { failureText } from '@helpdesk/tickets/model/errors'
import { useUnsaved } from '@helpdesk/tickets/screens/leave/GuardUnsaved'
import { Alert, Box, Button, Field, Flex, Input, NativeSelect, Stack, toast } from '@helpdesk/ui'
import { useState } from 'react'
import { DaysInput } from './DaysInput'
import * as texts from './texts'

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

  const { values, errors, busy, register, reset, formProps } = useSchemaForm({
    schema: workspaceFormSchema,
    initial: toWorkspaceForm(before),
    onValid,
  })
  useUnsaved(JSON.stringify(values) !== JSON.stringify(toWorkspaceForm(before)))

  return (
    <form {...formProps}>
      <Stack gap="5">
        <Box display="grid" gridTemplateColumns="1fr 1fr" gap="5">
          {workspaceFields.map(({ name, label, hint, isRequired, isDays, isHalf, input, options, show }) => (
            <Box key={name} gridColumn={isHalf ? undefined : '1 / -1'}>
              <Field
                id={isDays ? name : undefined}
                label={label}
                error={errors[name]}
                hint={hint?.(show(before))}
                required={isRequired}
              >
                {isDays ? (
                  <DaysInput label={label} {...register(name)} />
                ) : options ? (
                  <NativeSelect options={options(show(before))} {...register(name)} />
                ) : (
                  <Input autoComplete="off" {...input} {...register(name)} />
                )}
              </Field>
            </Box>
          ))}
        </Box>
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
