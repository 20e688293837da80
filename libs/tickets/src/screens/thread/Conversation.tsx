import { useAuth } from '@helpdesk/auth'
import { Button, chakra, Flex, Text, VisuallyHidden } from '@helpdesk/ui'
import { Fragment, use, useMemo, useRef, useState, type ReactNode } from 'react'
import { useReferences } from '../../api/ticket-references'
import type { useTicketRoom } from '../../live/use-ticket-room'
import { isInQueue } from '../../outbox/outbox-store'
import { useCommentOutbox } from '../../outbox/use-comment-outbox'
import { countedFiles } from '../../model/attachments'
import { conversationOf, firstUnread, historyOf } from '../../model/conversation'
import { beyondLayoutBudget } from '../../model/layout-budget'
import { beyondBudget } from '../../model/markdown/page-budget'
import { missingFiles } from '../../model/missing-files'
import { AT_ONCE, leftOut } from '../../model/newest-items'
import type { TicketDetail } from '../../model/rows'
import { WritingLine } from '../live/WritingLine'
import * as liveTexts from '../live/texts'
import { AutoReplyItem } from '../mail/AutoReplyItem'
import { ChangesItem, ChangesTool } from './ChangesItem'
import { CommentBox } from './CommentBox'
import { CommentItem } from './CommentItem'
import { DescriptionItem } from './DescriptionItem'
import { FollowUpLine } from './FollowUpLine'
import { MergedDescriptionItem } from './MergedDescriptionItem'
import { AsTyped, LaidOutLater } from './MessageText'
import { TicketTips } from './TicketTips'
import { UnsentItem } from './UnsentItem'
import { useFollowNewest } from './use-follow-newest'
import { useMarkRead } from './use-mark-read'
import { useOpenAtNewest } from './use-open-at-newest'
import * as texts from './texts'

interface ConversationProps {
  detail: TicketDetail
  room: ReturnType<typeof useTicketRoom>
  /** Replaces the default comment box. */
  composer?: ReactNode
  /** True when the last refresh of the ticket failed and the conversation may be out of date. */
  stale: boolean
  onRefresh: () => void
}

