import { Alert, Box, Button, Field, Flex, SendIcon, Stack, Textarea, toast } from '@helpdesk/ui'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { DraftKind } from '../../api/save-draft'
import { useManageTicket } from '../../api/manage-ticket'
import type { TicketChange } from '@helpdesk/tickets/api/update-ticket'
import { COMMENT_MAX } from '@helpdesk/tickets/model/comment-rules'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { Macro } from '../../model/macros'
import type { ReplyExtras } from '../../model/reply-extras'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { AttachButton, ChosenFiles } from '@helpdesk/tickets/screens/files/ChosenFiles'
import { useChosenFiles } from '@helpdesk/tickets/screens/files/use-chosen-files'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { DraftLine } from './DraftLine'
import { ExtrasLine } from './ExtrasLine'
import { KindSwitch } from './KindSwitch'
import { MacroMenu } from './MacroMenu'
import { NewsNotice } from './NewsNotice'
import { SendMenu } from './SendMenu'
import { useComposer } from './use-composer'
import { useMacroInsert } from './use-macro-insert'

export interface StaffComposerProps {
  detail: TicketDetail
  /** Opens the next ticket. Without it, `Send and next ticket` is absent. */
  onNext?: () => void
}

/** The box for replies and notes, with macros, files and ticket changes. */
export function StaffComposer({ detail, onNext }: StaffComposerProps) {
  const { ticket, limits } = detail
  const chosen = useChosenFiles(`reply:${ticket.id}`, limits.max_files - detail.attachments.length, limits)
  const composer = useComposer(detail, chosen)
  const { kind, draft, extras, news, refused, sending, canSend } = composer
  const manage = useManageTicket(ticket.id)
  const box = useRef<HTMLTextAreaElement>(null)
  const macroButton = useRef<HTMLButtonElement>(null)
  const macros = useMacroInsert(detail, composer, box)
  const [macrosOpen, setMacrosOpen] = useState(false)
  const isNote = kind === 'note'

  const focusBox = (cursor?: number) =>
    requestAnimationFrame(() => {
      box.current?.focus()
      if (cursor !== undefined) box.current?.setSelectionRange(cursor, cursor)
    })
  function write(next: DraftKind) {
    composer.setKind(next)
    focusBox()
  }
  function pick(macro: Macro) {
    setMacrosOpen(false)
    focusBox(macros.insert(macro))
  }
  // Synchronous: in the next frame it could take the focus back from a later shortcut.
  async function send(more?: Partial<ReplyExtras>, then = () => box.current?.focus()) {
    if (await composer.send(more)) then()
  }
  const sendAndNext = onNext && (() => void send({}, onNext))
  const act = (change: TicketChange) =>
    manage.mutate(
      { change },
      {
        onError: (error) =>
          toast({ type: 'error', title: 'Ticket not updated', description: failureText(error) }),
      },
    )
  useProvideTicketCommands({
    focusReply: () => write('comment'),
    focusNote: () => write('note'),
    send: () => void send(),
    ...(sendAndNext && { sendAndNext }),
    openMacros: () => setMacrosOpen(true),
    setStatus: (status) => act({ status }),
    setPriority: (priority) => act({ priority }),
  })

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    if (event.shiftKey && sendAndNext) sendAndNext()
    else void send()
  }

  return (
    <Stack
      gap="2"
      as="section"
      aria-label="Write"
      {...chosen.dropTarget}
      borderRadius="md"
      outline={chosen.dragging ? '2px dashed' : undefined}
      outlineColor="accent"
      outlineOffset="4px"
    >
      <Flex role="group" aria-label="Reply or note" gap="1" wrap="wrap" alignItems="center">
        <KindSwitch kind={kind} onSwitch={write} />
        <Box flex="1" />
        <MacroMenu open={macrosOpen} onOpen={setMacrosOpen} onPick={pick} button={macroButton} />
      </Flex>
      <NewsNotice news={news} refused={refused} />
      <Field label={isNote ? 'Note for staff' : 'Comment'} hideLabel>
        <Textarea
          ref={box}
          placeholder={isNote ? 'Write a note that only staff can read...' : 'Add a comment...'}
          rows={5}
          maxLength={COMMENT_MAX}
          readOnly={sending}
          value={sending ? '' : draft.text}
          background={isNote ? 'warning.bg' : undefined}
          onChange={({ target }) => composer.write(target.value)}
          onKeyDown={onKeyDown}
          onPaste={chosen.onPaste}
        />
      </Field>
      <ChosenFiles chosen={chosen} />
      {macros.unfilled.length > 0 && (
        <Alert tone="warning">Not filled in, please complete by hand: {macros.unfilled.join(', ')}</Alert>
      )}
      {composer.failure && <Alert title="Nothing was sent, your text is kept">{composer.failure}</Alert>}
      {!isNote && <ExtrasLine extras={extras} onChange={composer.setExtras} />}
      <Flex gap="2" alignItems="flex-start" wrap="wrap">
        <Box flex={{ base: '1 1 100%', md: '1' }} minWidth="0">
          {!sending && <DraftLine draft={draft} />}
        </Box>
        <Flex marginInlineStart="auto">
          <AttachButton chosen={chosen} />
          <Button
            variant="solid"
            marginInlineStart="2"
            borderEndRadius={isNote ? undefined : '0'}
            disabled={!canSend}
            loading={sending}
            onClick={() => void send()}
          >
            {!sending && <SendIcon size={14} />}
            {news.length > 0 || refused ? 'Send anyway' : 'Send'}
          </Button>
          {!isNote && (
            <SendMenu
              current={ticket.status}
              disabled={!canSend}
              onSend={(status) => void send({ status })}
              onSendAndNext={sendAndNext}
            />
          )}
        </Flex>
      </Flex>
    </Stack>
  )
}
