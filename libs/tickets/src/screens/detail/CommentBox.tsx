import { useAuth } from '@helpdesk/auth'
import { Box, Button, Field, FileList, Flex, PaperclipIcon, SendIcon, Text, Textarea } from '@helpdesk/ui'
import { useRef, type FormEvent, type KeyboardEvent } from 'react'
import { useDraft } from '../../data-access/local-draft'
import type { CommentOutbox } from '../../data-access/use-comment-outbox'
import { ACCEPTED_FILES } from '../../model/attachments'
import { COMMENT_MAX } from '../../model/comment-rules'
import { hasComment } from '../../model/forms'
import { useChosenFiles } from './use-chosen-files'

interface CommentBoxProps {
  ticketId: string
  outbox: CommentOutbox
  /** How many files the ticket still takes. */
  room: number
}

/** From here on the characters that are left are counted. */
const NEARLY_FULL = COMMENT_MAX - 500

/** Where the next public comment is written; files are dropped, pasted or chosen. What is written survives the page. */
export function CommentBox({ ticketId, outbox, room }: CommentBoxProps) {
  const { user } = useAuth()
  const [text, setText, clear] = useDraft(`comment:${ticketId}`)
  const chosen = useChosenFiles(room)
  const picker = useRef<HTMLInputElement>(null)
  const canSend = hasComment(text) && !outbox.sending && user !== null

  function send() {
    if (!canSend) return
    outbox.send(text, chosen.files)
    clear()
    chosen.clear()
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    send()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    send()
  }

  return (
    <Box
      as="form"
      onSubmit={onSubmit}
      {...chosen.dropTarget}
      borderRadius="md"
      outline={chosen.dragging ? '2px dashed' : undefined}
      outlineColor="accent"
      outlineOffset="4px"
    >
      <Field label="Comment" hideLabel>
        <Textarea
          placeholder="Add a comment..."
          rows={3}
          maxLength={COMMENT_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          onPaste={chosen.onPaste}
        />
      </Field>
      <FileList files={chosen.files} onRemove={chosen.remove} />
      {chosen.refused.length > 0 && (
        <Box as="ul" role="alert" listStyleType="none" marginTop="2" fontSize="sm" color="danger.fg">
          {chosen.refused.map(({ name, reason }, index) => (
            <Box as="li" key={index} overflowWrap="anywhere">
              {name}: {reason}
            </Box>
          ))}
        </Box>
      )}
      <Flex alignItems="center" justifyContent="space-between" gap="2" marginTop="2" wrap="wrap">
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-hidden
          accept={Object.keys(ACCEPTED_FILES).join(',')}
          onChange={(event) => {
            chosen.add([...(event.target.files ?? [])])
            // The same file can be chosen again after it was removed.
            event.target.value = ''
          }}
        />
        <Button variant="ghost" marginStart="-3" onClick={() => picker.current?.click()}>
          <PaperclipIcon size={14} />
          Attach files
        </Button>
        <Flex alignItems="center" gap="3">
          {text.length >= NEARLY_FULL && (
            <Text as="span" tone="muted" fontSize="sm" aria-live="polite">
              {(COMMENT_MAX - text.length).toLocaleString('en-US')} characters left
            </Text>
          )}
          <Button type="submit" variant="solid" disabled={!canSend} loading={outbox.sending}>
            {!outbox.sending && <SendIcon size={14} />}
            Send
          </Button>
        </Flex>
      </Flex>
    </Box>
  )
}
