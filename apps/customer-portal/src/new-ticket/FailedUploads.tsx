import { useAttachmentCommands, type FailedUpload } from '@helpdesk/tickets'
import { Alert, Box, Button, Flex, LinkButton, Stack } from '@helpdesk/ui'
import { useState } from 'react'

interface FailedUploadsProps {
  ticketId: string
  failed: readonly FailedUpload[]
  onComplete: () => void
}

/** The ticket exists, some files do not: names them and tries again. */
export function FailedUploads({ ticketId, failed, onComplete }: FailedUploadsProps) {
  const [open, setOpen] = useState(failed)
  const { upload } = useAttachmentCommands(ticketId)

  function retry() {
    upload.mutate(
      open.map(({ file }) => file),
      {
        onSuccess: (still) => {
          setOpen(still)
          if (still.length === 0) onComplete()
        },
      },
    )
  }

  return (
    <Stack gap="4">
      <Alert
        tone={open.length > 0 ? 'warning' : 'success'}
        title={
          open.length > 0
            ? 'Your ticket was created, but some files could not be uploaded'
            : 'All files are uploaded'
        }
      >
        <Box as="ul" listStyleType="none">
          {open.map(({ file, reason }, index) => (
            <li key={index}>
              {file.name}: {reason}
            </li>
          ))}
        </Box>
      </Alert>
      <Flex gap="2" wrap="wrap">
        {open.length > 0 && (
          <Button variant="solid" onClick={retry} loading={upload.isPending} loadingText="Uploading...">
            Retry
          </Button>
        )}
        <LinkButton to={`/tickets/${ticketId}`}>Go to ticket</LinkButton>
      </Flex>
    </Stack>
  )
}
