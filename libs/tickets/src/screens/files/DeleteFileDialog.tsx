import { Alert, Button, Dialog, Flex, Text } from '@helpdesk/ui'
import { useDeleteAttachment } from '../../api/delete-attachment'
import { failureText } from '../../model/errors'
import type { Attachment } from '../../model/rows'
import * as texts from './dialog-texts'

/** Asks for confirmation, because a deleted file cannot be restored. */
export function DeleteFileDialog({ attachment, onClose }: { attachment: Attachment; onClose: () => void }) {
  const remove = useDeleteAttachment(attachment.ticket_id)
  return (
    <Dialog title={texts.deleteQuestion} onClose={onClose}>
      <Text overflowWrap="anywhere">{texts.deleteText(attachment.file_name)}</Text>
      {remove.error && <Alert>{failureText(remove.error)}</Alert>}
      <Flex justifyContent="flex-end" gap="2">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          variant="danger"
          loading={remove.isPending}
          loadingText={texts.deleting}
          onClick={() => remove.mutate(attachment.id, { onSuccess: onClose })}
        >
          {texts.remove}
        </Button>
      </Flex>
    </Dialog>
  )
}
