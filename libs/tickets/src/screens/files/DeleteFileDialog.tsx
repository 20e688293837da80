import { Alert, Button, Dialog, Flex, Text } from '@helpdesk/ui'
import { useDeleteAttachment } from '../../api/delete-attachment'
import { failureText } from '../../model/errors'
import type { Attachment } from '../../model/rows'

/** Asks for confirmation, because a deleted file cannot be restored. */
export function DeleteFileDialog({ attachment, onClose }: { attachment: Attachment; onClose: () => void }) {
  const remove = useDeleteAttachment(attachment.ticket_id)
  return (
    <Dialog title="Delete this file?" onClose={onClose}>
      <Text overflowWrap="anywhere">
        {attachment.file_name} will be deleted for everyone. You cannot undo this.
      </Text>
      {remove.error && <Alert>{failureText(remove.error)}</Alert>}
      <Flex justifyContent="flex-end" gap="2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="danger"
          loading={remove.isPending}
          loadingText="Deleting..."
          onClick={() => remove.mutate(attachment.id, { onSuccess: onClose })}
        >
          Delete
        </Button>
      </Flex>
    </Dialog>
  )
}
