import { failureText } from '@helpdesk/tickets/model/errors'
import { useUnsaved } from '@helpdesk/tickets/screens/leave/GuardUnsaved'
import { Alert, Button, Field, Flex, QueryState, Skeleton, Textarea, toast } from '@helpdesk/ui'
import { useState, type FormEvent } from 'react'
import { useWorkspaceSettings } from '../api/get-workspace-settings'
import { useUpdateWorkspaceSettings } from '../api/update-workspace-settings'
import * as texts from './texts'

const MAX = 1000

/** The text below replies in mails. */
export function SignatureForm() {
  const settings = useWorkspaceSettings()
  return (
    <QueryState query={settings} errorTitle={texts.loadFailed} pending={<Skeleton height="20" />}>
      {({ mail_signature }) => <Form initial={mail_signature ?? ''} />}
    </QueryState>
  )
}

function Form({ initial }: { initial: string }) {
  const [text, setText] = useState(initial)
  const { mutate, isPending, error } = useUpdateWorkspaceSettings()
  useUnsaved(text.trim() !== initial)
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    mutate(
      { mail_signature: text.trim() || null },
      { onSuccess: () => toast({ type: 'success', title: texts.signatureSaved }) },
    )
  }
  return (
    <form onSubmit={onSubmit}>
      <Field label={texts.signatureLabel}>
        <Textarea rows={3} maxLength={MAX} value={text} onChange={({ target }) => setText(target.value)} />
      </Field>
      {error && <Alert title={texts.signatureFailed}>{failureText(error)}</Alert>}
      <Flex marginTop="3">
        <Button type="submit" loading={isPending} loadingText={texts.saving}>
          {texts.signatureSave}
        </Button>
      </Flex>
    </form>
  )
}
