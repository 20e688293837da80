import { useAuth } from '@helpdesk/auth'
import { Button, excessOf, SendIcon, Text } from '@helpdesk/ui'
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useDraft } from '../../drafts/use-draft'
import type { CommentOutbox } from '../../outbox/use-comment-outbox'
import { COMMENT_MAX } from '../../model/comment-rules'
import type { FileLimits } from '../../model/limits'
import { hasComment } from '../../model/forms'
import type { MessageTextBox } from '../../model/markdown/text-box'
import { OneTabDraft } from '../drafts/OneTabDraft'
import { AttachButton, ChosenFiles } from '../files/ChosenFiles'
import { useChosenFiles } from '../files/use-chosen-files'
import { MessageBox } from './MessageBox'
import * as texts from './texts'

interface CommentBoxProps {
  ticketId: string
  outbox: CommentOutbox
  /** How many more files the ticket accepts. */
  room: number
  limits: FileLimits
}

/** Length from which the remaining characters are shown. */
const SHOW_REMAINING_FROM = COMMENT_MAX - 500

/** Writes the next public comment, with files. Text and files are a draft, which one tab at a time writes. */
export const CommentBox = (props: CommentBoxProps) => (
  <OneTabDraft place={`comment:${props.ticketId}`} label={texts.comment}>
    <CommentForm {...props} />
  </OneTabDraft>
)

function CommentForm({ ticketId, outbox, room, limits }: CommentBoxProps) {
  const { user } = useAuth()
  const box = useRef<MessageTextBox>(null)
  const [text, setText, clear] = useDraft(`comment:${ticketId}`)
  const chosen = useChosenFiles(`comment:${ticketId}`, room, limits)
  const excess = excessOf(text, COMMENT_MAX)
  // While the files go from the draft to the comment.
  const [handingOver, setHandingOver] = useState(false)
  const sending = outbox.sending || handingOver
  const canSend = hasComment(text) && excess === 0 && chosen.ready && !sending && user !== null

  function send() {
    if (!canSend) return
    setHandingOver(chosen.files.length > 0)
    outbox.send(text, chosen.files, () => {
      clear()
      chosen.clear()
      setHandingOver(false)
    })
    // The button is disabled now and would lose the focus.
    box.current?.focus({ preventScroll: true })
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
    <form onSubmit={onSubmit}>
      <MessageBox
        label={texts.comment}
        placeholder={texts.commentPlaceholder}
        text={text}
        onText={setText}
        box={box}
        onKeyDown={onKeyDown}
        onPaste={chosen.onPaste}
        dropTarget={chosen.dropTarget}
        dragging={chosen.dragging}
        readOnly={handingOver}
        actions={
          <>
            {text.length >= SHOW_REMAINING_FROM && excess === 0 && (
              <Text as="span" tone="muted" fontSize="sm" aria-live="polite">
                {texts.charactersLeft(COMMENT_MAX - text.trim().length)}
              </Text>
            )}
            <AttachButton chosen={chosen} />
            <Button type="submit" variant="solid" disabled={!canSend} loading={sending}>
              {!sending && <SendIcon size={14} />}
              {texts.send}
            </Button>
          </>
        }
      >
        <ChosenFiles chosen={chosen} />
      </MessageBox>
    </form>
  )
}
