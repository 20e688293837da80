import { Alert, Box, Button, Flex, SendIcon, Text, toast } from '@helpdesk/ui'
import { useAtomValue } from 'jotai'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { DraftKind } from '../../api/save-draft'
import { useManageTicket } from '../../api/manage-ticket'
import { useTicketRights } from '../../state/use-ticket-rights'
import type { TicketChange } from '@helpdesk/tickets/api/update-ticket'
import { countedFiles } from '@helpdesk/tickets/model/attachments'
import { failureText } from '@helpdesk/tickets/model/errors'
import type { MessageTextBox } from '@helpdesk/tickets/model/markdown/text-box'
import type { ReplyExtras } from '../../model/reply-extras'
import type { TicketStatus } from '@helpdesk/tickets/model/statuses'
import type { TicketDetail } from '@helpdesk/tickets/model/rows'
import { AttachButton, ChosenFiles } from '@helpdesk/tickets/screens/files/ChosenFiles'
import { useChosenFiles } from '@helpdesk/tickets/screens/files/use-chosen-files'
import { MessageBox } from '@helpdesk/tickets/screens/thread/MessageBox'
import { LazyCopyNotice, LazyUnreachedNotice } from '../mail/lazy'
import { useProvideTicketCommands } from '../../state/ticket-commands'
import { undoAtom } from '../../state/undo'
import { useHeldComposer } from '../../drafts/use-held-composer'
import { HeldDraft } from '@helpdesk/tickets/screens/drafts/HeldDraft'
import { usePickMacro } from '../macros/use-pick-macro'
import { useMentions } from '../mentions/use-mentions'
import { DraftLine } from './DraftLine'
import { ExtrasLine } from './ExtrasLine'
import { KindSwitch } from './KindSwitch'
import { MacroMenu } from './MacroMenu'
import { NewsNotice } from './NewsNotice'
import { sendKey } from './send-key'
import { SendMenu } from './SendMenu'
import { UnfilledNotice } from './UnfilledNotice'
import * as texts from './texts'
import { useComposer } from './use-composer'
import { useMacroInsert } from './use-macro-insert'
import { useUnfilled } from './use-unfilled'

export interface StaffComposerProps {
  detail: TicketDetail
  /** Opens the next ticket. Without it, `Send and next ticket` is absent. */
  onNext?: () => void
}

/** The box for replies and notes, unless another tab or device writes them. */
export function StaffComposer(props: StaffComposerProps) {
  const held = useHeldComposer(props.detail)
  if (!held) return <Composer {...props} />
  const { takeOver, ...draft } = held
  return <HeldDraft label={texts.write} {...draft} onTakeOver={takeOver} />
}

