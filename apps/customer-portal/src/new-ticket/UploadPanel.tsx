import {
  Alert,
  Box,
  Button,
  FileList,
  Flex,
  Heading,
  LinkButton,
  Stack,
  Text,
  type FileUpload,
} from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Upload } from '@helpdesk/tickets/uploads/upload-state'
import { cancelUpload, retryUpload } from '@helpdesk/tickets/uploads/uploads'
import { useConfirmLeaving } from '@helpdesk/tickets/uploads/use-confirm-leaving'
import { useTicketUploads } from '@helpdesk/tickets/uploads/use-ticket-uploads'
import { uploadFailureText } from '@helpdesk/tickets/model/upload-failure'
import { summarizeUploads } from '../model/upload-summary'
import * as texts from './texts'

interface UploadPanelProps {
  ticketId: string
  /** Called when every file is stored. */
  onComplete: () => void
}

const toFileUpload = ({ status, progress, error }: Upload): FileUpload => ({
  status,
  progress,
  ...(status === 'failed' && { error: uploadFailureText(error, navigator.onLine) }),
})

/** Shows the upload of a new ticket's files, with failures and retry. */
export function UploadPanel({ ticketId, onComplete }: UploadPanelProps) {
  const queries = useQueryClient()
  const items = useTicketUploads(ticketId)
  const keyAt = (index: number) => items[index]?.key ?? ''
  const { running, done, missing } = summarizeUploads(items)
  const complete = done === items.length
  const heading = useRef<HTMLHeadingElement>(null)
  const notifyComplete = useEffectEvent(onComplete)

  useConfirmLeaving(running > 0)
  // The form that had the focus was removed.
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    if (complete) notifyComplete()
  }, [complete])

  return (
    <Stack gap="4" maxWidth="42rem">
      <Heading as="h2" size="md" ref={heading} tabIndex={-1} outline="none">
        {texts.ticketCreated}
      </Heading>
      <Text role="status" tone="muted">
        {texts.progress(running > 0, done, items.length)}
      </Text>
      <FileList
        label={texts.uploads}
        files={items.map(({ file }) => file)}
        uploads={items.map(toFileUpload)}
        onCancel={(index) => cancelUpload(queries, keyAt(index))}
        onRetry={(index) => retryUpload(queries, keyAt(index))}
      />
      <Box minHeight="24">
        {running === 0 && missing > 0 && (
          <Stack gap="4">
            <Alert tone="warning">{texts.filesMissing(missing)}</Alert>
            <Flex gap="2" wrap="wrap">
              {missing > 1 && (
                <Button variant="solid" onClick={() => items.forEach(({ key }) => retryUpload(queries, key))}>
                  {texts.retryAll}
                </Button>
              )}
              <LinkButton to={`/tickets/${ticketId}`} replace>
                {missing === 1 ? texts.continueWithoutIt : texts.continueWithoutThem}
              </LinkButton>
            </Flex>
          </Stack>
        )}
      </Box>
    </Stack>
  )
}