/** Description, messages, notes and changes, oldest first, with the box for the next message docked below. */
export function Conversation({ detail, room, composer, stale, onRefresh }: ConversationProps) {
  const { ticket, comments, merged, attachments, loaded_at, limits, follow_up: followUp } = detail
  const { user } = useAuth()
  const { events, lastReadAt } = historyOf(detail)
  const Tool = use(ChangesTool)
  const outbox = useCommentOutbox(detail)
  const { asTyped, later } = useMemo(() => {
    const description = { id: ticket.id, text: ticket.description }
    const newestFirst = [
      ...(merged ?? []).map((each) => ({ id: each.id, text: each.description, at: each.created_at })),
      ...comments.map(({ id, content, created_at }) => ({ id, text: content, at: created_at })),
    ]
      .reverse()
      .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
    return {
      asTyped: beyondBudget([description, ...newestFirst]),
      // A ticket opens at its newest message.
      later: beyondLayoutBudget([...newestFirst, description]),
    }
  }, [ticket.id, ticket.description, comments, merged])
  const known = useReferences(
    useMemo(
      () => [
        ...outbox.unsent.map(({ content }) => content),
        ...comments.map(({ content }) => content).reverse(),
        ticket.description,
        ...(merged ?? []).map(({ description }) => description),
      ],
      [outbox.unsent, comments, ticket.description, merged],
    ),
  )
  const isMine = user?.id === ticket.customer_id
  useMarkRead(detail)
  const section = useRef<HTMLElement>(null)
  // The mark stays where it was when the ticket was opened.
  const [unreadId] = useState(() => firstUnread(comments, lastReadAt, user?.id ?? null))
  const { unread, end } = useOpenAtNewest(comments.length > 0)
  const items = conversationOf(comments, events, merged)
  const [most, setMost] = useState(AT_ONCE)
  const earlier = leftOut(items.length, most)
  const written = comments.filter(({ user_id }) => user_id !== null && user_id === user?.id).length
  useFollowNewest(end, written + outbox.unsent.length, comments.length + outbox.unsent.length)
  /** Keeps the focus in the conversation when the clicked button disappears. */
  const keepFocus = (change: () => void) => {
    change()
    section.current?.focus({ preventScroll: true })
  }
  const failures = events.filter(({ kind }) => kind === 'delivery_failed').length
  const unsentFiles = outbox.unsent.reduce((sum, each) => sum + each.files.length, 0)
  return (
    <Section aria-label={texts.comments} ref={section} tabIndex={-1}>
      <VisuallyHidden as="h2">{texts.comments}</VisuallyHidden>
      <TicketTips known={known}>
        <List aria-live="polite">
          {/* Of another requester's ticket, into which the reader's was merged, the description is not shown. */}
          {ticket.description !== '' && (
            <AsTyped value={asTyped.has(ticket.id)}>
              <LaidOutLater value={later.has(ticket.id)}>
                <DescriptionItem detail={detail} failures={failures} />
              </LaidOutLater>
            </AsTyped>
          )}
          {earlier > 0 && (
            <Earlier>
              <Button size="sm" onClick={() => keepFocus(() => setMost(most + AT_ONCE))}>
                {texts.showEarlier(Math.min(earlier, AT_ONCE), earlier)}
              </Button>
            </Earlier>
          )}
          {items.slice(earlier).map((item) =>
            item.kind === 'merged' ? (
              <AsTyped key={item.ticket.id} value={asTyped.has(item.ticket.id)}>
                <LaidOutLater value={later.has(item.ticket.id)}>
                  <MergedDescriptionItem ticket={item.ticket} attachments={attachments} />
                </LaidOutLater>
              </AsTyped>
            ) : item.kind === 'changes' ? (
              <ChangesItem key={item.id} group={item}>
                {Tool && <Tool ticketId={ticket.id} events={item.events} />}
              </ChangesItem>
            ) : item.kind === 'auto-reply' ? (
              <AutoReplyItem key={item.event.id} event={item.event} />
            ) : (
              <Fragment key={item.comment.id}>
                {item.comment.id === unreadId && <Unread ref={unread}>{texts.newMessages}</Unread>}
                <AsTyped value={asTyped.has(item.comment.id)}>
                  <LaidOutLater value={later.has(item.comment.id)}>
                    <CommentItem
                      comment={item.comment}
                      attachments={attachments.filter((each) => each.comment_id === item.comment.id)}
                      missing={missingFiles(detail, item.comment.id)}
                      loadedAt={loaded_at}
                      failures={failures}
                    />
                  </LaidOutLater>
                </AsTyped>
              </Fragment>
            ),
          )}
          {outbox.unsent.map((comment, index) => (
            <UnsentItem
              key={comment.requestId}
              comment={comment}
              isBehind={outbox.unsent
                .slice(0, index)
                .some((each) => each.state === 'failed' && isInQueue(each))}
              onRetry={() => keepFocus(() => outbox.retry(comment.requestId))}
              onDiscard={() => keepFocus(() => outbox.discard(comment.requestId))}
            />
          ))}
        </List>
      </TicketTips>
      {comments.length + outbox.unsent.length + (merged?.length ?? 0) === 0 && (
        <Text tone="muted" paddingBottom="6">
          {texts.noComments}
        </Text>
      )}
      <Dock onInput={room.onInput} data-print="none">
        <WritingLine
          writers={room.writers}
          otherSide={isMine ? liveTexts.support : detail.customer?.name || liveTexts.customer}
        />
        {stale && (
          <Flex role="status" alignItems="center" gap="2" color="fg.muted" fontSize="sm" paddingBottom="2">
            {texts.notRefreshed}
            <Button size="sm" onClick={onRefresh}>
              {texts.retry}
            </Button>
          </Flex>
        )}
        {composer ?? (
          <>
            {followUp && <FollowUpLine followUp={followUp} />}
            <CommentBox
              ticketId={ticket.id}
              outbox={outbox}
              // The other ticket has room of its own, which the server counts.
              room={limits.max_files - (followUp ? 0 : countedFiles(attachments, ticket.id)) - unsentFiles}
              limits={limits}
            />
          </>
        )}
      </Dock>
      <div ref={end} />
    </Section>
  )
}

const Section = chakra('section', {
  base: {
    outline: 'none',
    minWidth: '0',
    flexGrow: '1',
    display: 'flex',
    flexDirection: 'column',
    // A control that gets the focus stays clear of the docked box and of the header.
    '& ol :is(a, button, textarea)': { scrollMarginBottom: '14rem', scrollMarginTop: { lg: '7rem' } },
  },
})
const List = chakra('ol', {
  base: {
    listStyleType: 'none',
    display: 'flex',
    flexDirection: 'column',
    gap: '5',
    paddingBottom: '6',
  },
})
const Earlier = chakra('li', { base: { display: 'flex', justifyContent: 'center' } })
const Unread = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    scrollMarginTop: { base: '2', lg: '7rem' },
    color: 'accent.fg',
    fontSize: 'xs',
    fontWeight: 'semibold',
    _before: { content: '""', flex: '1', height: '1px', bg: 'accent/40' },
    _after: { content: '""', flex: '1', height: '1px', bg: 'accent/40' },
  },
})
const Dock = chakra('div', {
  base: {
    position: 'sticky',
    bottom: '0',
    zIndex: '3',
    marginTop: 'auto',
    bg: 'bg',
    // As far out as notes and waiting replies reach, which scroll below it.
    marginInline: '-3',
    paddingInline: '3',
    paddingTop: '2',
    paddingBottom: { base: '3', md: '4' },
    // Covers the lower margin of the page.
    marginBottom: {
      base: 'calc(var(--page-padding, 1rem) * -1)',
      md: 'calc(var(--page-padding, 1.5rem) * -1)',
    },
    // Fades the messages that scroll below the box.
    _before: {
      content: '""',
      position: 'absolute',
      insetInline: '0',
      bottom: '100%',
      height: '4',
      pointerEvents: 'none',
      bgImage: 'linear-gradient(to top, {colors.bg}, transparent)',
    },
  },
})