/** The box with macros, files and ticket changes. */
function Composer({ detail, onNext }: StaffComposerProps) {
  const { ticket, limits } = detail
  const rights = useTicketRights(detail)
  const chosen = useChosenFiles(
    `reply:${ticket.id}`,
    limits.max_files - countedFiles(detail.attachments, ticket.id),
    limits,
  )
  const box = useRef<MessageTextBox>(null)
  const focusBox = (cursor?: number) =>
    requestAnimationFrame(() => {
      box.current?.focus()
      if (cursor !== undefined) box.current?.setSelectionRange(cursor, cursor)
    })
  const composer = useComposer(detail, chosen, rights.mayTriage, () => focusBox())
  const { kind, draft, extras, news, refused, sending, canSend } = composer
  const manage = useManageTicket(ticket.id)
  const macroButton = useRef<HTMLButtonElement>(null)
  const macros = useMacroInsert(detail, composer, box, rights.mayTriage)
  const [macrosOpen, setMacrosOpen] = useState(false)
  const takesId = useId()
  const undo = useAtomValue(undoAtom)
  const isNote = kind === 'note'
  const unfilledId = useId()
  const unfilled = useUnfilled({
    text: draft.text,
    onText: composer.write,
    box,
    left: macros.left,
    applies: !isNote,
  })
  const mentions = useMentions(box, isNote)
  const takes = !isNote && ticket.assigned_to === null

  function write(next: DraftKind) {
    composer.setKind(next)
    focusBox()
  }
  const { pick, questions } = usePickMacro(
    (macro) => focusBox(macros.insert(macro)),
    () => focusBox(),
  )
  // Synchronous: in the next frame it could take the focus back from a later shortcut.
  async function send(more?: Partial<ReplyExtras>, then = () => box.current?.focus(), at?: string) {
    if (unfilled.stop()) return
    if (await composer.send(more, at)) then()
  }
  const act = (change: TicketChange) =>
    manage.mutate(
      { change },
      {
        onError: (error) =>
          toast({ type: 'error', title: texts.ticketNotUpdated, description: failureText(error) }),
      },
    )
  // An empty box sets the status alone, with Undo.
  const isEmpty = composer.blank && chosen.files.length === 0
  const finish = (status: TicketStatus, then?: () => void) => {
    if (!isEmpty) return void send({ status }, then)
    if (status !== ticket.status) act({ status })
    then?.()
  }
  const sends = {
    send: () => void send(),
    ...(onNext && { sendAndNext: () => void send({}, onNext) }),
    ...(rights.mayTriage &&
      (isEmpty || !isNote) && {
        sendAndSolve: () => finish('solved'),
        sendAndWait: () => finish('pending'),
        ...(onNext && { solveAndNext: () => finish('solved', onNext) }),
      }),
  }
  useProvideTicketCommands({
    ...sends,
    focusReply: () => write('comment'),
    focusNote: () => write('note'),
    openMacros: () => setMacrosOpen(true),
    insertMacro: pick,
    ...(rights.mayTriage && {
      setStatus: (status) => act({ status }),
      setPriority: (priority) => act({ priority }),
    }),
  })

  function onKeyDown(event: KeyboardEvent) {
    if (mentions.onKeyDown(event)) return
    // The box is empty after a reply was sent: what can be undone is the reply.
    if (undo && isEmpty && event.key === 'z' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      return undo.run()
    }
    const command = sendKey(event)
    if (!command) return
    event.preventDefault()
    sends[command]?.()
  }

  return (
    <Box as="section" aria-label={texts.write}>
      <NewsNotice news={news} refused={refused} />
      <MessageBox
        label={isNote ? texts.noteForStaff : texts.comment}
        placeholder={isNote ? texts.notePlaceholder : texts.commentPlaceholder}
        text={sending ? '' : draft.text}
        onText={composer.write}
        box={box}
        onKeyDown={onKeyDown}
        onPaste={chosen.onPaste}
        dropTarget={chosen.dropTarget}
        dragging={chosen.dragging}
        readOnly={sending}
        isNote={isNote}
        boxProps={{
          ...mentions.boxProps,
          ...(unfilled.stopped && { 'aria-invalid': true, 'aria-describedby': unfilledId }),
        }}
        head={
          <Flex
            role="group"
            aria-label={texts.replyOrNote}
            gap="1"
            alignItems="center"
            px="1.5"
            paddingTop="1.5"
          >
            <KindSwitch kind={kind} onSwitch={write} />
            <Box flex="1" />
            <MacroMenu
              open={macrosOpen}
              onOpen={setMacrosOpen}
              preview={macros.preview}
              onPick={(macro) => {
                setMacrosOpen(false)
                pick(macro)
              }}
              button={macroButton}
            />
          </Flex>
        }
        actions={
          <>
            {takes && (
              <Text as="span" id={takesId} tone="muted" fontSize="sm">
                {texts.replyTakes}
              </Text>
            )}
            <AttachButton chosen={chosen} />
            <Flex>
              <Button
                variant="solid"
                borderEndRadius={isNote ? undefined : '0'}
                aria-describedby={takes ? takesId : undefined}
                disabled={!canSend}
                loading={sending}
                onClick={sends.send}
              >
                {!sending && <SendIcon size={14} />}
                {news.length > 0 || refused ? texts.sendAnyway : texts.send}
              </Button>
              {!isNote && (
                <SendMenu
                  current={ticket.status}
                  disabled={!canSend}
                  onSend={rights.mayTriage ? (status) => void send({ status }) : undefined}
                  reason={rights.mayTriage ? undefined : texts.noStatus(rights.holder)}
                  onSendAndNext={sends.sendAndNext}
                  onSolveAndNext={sends.solveAndNext}
                  onSendAt={
                    detail.staff?.undo_send_seconds === undefined
                      ? undefined
                      : (at) => void send({}, undefined, at)
                  }
                />
              )}
            </Flex>
          </>
        }
      >
        {mentions.list}
        <ChosenFiles chosen={chosen} />
        {unfilled.stopped ? (
          <UnfilledNotice id={unfilledId} placeholder={unfilled.stopped} onKeep={unfilled.keep} />
        ) : (
          macros.left.length > 0 && <Alert tone="warning">{texts.fillIn(macros.left.join(', '))}</Alert>
        )}
        {macros.notice && <Alert tone="warning">{macros.notice}</Alert>}
        {composer.failure && <Alert title={texts.nothingSent}>{composer.failure}</Alert>}
        {!isNote && <ExtrasLine extras={extras} onChange={composer.setExtras} />}
        {!isNote && <LazyCopyNotice ticketId={ticket.id} />}
        {!isNote && <LazyUnreachedNotice ticketId={ticket.id} />}
        {!sending && <DraftLine draft={draft} />}
        {composer.missing.length > 0 && (
          <Text role="status" fontSize="sm" tone="muted">
            {texts.filesElsewhere(composer.missing)}
          </Text>
        )}
      </MessageBox>
      {questions}
    </Box>
  )
}
