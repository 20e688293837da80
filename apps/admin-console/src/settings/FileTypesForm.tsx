import { failureText } from '@helpdesk/tickets/model/errors'
import { fileTypesText, SPECIFIED_FILE_TYPES } from '@helpdesk/tickets/model/file-types'
import { useUnsaved } from '@helpdesk/tickets/screens/leave/GuardUnsaved'
import { Alert, Button, Field, Flex, Stack, Text, Textarea, toast } from '@helpdesk/ui'
import { useState, type FormEvent } from 'react'
import { useUpdateWorkspaceSettings } from '../api/update-workspace-settings'
import { fileTypesProblem, readFileTypes } from '../model/file-types'
import type { WorkspaceSettings } from '../model/settings'
import * as texts from './texts'

const DEFAULT = fileTypesText(SPECIFIED_FILE_TYPES)

/** The file types that tickets accept. */
export function FileTypesForm({ settings }: { settings: WorkspaceSettings }) {
  const { mutateAsync: save, isPending } = useUpdateWorkspaceSettings()
  // The list that filled the field, not a refetched one, so that saving does not revert another admin's change.
  const [before, setBefore] = useState(() => fileTypesText(settings.file_types))
  const [list, setList] = useState(before)
  const [failure, setFailure] = useState<string | null>(null)
  const problem = fileTypesProblem(list)
  const shown = fileTypesText(readFileTypes(list))
  const isChanged = shown !== before
  useUnsaved(isChanged)

  function change(next: string) {
    setList(next)
    setFailure(null)
  }

  async function onSubmit(event: FormEvent) {
    event.preventDefault()
    if (problem) return
    setFailure(null)
    try {
      const saved = isChanged
        ? fileTypesText((await save({ file_types: readFileTypes(list) })).file_types)
        : before
      setBefore(saved)
      setList(saved)
      toast({ type: 'success', title: texts.saved })
    } catch (error) {
      setFailure(failureText(error))
    }
  }

  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)}>
      <Stack gap="5">
        <Field label={texts.fileTypes} error={problem} hint={texts.fileTypesHint} required>
          <Textarea
            rows={3}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={1_000}
            value={list}
            onChange={({ target }) => change(target.value)}
          />
        </Field>
        {failure && <Alert title={texts.saveFailed}>{failure}</Alert>}
        <Flex wrap="wrap" alignItems="center" gap="2">
          <Button type="submit" variant="solid" loading={isPending} loadingText={texts.saving}>
            {texts.fileTypesSave}
          </Button>
          {isChanged ? (
            <>
              <Button variant="ghost" disabled={isPending} onClick={() => change(before)}>
                {texts.discardChanges}
              </Button>
              <Text as="span" role="status" tone="muted" fontSize="sm">
                {texts.unsavedChanges}
              </Text>
            </>
          ) : (
            before !== DEFAULT && (
              <Button variant="ghost" onClick={() => change(DEFAULT)}>
                {texts.fileTypesReset}
              </Button>
            )
          )}
        </Flex>
      </Stack>
    </form>
  )
}
