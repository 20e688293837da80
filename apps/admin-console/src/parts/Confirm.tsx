import { failureText } from '@helpdesk/tickets/model/errors'
import { Alert, Button, Dialog, Flex, Text } from '@helpdesk/ui'
import type { ReactNode } from 'react'
import * as texts from './texts'

interface ConfirmProps {
  title: string
  text: ReactNode
  /** Label of the confirming button. */
  action: string
  busy: boolean
  error: unknown
  onConfirm: () => void
  onClose: () => void
}

/** Confirmation dialog of an action that cannot be undone. Stays open and shows the error on failure. */
export function Confirm({ title, text, action, busy, error, onConfirm, onClose }: ConfirmProps) {
  return (
    <Dialog title={title} onClose={onClose} lightDismiss>
      <Text overflowWrap="anywhere">{text}</Text>
      {Boolean(error) && <Alert title={texts.error}>{failureText(error)}</Alert>}
      <Flex gap="2" justifyContent="flex-end" wrap="wrap">
        <Button variant="ghost" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button variant="danger" loading={busy} onClick={onConfirm}>
          {action}
        </Button>
      </Flex>
    </Dialog>
  )
}
